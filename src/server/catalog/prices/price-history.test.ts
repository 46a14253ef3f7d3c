import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { openTestDatabase } from '../../../../test/support/databases/test-database.ts'
import { migrate } from '../../db/migrate.ts'
import { checkShop } from '../../operator/commands/check.ts'
import { importProducts } from '../sheets/import-products.ts'

const BOOK = 'Precio de hoy = última fila de su historial'

describe.each(enginesOf(import.meta.filename))('the history of prices on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const rowsOf = async (blister: number | undefined) =>
    (
      await shop.shop.db
        .selectFrom('price_changes')
        .select(['old_price', 'new_price', 'old_discount', 'new_discount', 'user_id'])
        .where('blister_id', '=', blister ?? 0)
        .orderBy('id')
        .execute()
    ).map((row) => Object.values(row))
  const book = async () => (await checkShop(shop.shop.db, shop.shop.files)).find(({ what }) => what === BOOK)

  it('begins with the product, and a save adds a row for each price or discount that it changes', async () => {
    const by = admin.user?.id
    const blisters = [
      { seed_count: 3, price: 100, stock: 5, discount: 0 },
      { seed_count: 5, price: 180, stock: 5, discount: 0 },
    ]
    const { body: product } = await admin.post('/products/', { name: 'Puna', type: 'fem', blisters })
    const [three, five] = product.blisters
    expect(await rowsOf(three.id)).toEqual([[null, 10_000, null, 0, by]])
    const save = async (changed: object[]) =>
      (await admin.put(`/products/${product.id}/`, { ...product, version: undefined, blisters: changed }))
        .status

    expect(
      await save([
        { ...three, price: 112 },
        { ...five, stock: 9 },
      ]),
    ).toBe(200)
    expect(await rowsOf(three.id)).toEqual([
      [null, 10_000, null, 0, by],
      [10_000, 11_200, 0, 0, by],
    ])
    expect(await rowsOf(five.id)).toHaveLength(1)

    expect(
      await save([
        { ...three, price: 112, discount: 12.5 },
        { seed_count: 9, price: 300, stock: 1 },
      ]),
    ).toBe(200)
    expect((await rowsOf(three.id)).at(-1)).toEqual([11_200, 11_200, 0, 12.5, by])
    const { body: saved } = await admin.get(`/products/${product.id}/`)
    expect(await rowsOf(saved.blisters[1].id)).toEqual([[null, 30_000, null, 0, by]])
    expect(await book()).toMatchObject({ wrong: [] })
  })

  it('has the prices of a sheet, by the admin who imported it', async () => {
    const { id, blisters } = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 100, stock: 5 }] })
    const blister = blisters[0]?.id
    const text = `ID,ID presentación,Precio,Descuento %\n${id},${blister},150,10`
    await importProducts(shop.shop, { text, dryRun: true })
    expect(await rowsOf(blister)).toHaveLength(1)
    await importProducts(shop.shop, { text, dryRun: false })
    expect((await rowsOf(blister)).at(-1)).toEqual([10_000, 15_000, 0, 10, null])
    const run =
      await sql`select kind, changed, sum_old, sum_new from price_runs r join price_changes c on c.run_id = r.id
      where c.blister_id = ${blister}`.execute(shop.shop.db)
    expect(run.rows).toEqual([{ kind: 'sheet', changed: 1, sum_old: 10_000, sum_new: 15_000 }])
    expect(await book()).toMatchObject({ wrong: [] })
  })

  it('is only added to', async () => {
    const { db } = shop.shop
    await shop.hasProduct()
    for (const statement of ['update price_changes set new_price = 0', 'delete from price_changes'])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('only ever added')
    await expect(sql`truncate price_runs, price_changes`.execute(db)).rejects.toThrow('only ever added')
  })

  it('check reports a price without a history row', async () => {
    const { blisters } = await shop.hasProduct()
    const id = blisters[0]?.id ?? 0
    await sql`update blisters set price = price + 100 where id = ${id}`.execute(shop.shop.db)
    expect((await book())?.wrong).toEqual([expect.stringContaining(`Presentación ${id}: precio `)])
  })
})

describe.each(enginesOf(import.meta.filename))('the migration of prices on %s', (engine) => {
  it('begins a history with the price of today, of removed presentations too', async () => {
    const database = await openTestDatabase(engine)
    const { db } = database
    try {
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      await migrate(database, 'db/migrations', '0036')
      await sql`insert into products (name, type, created_at) values ('Puna', 'fem', now())`.execute(db)
      await sql`insert into blisters (product_id, seed_count, price, discount, final_price, stock, deleted_at)
        values (1, 3, 18400, 10, 16560, 5, null), (1, 5, 0, 0, 0, 0, now())`.execute(db)
      expect(await migrate(database, 'db/migrations')).toContain('0036_prices.sql')
      const { rows } = await sql`select blister_id, run_id, old_price, new_price, old_discount, new_discount
        from price_changes order by id`.execute(db)
      expect(rows.map((row) => Object.values(row as object))).toEqual([
        [1, null, null, 18_400, null, 10],
        [2, null, null, 0, null, 0],
      ])
    } finally {
      await database.close()
    }
  })
})
