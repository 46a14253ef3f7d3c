import type { Lot } from '../../../src/contract/catalog/lots.ts'
import type { Client } from '../open-shop.ts'
import type { Item } from './orders.ts'

let made = 0

/** A new lot of a product, with units of a presentation. */
export async function lotOf(
  admin: Client,
  { product_id, blister_id }: Item,
  units: number,
  facts: Partial<Lot> = {},
): Promise<Lot> {
  made += 1
  const lot = await admin.post('/lots/', { product_id, code: `L-${made}-X`, ...facts })
  if (lot.status !== 201) throw new Error(lot.text)
  if (units === 0) return lot.body
  const moved = await admin.post(`/lots/${lot.body.id}/units/`, { blister_id, change: units })
  if (moved.status !== 201) throw new Error(moved.text)
  return moved.body
}

/** What is left and chosen of a lot in its first presentation. */
export async function unitsOf(
  admin: Client,
  { id, product_id }: Lot,
): Promise<{ left: number; chosen: number }> {
  const lots: Lot[] = (await admin.get(`/lots/?product=${product_id}`)).body.results
  const { left, chosen } = lots.find((lot) => lot.id === id)?.units[0] ?? { left: -1, chosen: -1 }
  return { left, chosen }
}
