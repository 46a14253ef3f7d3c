import { sql } from 'kysely'
import { loadNow, printHeading } from '../load/report.ts'
import { openTestShop } from '../../test/support/open-shop.ts'
import { engines, withPlace } from '../../test/support/test-environment.ts'

/** `npm run bench renames`: how long a new name of a brand takes to be answered, and to be found by, with its products. */
const PRODUCTS = [1_000, 5_000]
const RUNS = 3

printHeading(`A new name of a brand, median of ${RUNS}`)
for (const engine of engines)
  await withPlace(engine, async (scope, place) => {
    const shop = await openTestShop(scope, place)
    const admin = await shop.signIn({ admin: true })
    const table: Record<string, string | number>[] = []
    for (const count of PRODUCTS) {
      const { body: brand } = await admin.post('/brands/', { brand_name: `Marca ${count}` })
      await sql`insert into products (name, type, brand_id, search_text, created_at)
        select 'P' || i, 'fem', ${brand.id}, 'p' || i || e'\n\n\nmarca\n\n', now()
        from generate_series(1, ${count}::int) as i`.execute(shop.shop.db)
      const times: { answered: number; found: number }[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const start = performance.now()
        const { status } = await admin.put(`/brands/${brand.id}/`, { name: `Nueva ${count} ${run}` })
        if (status !== 200) throw new Error(`The rename was refused: ${status}`)
        const answered = performance.now() - start
        while (await isWaiting(`nueva ${count} ${run}`, count))
          await new Promise((done) => setTimeout(done, 20))
        times.push({ answered, found: performance.now() - start })
      }
      const median = (name: 'answered' | 'found') =>
        Math.round(times.map((each) => each[name]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NaN)
      table.push({
        products: count,
        'answered ms': median('answered'),
        'found ms': median('found'),
        load: loadNow(),
      })
    }
    console.log(engine)
    console.table(table)

    /** Whether some products still have the name before. */
    async function isWaiting(name: string, count: number): Promise<boolean> {
      const { rows } = await sql<{ found: number }>`select count(*)::int as found from products
        where search_text like ${`%${name}%`}`.execute(shop.shop.db)
      return (rows[0]?.found ?? 0) < count
    }
  })
