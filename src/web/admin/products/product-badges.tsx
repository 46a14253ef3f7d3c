import { Dna, type LucideIcon, Shirt, Sun, Timer } from 'lucide-react'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { type ProductType, TYPE_BADGE } from '../../../contract/catalog/product-types.ts'
import { stockWords } from './product-words.ts'

const ICON: Record<ProductType, LucideIcon> = { auto: Timer, fem: Sun, reg: Dna, merch: Shirt }

/** `asInShop`: with the label of the storefront. */
export function TypeBadge({ type, asInShop = false }: { type: ProductType; asInShop?: boolean }) {
  const Icon = ICON[type]
  return (
    <span className={`badge ${type}`}>
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
      {asInShop ? TYPE_BADGE[type] : ADMIN_TYPE_LABEL[type]}
    </span>
  )
}

export function StockBadge({ stock }: { stock: number }) {
  const { tone, text } = stockWords(stock)
  return <span className={`badge ${tone}`}>{text}</span>
}
