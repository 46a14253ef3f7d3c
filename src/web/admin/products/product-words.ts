import type { Product } from '../../../contract/catalog/catalog.ts'
import { LOW_PRODUCT_STOCK } from '../../../contract/limits.ts'
import { shortName } from '../../../contract/catalog/presentations.ts'
import { formatPesos } from '../../../contract/money.ts'
import { formatNumber } from '../../../contract/place.ts'
import { foundBy } from '../kit/found-by.ts'

const CARD_LETTERS = 40

/** At most 40 characters, cut between words; code points, not UTF-16 units. */
export function cutDescription(description: string): string {
  const letters = [...description]
  if (letters.length <= CARD_LETTERS) return description
  const cut = letters.slice(0, CARD_LETTERS).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}

/** 'Sin precio', '$ 9.500' or '$ 9.500 – $ 24.000': the lowest and highest final price. */
export function priceRange({ blisters }: Pick<Product, 'blisters'>): string {
  const prices = blisters.flatMap(({ final_price }) => final_price || [])
  if (prices.length === 0) return 'Sin precio'
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return lowest === highest ? formatPesos(lowest) : `${formatPesos(lowest)} – ${formatPesos(highest)}`
}

/** 'X3/X5' of seeds, 'S/M/XL' of merchandise, or the text that it has instead of sizes. */
export function presentationsOf({ type, ...product }: Product): string {
  if (type === 'merch') return sizesText(product)
  return [...new Set(product.blisters.map((blister) => shortName(type, blister)))].join('/')
}

export function sizesText({
  blisters,
  product_size,
}: {
  blisters: readonly { size: string }[]
  product_size: string
}): string {
  return blisters.flatMap(({ size }) => size || []).join('/') || product_size
}

export function stockWords(stock: number): { tone: 'err' | 'warn' | 'ok'; text: string } {
  if (stock === 0) return { tone: 'err', text: 'Sin stock' }
  if (stock < LOW_PRODUCT_STOCK) return { tone: 'warn', text: `Stock bajo: ${formatNumber(stock)}` }
  return { tone: 'ok', text: `Stock: ${formatNumber(stock)}` }
}

type Searched = Pick<Product, 'name' | 'brand' | 'sku' | 'genotype' | 'flavors' | 'effects'>

/** The matching text of a product found by other fields than name, brand and code. */
export function productFoundBy(product: Searched, search: string): string | undefined {
  const { name, brand, sku, genotype, flavors, effects } = product
  const hidden = { 'el genotipo': genotype, 'el aroma': flavors, 'el efecto': effects }
  return foundBy(search, [name, brand, sku].join(' '), hidden)
}
