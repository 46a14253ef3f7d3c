import { useState } from 'react'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { StepHeading } from '../ui/step-heading.tsx'
import type { Difference } from './three-way.ts'
import './forms.css'

interface MergeProps {
  /** The result of `useMerge`. */
  merge: {
    question: { conflicts: Difference[]; taken: string[] } | undefined
    answer: (theirs: ReadonlySet<string>) => void
    dismiss: () => void
  }
  title: string
  backText: string
}

/** Shown after a concurrent save: the changes are merged, and the user chooses where both changed the same. */
export function MergeDialog({ merge, title, backText }: MergeProps) {
  return (
    <Dialog
      open={merge.question !== undefined}
      onClose={merge.dismiss}
      title={title}
      className="merge-dialog"
    >
      <MergeChoices merge={merge} backText={backText} />
    </Dialog>
  )
}

/** The same inside an open dialog; takes the focus, because it appears unexpectedly. */
export function MergePanel({ merge, ...texts }: MergeProps) {
  return merge.question && <OpenPanel merge={merge} {...texts} />
}

function OpenPanel({ merge, title, backText }: MergeProps) {
  return (
    <section className="merge-panel" role="alert">
      <StepHeading as="h3">{title}</StepHeading>
      <MergeChoices merge={merge} backText={backText} />
    </section>
  )
}

function MergeChoices({ merge: { question, answer, dismiss }, backText }: Omit<MergeProps, 'title'>) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  if (!question) return null
  const { conflicts, taken } = question
  const choose = (id: string, isTheirs: boolean) =>
    setTheirs((now) => new Set(isTheirs ? [...now, id] : [...now].filter((other) => other !== id)))
  return (
    <>
      <p>
        {conflicts.length === 0
          ? 'Los cambios de las dos personas no se pisan: podés guardarlos juntos.'
          : 'Lo que cambió una sola persona se conserva. Falta elegir qué queda donde cambiaron las dos.'}
      </p>
      {conflicts.map((conflict) => (
        <Choice
          key={conflict.id}
          conflict={conflict}
          isTheirs={theirs.has(conflict.id)}
          onChoose={(isTheirs) => choose(conflict.id, isTheirs)}
        />
      ))}
      {taken.length > 0 && <Taken taken={taken} />}
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={dismiss}>
          {backText}
        </button>
        <button type="button" className="button primary" onClick={() => answer(theirs)}>
          {conflicts.length === 0 ? 'Guardar todo' : 'Guardar lo elegido'}
        </button>
      </div>
    </>
  )
}

interface ChoiceProps {
  conflict: Difference
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function Choice({ conflict: { id, label, mine, theirs }, isTheirs, onChoose }: ChoiceProps) {
  return (
    <fieldset className="merge-choice">
      <legend>{label}</legend>
      <label>
        <input type="radio" name={id} checked={!isTheirs} onChange={() => onChoose(false)} />
        <span>
          <strong>Mi cambio:</strong> {mine}
        </span>
      </label>
      <label>
        <input type="radio" name={id} checked={isTheirs} onChange={() => onChoose(true)} />
        <span>
          <strong>De la otra persona:</strong> {theirs}
        </span>
      </label>
    </fieldset>
  )
}

function Taken({ taken }: { taken: string[] }) {
  return (
    <div>
      <h3>Se incorpora de la otra persona</h3>
      <ul className="merge-taken">
        {taken.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
