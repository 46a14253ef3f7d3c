import {
  LIMITED_EDITION,
  type ProductType,
  TYPE_BADGE,
  TYPE_LABEL,
} from '../../../contract/catalog/product-types.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import './product-card.css'

/** The type of a product by colour, icon and text, which is short unless `long`; screen readers get the full label. */
export function TypeBadge({ type, long = false }: { type: ProductType; long?: boolean }) {
  return (
    <span className={`badge type-badge ${type}`}>
      {long ? (
        <span>
          <BreaksAfter sign="/" text={TYPE_LABEL[type]} />
        </span>
      ) : (
        <>
          <span aria-hidden="true">{TYPE_BADGE[type]}</span>
          <span className="visually-hidden">{TYPE_LABEL[type]}</span>
        </>
      )}
    </span>
  )
}

/** Marks a limited edition. */
export function LimitedBadge() {
  return <span className="badge type-badge lim">{LIMITED_EDITION}</span>
}
