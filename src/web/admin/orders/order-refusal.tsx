import { shortfallText } from '../../../contract/errors.ts'
import { Refusal } from '../../data/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import './order-refusal.css'

/** The failed action and the reason: the products that are out of stock, else the server's text. */
export function OrderRefusal({ title, error }: { title: string; error: unknown }) {
  return <ErrorPanel title={title} note={<Reasons title={title} error={error} />} />
}

function Reasons({ title, error }: { title: string; error: unknown }) {
  const lines = error instanceof Refusal ? (error.body.lines ?? []) : []
  if (lines.length > 0) {
    return lines.map((line) => (
      <span key={line.blister_id} className="admin-shortfall">
        {shortfallText(line)}
      </span>
    ))
  }
  const reason = error instanceof Error ? error.message : ''
  return reason === title ? null : reason
}
