import { X } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton } from '../../ui/icon-button.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ProblemText } from '../lists/problem.tsx'
import { BULK_ACTIONS, type BulkAction, type BulkRun } from './use-bulk-flags.ts'
import { counted } from '../lists/counted.ts'
import './bulk-bar.css'

interface BulkBarProps {
  count: number
  /** Link to change their prices. */
  pricesPath: string
  run: BulkRun | undefined
  onAct: (action: BulkAction) => void
  onClear: () => void
}

/** At the bottom while rows are selected. */
export function BulkBar({ count, pricesPath, run, onAct, onClear }: BulkBarProps) {
  if (count === 0) return null
  const running = run && !run.isDone ? run.action.name : undefined
  return (
    <section className="bulk-bar" aria-label="Productos elegidos" data-bottom-bar>
      <p className="bulk-bar-count">
        <output>{counted(count, 'seleccionado', 'seleccionados')}</output>
        <IconButton icon={X} text="Quitar la selección" look="quiet" isIconOnly onClick={onClear} />
      </p>
      <div className="bulk-bar-actions">
        {BULK_ACTIONS.map((action) => (
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
        ))}
        <Link className="button secondary" to={pricesPath} aria-label="Cambiar precios">
          Precios
        </Link>
      </div>
    </section>
  )
}

interface BulkOutcomeProps {
  run: (Omit<BulkRun, 'action'> & { action: { name: string } }) | undefined
  onDismiss: () => void
  /** The noun of the items, singular and plural. */
  one?: string
  many?: string
}

/** The result for each. */
export function BulkOutcome({ run, onDismiss, one = 'producto', many = 'productos' }: BulkOutcomeProps) {
  if (!run?.isDone) return null
  const failed = run.results.filter(({ problem }) => problem)
  const done = run.results.length - failed.length
  return (
    <section className={`bulk-outcome ${failed.length > 0 ? 'err' : 'ok'}`} aria-label="Resultado">
      <div className="bulk-outcome-head">
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
              {`${name}: `}
              {problem ? <ProblemText {...problem} /> : 'listo'}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
