import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { askedLotCode, LOT_CODE_PATTERN } from '../../../contract/catalog/lot-rules.ts'
import type { LotQuery, LotTest } from '../../../contract/catalog/lots.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import type { Db } from '../../db/connect.ts'
import { containing } from '../../db/like.ts'
import type { LotRow } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import { LIKE_WORDS } from '../../db/prepared.ts'
import { searchWords } from '../rules.ts'
import { matches } from '../selection.ts'
import { IS_LISTED, IS_ON_SALE } from '../tested/tested-queries.ts'
import { IS_OPEN } from './unit-queries.ts'

export interface ListedLot extends Omit<LotRow, 'created_at'> {
  product: string
  type: ProductType
  inase_name: string
  inase_number: string
  units: { blister_id: number; seed_count: number; size: string; left: number; chosen: number }[]
  tests: (Omit<LotTest, 'voided_at'> & { voided_at: string | null })[]
  failed: number
  delivered: number
  orders_open: number
}

const UNITS = sql`(
  select coalesce(json_agg(u order by u.seed_count, u.blister_id), '[]') from (
    select b.id as blister_id, b.seed_count, b.size, coalesce(sum(m.change), 0)::int as left,
      coalesce(-sum(m.change) filter (where o.id is not null), 0)::int as chosen
    from blisters b left join lot_movements m on m.blister_id = b.id and m.lot_id = l.id
      left join orders o on o.id = m.order_id and ${IS_OPEN}
    where b.product_id = l.product_id and (b.deleted_at is null or m.id is not null)
    group by b.id, b.seed_count, b.size) u)`

const TESTS = sql`(
  select coalesce(json_agg(t order by t.tested_on desc, t.id desc), '[]') from (
    select t.id, t.tested_on, t.sown, t.germinated, t.method, u.username as user, t.voided_at
    from lot_tests t left join users u on u.id = t.user_id where t.lot_id = l.id) t)`

/** Seeds of the lot in orders, deleted ones too. */
const DELIVERED = sql`(
  select coalesce(-sum(m.change * b.seed_count), 0)::int from lot_movements m join blisters b on b.id = m.blister_id
  where m.lot_id = l.id and m.order_id is not null)`

const FAILED = sql`(
  select coalesce(sum(c.seeds_failed), 0)::int from warranty_claims c
  where c.lot_id = l.id and c.status in ('approved', 'resolved'))`

const ORDERS_OPEN = sql`(
  select count(*)::int from (
    select m.order_id from lot_movements m join orders o on o.id = m.order_id and ${IS_OPEN}
    where m.lot_id = l.id group by m.order_id having sum(m.change) < 0) open)`

async function selectLots(db: Db, ids: RawBuilder<unknown>): Promise<ListedLot[]> {
  const { rows } = await sql<ListedLot>`
    select l.id, l.product_id, l.code, l.harvested_on, l.expires_on, l.state, l.is_public, l.is_recalled, l.public_note, l.note,
      l.version, p.name as product, p.type, p.inase_name, p.inase_number, ${UNITS} as units, ${TESTS} as tests, ${DELIVERED} as delivered,
      ${FAILED} as failed, ${ORDERS_OPEN} as orders_open
    from lots l join products p on p.id = l.product_id where l.id in (${ids}) order by l.id desc`.execute(db)
  return rows
}

