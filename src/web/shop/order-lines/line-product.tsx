import type { ReactNode } from 'react'
import type { OrderLine } from '../../../contract/orders/orders.ts'
import { lineKind } from '../order-in-words.ts'
import { LinePicture } from './line-picture.tsx'
import './line-product.css'

interface LineProductProps {
  line: Pick<OrderLine, 'product_name' | 'product_brand' | 'product_image' | 'product_type' | 'blister_info'>
  /** Replaces the plain name, e.g. by a link. */
  name?: ReactNode
  /** Below the name, e.g. actions of the line. */
  children?: ReactNode
}

/** Picture, name, brand and presentation of a line of an order. */
export function LineProduct({ line, name = line.product_name, children }: LineProductProps) {
  return (
    <span className="line-product">
      <LinePicture className="line-picture" src={line.product_image} sizes="48px" />
      <span>
        {name}
        <span className="line-kind">{[line.product_brand, lineKind(line)].filter(Boolean).join(' · ')}</span>
        {children}
      </span>
    </span>
  )
}
