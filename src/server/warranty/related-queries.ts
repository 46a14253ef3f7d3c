import { type RawBuilder, sql } from 'kysely'
import type { ClaimStatus } from '../../contract/warranty/warranty-status.ts'
import type { Db } from '../db/connect.ts'
import { folded } from '../db/like.ts'
import type { Tx } from '../db/transaction.ts'

/** Another claim about the same goods, with its replacement orders and their units. */
export interface RelatedRow {
  id: number
  status: ClaimStatus
  replacements: { id: number; units: number; is_cancelled: boolean }[]
}

const column = (claim: string, name: string) => sql.ref(`${claim}.${name}`)

/** The number of the claim's order, linked or typed. */
const numberOf = (claim: string) =>
  sql<number | null>`coalesce(${column(claim, 'order_id')},
    substring(${column(claim, 'order_number')} from '^\\s*#?\\s*([1-9]\\d{0,8})\\s*$')::int)`

/** The addresses that the claim is from: the typed one, and that of the linked order. */
const emailsOf = (claim: string) => sql`array[nullif(lower(${column(claim, 'email')}), ''),
  (select nullif(lower(customer_email), '') from orders where id = ${column(claim, 'order_id')})]`

/** By id, or by name where one of the two has no id. */
const sameProduct = (one: { id: RawBuilder<unknown>; name: RawBuilder<unknown> }, claim: string) => sql`(
  ${one.id} = ${column(claim, 'product_id')}
  or (${one.id} is null or ${column(claim, 'product_id')} is null)
    and ${folded(one.name)} = ${folded(column(claim, 'product_name'))})`

/** Symmetric. The first two conditions find the candidates by index. */
const isRelated = sql`
  (other.order_id = ${numberOf('warranty_claims')} or lower(other.email) = any(${emailsOf('warranty_claims')})
    or ${numberOf('other')} = warranty_claims.order_id)
  and other.id <> warranty_claims.id
  and ${emailsOf('other')} && ${emailsOf('warranty_claims')}
  and coalesce(${numberOf('other')} = ${numberOf('warranty_claims')}, true)
  and ${sameProduct({ id: sql`other.product_id`, name: sql`other.product_name` }, 'warranty_claims')}`

const replacementsOf = (claim: string) => sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'is_cancelled', o.status = 'cancelled',
    'units', (select coalesce(sum(quantity), 0) from order_lines where order_id = o.id)) order by o.id), '[]')
  from orders o where o.claim_id = ${column(claim, 'id')})`

/** Other claims of the same person about the same product and order, where both name one; oldest first. */
export const RELATED = sql<RelatedRow[]>`(
  select coalesce(json_agg(json_build_object('id', other.id, 'status', other.status,
    'replacements', ${replacementsOf('other')}) order by other.id), '[]')
  from warranty_claims other where ${isRelated})`

/** The units of the product in the claim's order; null when it is not known. */
export const BOUGHT = sql<number | null>`(
  select sum(l.quantity)::int from order_lines l join orders o on o.id = l.order_id
  where o.id = ${numberOf('warranty_claims')}
    and (o.id = warranty_claims.order_id or lower(o.customer_email) = any(${emailsOf('warranty_claims')}))
    and ${sameProduct({ id: sql`l.product_id`, name: sql`l.product_name` }, 'warranty_claims')})`

/** Locks a claim and those related to it in id order, so that only one of them is replaced at a time. */
export async function lockRelated(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select other.id from warranty_claims join warranty_claims other on ${isRelated} where warranty_claims.id = ${id}`.execute(
    tx,
  )
  const ids = [id, ...rows.map((row) => row.id)]
  await sql`select id from warranty_claims where id = any(${ids}) order by id for update`.execute(tx)
}

/** What was bought, and what the related claims have replaced already. Lock them first. */
export async function readReplaced(
  db: Db,
  id: number,
): Promise<{ bought: number | null; related: RelatedRow[] }> {
  const { rows } = await sql<{ bought: number | null; related: RelatedRow[] }>`
    select ${BOUGHT} as bought, ${RELATED} as related from warranty_claims where id = ${id}`.execute(db)
  return rows[0] ?? { bought: null, related: [] }
}
