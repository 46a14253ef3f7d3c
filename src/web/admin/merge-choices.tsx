import { useEffect, useRef, useState } from 'react'
import type { FieldConflict } from './three-way.ts'
import '../styles/admin-merge.css'

interface MergeChoicesProps {
  conflicts: FieldConflict[]
  taken: string[]
  backText: string
  /** With the ids of what shall be as the other person has it. */
  onSave: (theirs: ReadonlySet<string>) => void
  onBack: () => void
}

/** What both changed is asked about; nothing of either is lost without being seen. */
export function MergeChoices({ conflicts, taken, backText, onSave, onBack }: MergeChoicesProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, isTheirs: boolean) =>
    setTheirs((now) => new Set(isTheirs ? [...now, id] : [...now].filter((other) => other !== id)))
  return (
    <>
      <p>
        {conflicts.length === 0
          ? 'Los cambios de las dos personas no se pisan: se pueden guardar juntos.'
          : 'Lo que cambió una sola persona se conserva. Falta elegir qué queda donde cambiaron las dos.'}
      </p>
      {conflicts.map(({ id, label, mine, theirs: other }) => (
        <fieldset key={id} className="merge-choice">
          <legend>{label}</legend>
          <label>
            <input type="radio" name={id} checked={!theirs.has(id)} onChange={() => choose(id, false)} />
            <span>
              <strong>Mi cambio:</strong> {mine}
            </span>
          </label>
          <label>
            <input type="radio" name={id} checked={theirs.has(id)} onChange={() => choose(id, true)} />
            <span>
              <strong>De la otra persona:</strong> {other}
            </span>
          </label>
        </fieldset>
      ))}
      {taken.length > 0 && (
        <div>
          <h3>Se incorpora de la otra persona</h3>
          <ul className="merge-taken">
            {taken.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onBack}>
          {backText}
        </button>
        <button type="button" className="button primary" onClick={() => onSave(theirs)}>
          {conflicts.length === 0 ? 'Guardar todo' : 'Guardar lo elegido'}
        </button>
      </div>
    </>
  )
}

/** The same inside a dialog that is open already: it takes the focus, as it came by itself. */
export function MergePanel({ title, ...choices }: MergeChoicesProps & { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="merge-panel" role="alert">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <MergeChoices {...choices} />
    </section>
  )
}
