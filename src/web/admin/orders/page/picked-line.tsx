import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAX_QUANTITY, MIN_QUANTITY } from '../../../../contract/limits.ts'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { QuantityStepper } from '../../../ui/form/quantity-stepper.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

interface PickedLineProps {
  line: OrderLine
  quantity: number
  /** Of the name. */
  className: string
  onResize: (quantity: number) => void
  onRemove: () => void
  /** More fields. */
  children?: ReactNode
}

/** What was picked for an order that is being put together. */
export function PickedLine({ line, quantity, className, onResize, onRemove, children }: PickedLineProps) {
  const name = lineName(line)
  return (
    <li>
      <p className={className}>{name}</p>
      <QuantityStepper
        value={quantity}
        min={MIN_QUANTITY}
        max={MAX_QUANTITY}
        label={name}
        onChange={(asked) => onResize(Math.min(MAX_QUANTITY, asked))}
      />
      {children}
      <IconButton
        icon={Trash2}
        text={`Quitar ${name}`}
        look="quiet"
        isIconOnly
        title="Quitar"
        onClick={onRemove}
      />
    </li>
  )
}
