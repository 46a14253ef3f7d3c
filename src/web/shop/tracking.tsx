import { Copy } from 'lucide-react'
import type { Order } from '../../contract/orders/orders.ts'
import { COPY_SELECTED, useCopy } from '../browser/use-copy.ts'
import { IconButton } from '../ui/icon-button.tsx'
import '../ui/states.css'

/** The number of a shipment, to copy, with a link where the carrier's page is known. */
export function Tracking({ order: { tracking, tracking_url: page } }: { order: Order }) {
  const [said, copy] = useCopy('Copiado', COPY_SELECTED)
  return (
    <span className="inline-row">
      {page === '' ? (
        <span>{tracking}</span>
      ) : (
        <a href={page} target="_blank" rel="noopener">
          {tracking}
          <span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
      )}
      <IconButton
        icon={Copy}
        size={18}
        text="Copiar"
        of=" el número de seguimiento"
        look="quiet"
        isIconOnly
        onClick={() => void copy(tracking)}
      />
      <output>{said}</output>
    </span>
  )
}
