import { sql } from 'kysely'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import type { Centavos } from '../../../contract/money.ts'
import type { Tx } from '../../db/transaction.ts'
import { goodsName } from '../blister-queries.ts'

export interface HeldCells {
  blister_id: number
  product_id: number
  name: string
  type: ProductType
  price: Centavos
  discount: number
  stock: number
}

/** Locks presentations in id order, so that what was read stays true; removed ones are missing. */
export async function holdCells(tx: Tx, ids: number[]): Promise<Map<number, HeldCells>> {
  const { rows } = await sql<HeldCells>`
    select b.id as blister_id, p.id as product_id, ${goodsName()} as name, p.type, b.price, b.discount, b.stock
    from blisters b join products p on p.id = b.product_id
    where b.id = any(${ids}::int[]) and b.deleted_at is null order by b.id for no key update of b`.execute(tx)
  return new Map(rows.map((row) => [row.blister_id, row]))
}
