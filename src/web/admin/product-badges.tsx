import { Dna, type LucideIcon, Shirt, Sun, Timer } from 'lucide-react'
import { ADMIN_TYPE_LABEL, type ProductType } from '../../contract/product-types.ts'
import { stockWords } from './product-words.ts'

const ICON: Record<ProductType, LucideIcon> = { auto: Timer, fem: Sun, reg: Dna, merch: Shirt }

export function TypeBadge({ type }: { type: ProductType }) {
  const Icon = ICON[type]
  return (
    <span className={`badge ${type}`}>
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
      {ADMIN_TYPE_LABEL[type]}
    </span>
  )
}

export function StockBadge({ stock }: { stock: number }) {
  const { tone, text } = stockWords(stock)
  return <span className={`badge ${tone}`}>{text}</span>
}
