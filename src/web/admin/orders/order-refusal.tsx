import { Link } from 'react-router'
import { type ShortLine, shortfallText } from '../../../contract/errors.ts'
import { firstClick } from '../../browser/first-click.ts'
import { Refusal } from '../../data/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Needs } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './list/orders-page.css'

/** The failed action and its reason: products out of stock, else the server's text. */
export function OrderRefusal({ title, error, onConfirm }: OrderRefusalProps) {
  const isQuestion = onConfirm !== undefined && error instanceof Refusal && error.code === 'CONFIRM'
  return (
    <>
      <ErrorPanel title={title} note={<Reasons title={title} error={error} />} />
      {isQuestion && (
        <button type="button" className="button secondary" onClick={firstClick(onConfirm)}>
          Entregar igual
        </button>
      )}
    </>
  )
}

interface OrderRefusalProps {
  title: string
  error: unknown
  /** Answers the question of a CONFIRM. */
  onConfirm?: () => void
}

/** The missing units, with a link to correct the stock for roles with that right. */
function Shortfall({ line }: { line: ShortLine }) {
  const admin = useAdminPath()
  return (
    <span className="admin-shortfall">
      <span>{`${shortfallText(line)} `}</span>
      {!line.is_removed && (
        <Needs right="stock_write">
          <Link to={admin.stock({ search: line.name })}>
            Ajustar stock<span className="visually-hidden"> de {line.name}</span>
          </Link>
        </Needs>
      )}
    </span>
  )
}

function Reasons({ title, error }: { title: string; error: unknown }) {
  const lines = error instanceof Refusal ? (error.body.lines ?? []) : []
  if (lines.length > 0) return lines.map((line) => <Shortfall key={line.blister_id} line={line} />)
  const reason = error instanceof Error ? error.message : ''
  return reason === title ? null : reason
}
