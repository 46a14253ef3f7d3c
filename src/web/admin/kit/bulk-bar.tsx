import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { counted } from './counted.ts'
import { ProblemText } from './problem.tsx'
import type { BulkRun } from './use-bulk-run.ts'
import './lists.css'

interface BulkBarProps {
  label: string
  count: number
  onClear: () => void
  /** Buttons and links. */
  children: ReactNode
}

/** At the bottom while rows are selected. */
export function BulkBar({ count, ...bar }: BulkBarProps) {
  return count === 0 ? null : <Bar count={count} {...bar} />
}

function Bar({ label, count, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null)
  useFocusHandedOn(bar)
  return (
    <section ref={bar} className="bulk-bar" aria-label={label} data-bottom-bar>
      <p className="bulk-bar-count">
        <output>{counted(count, 'seleccionado', 'seleccionados')}</output>
        <IconButton icon={X} text="Quitar la selección" look="quiet" isIconOnly onClick={onClear} />
      </p>
      <div className="bulk-bar-actions wrap-2">{children}</div>
    </section>
  )
}

interface BulkButtonsProps<Action> {
  actions: readonly Action[]
  run: BulkRun<Action> | undefined
  onAct: (action: Action) => void
}

export function BulkButtons<Action extends { name: string }>({
  actions,
  run,
  onAct,
}: BulkButtonsProps<Action>) {
  const running = run && !run.isDone ? run.action.name : undefined
  return actions.map((action) => (
    <BusyButton
      key={action.name}
      className="secondary"
      busy={running === action.name}
      busyText={`${run?.results.length} de ${run?.total}…`}
      disabled={running !== undefined && running !== action.name}
      onClick={() => onAct(action)}
    >
      {action.name}
    </BusyButton>
  ))
}

interface BulkOutcomeProps {
  run: BulkRun<{ name: string }> | undefined
  onDismiss: () => void
  /** The noun of the items, singular and plural. */
  one: string
  many: string
}

/** The result for each. */
export function BulkOutcome({ run, ...props }: BulkOutcomeProps) {
  return run?.isDone ? <Outcome run={run} {...props} /> : null
}

function Outcome({ run, onDismiss, one, many }: BulkOutcomeProps & { run: BulkRun<{ name: string }> }) {
  const box = useRef<HTMLElement>(null)
  // The outcome is above the list, and the selected rows may be far below it.
  // Braces: browsers return a promise from this call, and an effect must not.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const failed = run.results.filter(({ problem }) => problem)
  const done = run.results.length - failed.length
  return (
    <section ref={box} className={`bulk-outcome ${failed.length > 0 ? 'err' : 'ok'}`} aria-label="Resultado">
      <div className="bulk-outcome-head between">
        <p role={failed.length > 0 ? 'alert' : 'status'}>
          {`${run.action.name}: ${done} de ${run.total} ${run.total === 1 ? one : many}.`}
          {failed.length > 0 && ' Los que fallaron siguen seleccionados.'}
        </p>
        <IconButton icon={X} text="Cerrar el resultado" look="quiet" isIconOnly onClick={onDismiss} />
      </div>
      <details open={failed.length > 0}>
        <summary>Detalle</summary>
        <ul>
          {run.results.map(({ id, name, problem }) => (
            <li key={id}>
              <span>{`${name}: `}</span>
              {problem ? <ProblemText {...problem} /> : <span>listo</span>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
