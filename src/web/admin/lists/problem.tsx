/** A failed action: its fixed words, and why. */
export interface Problem {
  text: string
  reason?: string | undefined
}

export function withReason(text: string, error: unknown): Problem {
  return { text, reason: error instanceof Error && error.message !== '' ? error.message : undefined }
}

/** The reason on a line of its own, so that the words stay as they are. */
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
