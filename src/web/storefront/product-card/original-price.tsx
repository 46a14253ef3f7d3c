import { formatPesos } from '../../../contract/money.ts'

/** The price before a discount. */
export function Original({ price }: { price: number }) {
  return (
    <span className="price-slot-original">
      <span className="price-slot-word">antes </span>
      <s>{formatPesos(price)}</s>
    </span>
  )
}
