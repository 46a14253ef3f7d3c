import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { engines, openShop } from '../open-shop.ts'
import { everyRow, fillWithAll } from './backups.ts'
import { openTestDatabase } from './test-database.ts'

describe.each(engines)('the database that a test file leaves to the next, on %s', (engine) => {
  async function found() {
    const database = await openTestDatabase(engine)
    const plannedBy = await sql`
      select current_database(), pg_postmaster_start_time(), oid, relpages, reltuples, relallvisible
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by oid`.execute(
      database.db,
    )
    const rows = await everyRow(database)
    const statistics = await sql`select from pg_statistic`.execute(database.db)
    await database.close()
    return { rows, plannedBy: plannedBy.rows, statistics: statistics.rows.length }
  }

  it('has the rows, the next numbers and the plans of a new one', async () => {
    // A server of its own may have analyzed the migrations.
    const before = { ...(await found()), statistics: 0 }
    const shop = await openShop(engine)
    await fillWithAll(shop)
    await sql`analyze`.execute(shop.shop.db)
    await shop.close()
    expect(await found()).toEqual(before)
  })
})
