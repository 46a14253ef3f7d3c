import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool } from 'kysely'
import type { RegretStatus } from '../../contract/legal/regret-rules.ts'
import type { Db } from '../db/connect.ts'
import { type ForgottenPerson, isTheirs, readdressing } from '../db/forgotten-person.ts'
import type { RegretRow, Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

/** A request with its order. */
export interface RegretWithOrder extends RegretRow {
  ordered_at: Date | null
}

interface RegretFilter {
  status?: RegretStatus | undefined
}

/** Newest first. */
export function listRegretRows(
  db: Db,
  filter: RegretFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RegretWithOrder[]> {
  return regrets(db)
    .where((row) => matches(row, filter))
    .orderBy('regret_requests.received_at', 'desc')
    .orderBy('regret_requests.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countRegrets(db: Db, filter: RegretFilter): Promise<number> {
  const { count } = await db
    .selectFrom('regret_requests')
    .where((row) => matches(row, filter))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findRegretRow(db: Db, id: number): Promise<RegretWithOrder | undefined> {
  return regrets(db).where('regret_requests.id', '=', id).executeTakeFirst()
}

function regrets(db: Db) {
  return db
    .selectFrom('regret_requests')
    .leftJoin('orders', 'orders.id', 'regret_requests.order_id')
    .selectAll('regret_requests')
    .select('orders.created_at as ordered_at')
}

function matches(
  row: ExpressionBuilder<Tables, 'regret_requests'>,
  { status }: RegretFilter,
): Expression<SqlBool> {
  return row.and(status === undefined ? [] : [row('regret_requests.status', '=', status)])
}

/** The order with this number if it belongs to the account; undefined for orders without an account. */
export async function findOrderOf(
  tx: Tx,
  { orderId, userId }: { orderId: number; userId: number | null },
): Promise<number | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return order?.id
}

export async function insertRegret(tx: Tx, regret: Insertable<Tables['regret_requests']>): Promise<number> {
  const { id } = await tx
    .insertInto('regret_requests')
    .values(regret)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function lockRegret(tx: Tx, id: number): Promise<RegretRow | undefined> {
  return tx.selectFrom('regret_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type RegretFields = Partial<Pick<RegretRow, 'status' | 'answer' | 'answered_at' | 'answered_by'>>

/** Raises the version. */
export async function updateRegret(tx: Tx, id: number, fields: RegretFields): Promise<void> {
  await tx
    .updateTable('regret_requests')
    .set((row) => ({ ...fields, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** For the removal of a person: requests stay, without personal data. Returns their ids. */
export async function forgetRegrets(tx: Tx, person: ForgottenPerson): Promise<number[]> {
  const rows = await tx
    .updateTable('regret_requests')
    .set({ name: 'Usuario eliminado', email: '', phone: '', order_number: '', reason: '', answer: '' })
    .where(isTheirs(person, 'email'))
    .returning('id')
    .execute()
  await readdressing(person, 'regret_requests', 'email').execute(tx)
  return rows.map(({ id }) => id)
}
