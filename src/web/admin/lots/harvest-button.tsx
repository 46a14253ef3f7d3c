import { Plus } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Needs } from '../shell/rights.tsx'

/** Opens `HarvestDialog`, in the heads of lots and stock. */
export function HarvestButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Needs right="stock_write">
      <IconButton
        icon={Plus}
        text="Cosecha nueva"
        look="primary"
        data-key="n"
        title="Cosecha nueva (n)"
        aria-haspopup="dialog"
        onClick={onAdd}
      />
    </Needs>
  )
}