/** Newest first, with the total count. */
export async function listLots(
  db: Db,
  query: LotQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedLot[]; count: number }> {
  const found = sql`lots l join products p on p.id = l.product_id where ${matching(query)}`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${found}`.execute(db)
  const ids = sql`select l.id from ${found} order by l.id desc limit ${limit} offset ${offset}`
  return { rows: await selectLots(db, ids), count: rows[0]?.count ?? 0 }
}

function matching({ search, state, product, id }: LotQuery): RawBuilder<SqlBool> {
  const words = searchWords(search ?? '')
  const named = matches({ filter: { onSale: false }, words: words.map((word) => [word]) })
  const found = search
    ? sql`(${named} or l.code ${LIKE_WORDS} ${containing(askedLotCode(search))})`
    : sql`true`
  return sql<SqlBool>`${found} and ${state ? sql`l.state = ${state}` : sql`true`}
    and ${product ? sql`l.product_id = ${product}` : sql`true`} and ${id ? sql`l.id = ${id}` : sql`true`}`
}

export async function findLot(db: Db, id: number): Promise<ListedLot | undefined> {
  return (await selectLots(db, sql`${id}::int`))[0]
}

/** The presentations that have or had units of the lot or its product, locked in id order. */
export async function lockPresentationsOf(tx: Tx, lot: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from blisters where product_id = (select product_id from lots where id = ${lot})
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

export function lockLot(tx: Tx, id: number): Promise<LotRow | undefined> {
  return tx.selectFrom('lots').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

type LotValues = Pick<LotRow, 'code' | 'harvested_on' | 'expires_on' | 'is_public' | 'public_note' | 'note'>

/** Undefined for an unknown or removed product. */
export async function insertLot(
  tx: Tx,
  { product_id, ...lot }: LotValues & { product_id: number },
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into lots (product_id, code, harvested_on, expires_on, is_public, public_note, note, created_at)
    select id, ${lot.code}, ${lot.harvested_on}::date, ${lot.expires_on}::date, ${lot.is_public}, ${lot.public_note},
      ${lot.note}, ${at}
    from products where id = ${product_id} and deleted_at is null returning id`.execute(tx)
  return rows[0]?.id
}

/** Locks these presentations of the product, in id order; their stock. Others are missing. */
export async function lockStockOf(
  tx: Tx,
  product: number,
  blisters: number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('blisters')
    .select(['id', 'stock'])
    .where('product_id', '=', product)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<number>`any(${blisters})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

/** Raises the version. */
export async function updateLot(
  tx: Tx,
  id: number,
  values: LotValues & Pick<LotRow, 'state' | 'is_recalled'>,
): Promise<void> {
  await tx
    .updateTable('lots')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function insertTest(
  tx: Tx,
  test: Pick<LotTest, 'tested_on' | 'sown' | 'germinated' | 'method'> & { lot_id: number },
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('lot_tests')
    .values({ ...test, user_id: userId, created_at: at })
    .execute()
}

/** False when it is already voided or belongs to another lot. */
export async function voidTest(
  tx: Tx,
  { lot, test }: { lot: number; test: number },
  { userId, at }: { userId: number; at: Date },
): Promise<boolean> {
  const voided = await tx
    .updateTable('lot_tests')
    .set({ voided_at: at, voided_by: userId })
    .where('id', '=', test)
    .where('lot_id', '=', lot)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return voided !== undefined
}

export async function isTest(db: Db, { lot, test }: { lot: number; test: number }): Promise<boolean> {
  const found = db.selectFrom('lot_tests').select('id').where('id', '=', test).where('lot_id', '=', lot)
  return (await found.executeTakeFirst()) !== undefined
}

interface PublicLotRow {
  code: string
  product_id: number | null
  product: string
  brand: string | null
  image: string | null
  inase_name: string
  inase_number: string
  harvested_on: string | null
  expires_on: string | null
  is_recalled: boolean
  public_note: string
  tests: Omit<LotTest, 'user' | 'voided_at'>[]
  is_on_sale: boolean
}

/** Whether the page of a lot names the product, which may be hidden. */
export async function isOnPublicLot(db: Db, productId: number): Promise<boolean> {
  const lots = db
    .selectFrom('lots')
    .select('id')
    .where('product_id', '=', productId)
    .where('is_public', '=', true)
  return (await lots.limit(1).executeTakeFirst()) !== undefined
}

/** Undefined unless it is public. Only a shown product adds its picture. */
export async function findPublicLot(db: Db, code: string): Promise<PublicLotRow | undefined> {
  if (!LOT_CODE_PATTERN.test(code)) return undefined
  const { rows } = await sql<PublicLotRow>`
    select l.code, case when p.available and p.deleted_at is null then p.id end as product_id, p.name as product,
      m.name as brand, case when p.available and p.deleted_at is null then p.image end as image, p.inase_name,
      p.inase_number, l.harvested_on, l.expires_on, l.is_recalled, l.public_note,
      ${IS_ON_SALE} and ${IS_LISTED} as is_on_sale, (
        select coalesce(json_agg(t order by t.tested_on desc, t.id desc), '[]') from (
          select id, tested_on, sown, germinated, method from lot_tests where lot_id = l.id and voided_at is null) t
      ) as tests
    from lots l join products p on p.id = l.product_id left join brands m on m.id = p.brand_id
    where l.code = ${code} and l.is_public`.execute(db)
  return rows[0]
}
