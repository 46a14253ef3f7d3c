import { FieldError } from '../../ui/form/field.tsx'

/** A failed action: a fixed text and the reason. */
export interface Problem {
  text: string
  reason?: string | undefined
  error?: unknown
}

export function withReason(text: string, error: unknown): Problem {
  return { text, error, reason: error instanceof Error && error.message !== '' ? error.message : undefined }
}

/** The reason is on a separate line, so that the fixed text stays in place. */
export function ProblemText({ text, reason }: Problem) {
  return (
    <>
      <span>{text}</span>
      {reason && (
        <>
          <br />
          <span>{reason}</span>
        </>
      )}
    </>
  )
}

/** What failed at a row. */
export function RowProblem({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  return (
    <FieldError>
      <ProblemText {...problem} />
    </FieldError>
  )
}
