import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely'
import type { ClaimStatus } from '../../contract/warranty/warranty-status.ts'
import type { Db } from '../db/connect.ts'
import { type ForgottenPerson, isTheirs, readdressing } from '../db/forgotten-person.ts'
import type { Tx } from '../db/transaction.ts'
import { searchedPhone } from '../../contract/phone.ts'
import { containing, folded, hasWords } from '../db/like.ts'
import type { ClaimRow, Tables } from '../db/tables.ts'
import { LIKE_WORDS } from '../db/prepared.ts'
import { BOUGHT, RELATED, type RelatedRow } from './related-queries.ts'

/** A claim with the claimant's data for admins. */
export interface ClaimWithCustomer extends ClaimRow {
  account_email: string | null
  account_phone: string | null
  account_since: Date | null
  order_customer_id: number | null
  previous_orders: number
  lot: string | null
  order_lot: { id: number; code: string } | null
  replacements: { id: number; is_cancelled: boolean }[]
  related: RelatedRow[]
  bought: number | null
}

interface ClaimFilter {
  userId?: number | undefined
  status?: ClaimStatus | undefined
  search?: string | undefined
}

/** Newest first. */
export function listClaimRows(
  db: Db,
  filter: ClaimFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ClaimWithCustomer[]> {
  // Selects ids first, so that claimants are only read for the rows of the page.
  const page = db
    .selectFrom('warranty_claims')
    .select('warranty_claims.id')
    .where((row) => matches(row, filter))
    .orderBy('warranty_claims.created_at', 'desc')
    .orderBy('warranty_claims.id', 'desc')
    .limit(limit)
    .offset(offset)
  return claims(db)
    .where('warranty_claims.id', 'in', page)
    .orderBy('warranty_claims.created_at', 'desc')
    .orderBy('warranty_claims.id', 'desc')
    .execute()
}

export async function countClaims(db: Db, filter: ClaimFilter): Promise<number> {
  const { count } = await db
    .selectFrom('warranty_claims')
    .where((row) => matches(row, filter))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function countByStatus(db: Db): Promise<{ status: ClaimStatus; count: number }[]> {
  return db
    .selectFrom('warranty_claims')
    .groupBy('status')
    .select((row) => ['status', row.fn.countAll<number>().as('count')])
    .execute()
}

export function findClaimRow(db: Db, id: number): Promise<ClaimWithCustomer | undefined> {
  return claims(db).where('warranty_claims.id', '=', id).executeTakeFirst()
}

export async function getClaimRow(db: Db, id: number): Promise<ClaimWithCustomer> {
  const claim = await findClaimRow(db, id)
  if (!claim) throw new Error(`Claim ${id} is gone`)
  return claim
}

/** The lot of the product in the order, if there is exactly one. */
const ONLY_LOT = sql<{ id: number; code: string } | null>`(
  select case when count(*) = 1 then json_build_object('id', min(had.id), 'code', min(had.code)) end
  from (
    select l.id, l.code from lot_movements m join lots l on l.id = m.lot_id
    where m.order_id = warranty_claims.order_id and l.product_id = warranty_claims.product_id
    group by l.id having sum(m.change) < 0
  ) had)`

const REPLACEMENTS = sql<ClaimWithCustomer['replacements']>`(
  select coalesce(json_agg(json_build_object('id', o.id, 'is_cancelled', o.status = 'cancelled') order by o.id), '[]')
  from orders o where o.claim_id = warranty_claims.id)`

function claims(db: Db) {
  return db
    .selectFrom('warranty_claims')
    .leftJoin('users', 'users.id', 'warranty_claims.user_id')
    .leftJoin('orders', 'orders.id', 'warranty_claims.order_id')
    .leftJoin('lots', 'lots.id', 'warranty_claims.lot_id')
    .selectAll('warranty_claims')
    .select([
      'users.phone as account_phone',
      'users.email as account_email',
      'users.created_at as account_since',
      'orders.user_id as order_customer_id',
      'lots.code as lot',
    ])
    .select([ONLY_LOT.as('order_lot'), REPLACEMENTS.as('replacements')])
    .select([RELATED.as('related'), BOUGHT.as('bought')])
    .select((row) =>
      row
        .selectFrom('orders as earlier')
        .whereRef('earlier.user_id', '=', 'warranty_claims.user_id')
        .whereRef('earlier.created_at', '<=', 'warranty_claims.created_at')
        .select((earlier) => earlier.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('previous_orders'),
    )
}

type Row = ExpressionBuilder<Tables, 'warranty_claims'>

/**
 * Searches name, e-mail, order number and product by words in any order, the number of the claim, and the phones of its
 * account and order.
 */
function matches(row: Row, filter: ClaimFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.userId !== undefined) all.push(row('warranty_claims.user_id', '=', filter.userId))
  if (filter.status !== undefined) all.push(row('warranty_claims.status', '=', filter.status))
  if (filter.search) {
    const words = sql`warranty_claims.name || ' ' || warranty_claims.email || ' ' || warranty_claims.order_number || ' ' || warranty_claims.product_name`
    const any: Expression<SqlBool>[] = [hasWords(folded(words), filter.search)]
    const number = /^#?(\d{1,9})$/.exec(filter.search)?.[1]
    if (number !== undefined) any.push(row('warranty_claims.id', '=', Number(number)))
    const digits = searchedPhone(filter.search)
    if (digits !== undefined) {
      const contact = folded(sql`customer_phone || ' ' || customer_email`)
      any.push(
        sql<SqlBool>`warranty_claims.user_id = any(array(select id from users where phone ${LIKE_WORDS} ${containing(digits)}))`,
        sql<SqlBool>`warranty_claims.order_id = any(array(select id from orders where ${contact} ${LIKE_WORDS} ${containing(digits)}))`,
      )
    }
    all.push(row.or(any))
  }
  return row.and(all)
}

export async function insertClaim(tx: Tx, claim: Insertable<Tables['warranty_claims']>): Promise<number> {
  const { id } = await tx
    .insertInto('warranty_claims')
    .values(claim)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function lockClaim(tx: Tx, id: number): Promise<ClaimRow | undefined> {
  return tx.selectFrom('warranty_claims').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type ClaimFields = Partial<
  Pick<
    ClaimRow,
    | 'status'
    | 'admin_notes'
    | 'admin_response'
    | 'resolution_details'
    | 'lot_id'
    | 'seeds_sown'
    | 'seeds_failed'
  >
>

export function findLot(db: Db, id: number): Promise<{ product_id: number } | undefined> {
  return db.selectFrom('lots').select('product_id').where('id', '=', id).executeTakeFirst()
}

/** Raises the version. */
export async function updateClaim(
  tx: Tx,
  id: number,
  fields: ClaimFields & Partial<Pick<ClaimRow, 'replacement_order_id'>>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('warranty_claims')
    .set((row) => ({ ...fields, version: row('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()
}

const FORGOTTEN = {
  name: 'Usuario eliminado',
  email: '',
  phone: '',
  order_number: '',
  description: 'Texto borrado',
  photo1: null,
  photo2: null,
  photo3: null,
  admin_notes: '',
  admin_response: '',
  resolution_details: '',
}

/**
 * For the removal of a person: claims keep only product, days and state. Returns their ids, and those of their
 * photos.
 */
export async function forgetClaims(
  tx: Tx,
  person: ForgottenPerson,
): Promise<{ ids: number[]; photos: string[] }> {
  const before = await tx
    .selectFrom('warranty_claims')
    .select(['id', 'photo1', 'photo2', 'photo3'])
    .where(isTheirs(person, 'email'))
    .forUpdate()
    .execute()
  const ids = before.map(({ id }) => id)
  await tx.updateTable('warranty_claims').set(FORGOTTEN).where('id', '=', sql<number>`any(${ids})`).execute()
  await readdressing(person, 'warranty_claims', 'email').execute(tx)
  const photos = before.flatMap(({ photo1, photo2, photo3 }) => [photo1, photo2, photo3])
  return { ids, photos: photos.filter((photo) => photo !== null) }
}
