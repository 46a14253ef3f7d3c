import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { onFirstClick } from '../../../ui/first-click.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusHandedOn } from '../../../ui/use-focus-on-arrival.ts'
import type { Quantity } from './quantities.ts'
import { QuantityField } from './quantity-field.tsx'

interface PickedLineProps {
  line: OrderLine
  quantity: Quantity
  /** Class of the name. */
  className: string
  onResize: (quantity: Quantity) => void
  onRemove: () => void
  /** More fields. */
  children?: ReactNode
}

/** A presentation picked for a new or replacement order. */
export function PickedLine({ line, quantity, className, onResize, onRemove, children }: PickedLineProps) {
  const name = lineName(line)
  const row = useRef<HTMLLIElement>(null)
  useFocusHandedOn(row)
  return (
    <li ref={row}>
      <p className={className}>{name}</p>
      <QuantityField quantity={quantity} label={name} onChange={onResize} />
      {children}
      <IconButton
        icon={Trash2}
        text={`Quitar ${name}`}
        look="quiet"
        isIconOnly
        title="Quitar"
        onClick={onFirstClick(onRemove)}
      />
    </li>
  )
}
