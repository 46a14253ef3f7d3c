import type { Brand } from '../../contract/catalog/brands.ts'
import type { Blister, Product } from '../../contract/catalog/catalog.ts'
import { toPesos } from '../../contract/money.ts'
import type { ListedBlister } from './blister-queries.ts'
import type { ListedBrand } from './brands/brand-queries.ts'
import type { ListedProduct } from './queries.ts'

/** Maps a row to the contract's product with prices; the schema for visitors drops them. */
export function viewProduct({ created_at, blisters, ...row }: ListedProduct): Product {
  return {
    ...row,
    stock: blisters.reduce((sum, { stock }) => sum + stock, 0),
    blisters: blisters.map(viewBlister),
    created_at: created_at.toISOString(),
  }
}

export function viewBlister(row: Omit<ListedBlister, 'product_id'>): Blister {
  return {
    id: row.id,
    seed_count: row.seed_count,
    size: row.size,
    stock: row.stock,
    withheld: row.withheld,
    image: row.image,
    price: toPesos(row.price),
    discount: row.discount,
    final_price: toPesos(row.final_price),
  }
}

export function viewBrand(row: ListedBrand): Brand {
  return { ...row, brand_id: row.id, brand_name: row.name, created_at: row.created_at.toISOString() }
}
