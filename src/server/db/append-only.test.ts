import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/databases/test-database.ts'
import { changeableTables, protectAppendOnly } from './append-only.ts'
import type { Db } from './connect.ts'

const tablesOf = (db: Db, role: string) =>
  db.transaction().execute(async (tx) => {
    await sql`set local role ${sql.id(role)}`.execute(tx)
    return changeableTables(tx)
  })

/** Whether the shop may void rows. */
const mayUpdate = async (db: Db, table: string) => {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('surbrote_app', ${table}, 'UPDATE') as may`.execute(db)
  return rows[0]?.may
}

it('what deploy/roles.sql gives away on new tables, protectAppendOnly takes back', async () => {
  const { db, close } = await openTestDatabase('embedded')
  try {
    const roles = await readFile('deploy/roles.sql', 'utf8')
    // A database of its own, in which roles.sql ran before the tables existed.
    await sql.raw(roles).execute(db)
    await sql`grant all on activity_log, stock_movements, schema_migrations, order_payments to surbrote_app`.execute(
      db,
    )
    expect(await tablesOf(db, 'surbrote_app')).toEqual([
      'activity_log',
      'order_payments',
      'schema_migrations',
      'stock_movements',
    ])

    await db.transaction().execute(async (tx) => {
      await sql`set local role surbrote_owner`.execute(tx)
      await protectAppendOnly(tx)
    })
    expect(await tablesOf(db, 'surbrote_app')).toEqual([])
    expect(await mayUpdate(db, 'order_payments')).toBe(true)
    // The owner of the tables may; a shop with one role has no other.
    expect(await tablesOf(db, 'surbrote_owner')).toEqual([])
    const asApp = db.transaction().execute(async (tx) => {
      await sql`set local role surbrote_app`.execute(tx)
      await sql`select * from activity_log`.execute(tx)
      await sql`insert into schema_migrations values ('x', 'y')`.execute(tx)
    })
    await expect(asApp).rejects.toThrow('permission denied for table schema_migrations')
  } finally {
    await close()
  }
})
