import { BusyButton } from '../../ui/busy-button.tsx'
import { counted } from './counted.ts'
import './lists.css'

export interface HeldNewsProps {
  list: { hasNews: boolean; fresh: number; show: () => void }
  /** Name of new rows: 'pedido nuevo', 'pedidos nuevos'. */
  one: string
  many: string
}

/** The button that shows held changes of the list. */
export function HeldNews({ list: { hasNews, fresh, show }, one, many }: HeldNewsProps) {
  if (!hasNews) return null
  return (
    <BusyButton className="secondary admin-news" busy={false} onClick={show}>
      {fresh > 0 ? counted(fresh, one, many) : 'La lista cambió'} — mostrar
    </BusyButton>
  )
}

/** Marks a row that no longer belongs to the list. */
export function GoneNote() {
  return <span className="admin-gone-note">Cambió y ya no está en esta lista</span>
}
