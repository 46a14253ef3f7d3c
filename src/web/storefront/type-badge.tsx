import { Dna, Gem, type LucideIcon, Shirt, Sun, Timer } from 'lucide-react'
import { type ProductType, TYPE_BADGE, TYPE_LABEL } from '../../contract/product-types.ts'
import '../styles/badge.css'

const ICON: Record<ProductType, LucideIcon> = { auto: Timer, fem: Sun, reg: Dna, merch: Shirt }

/** The kind of product by colour, icon and word: a short one for the eye, the full label for the ear and `long`. */
export function TypeBadge({ type, long = false }: { type: ProductType; long?: boolean }) {
  const Icon = ICON[type]
  return (
    <span className={`badge ${type}`}>
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
      {long ? (
        TYPE_LABEL[type]
      ) : (
        <>
          <span aria-hidden="true">{TYPE_BADGE[type]}</span>
          <span className="visually-hidden">{TYPE_LABEL[type]}</span>
        </>
      )}
    </span>
  )
}

export function LimitedBadge() {
  return (
    <span className="badge lim">
      <Gem aria-hidden="true" size={14} strokeWidth={2} />
      Edición limitada
    </span>
  )
}
