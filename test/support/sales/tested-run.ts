import { randomBytes } from 'node:crypto'
import { LotChange, NewLot } from '../../../src/contract/catalog/lots.ts'
import { ProductInput } from '../../../src/contract/catalog/product-input.ts'
import { getProduct } from '../../../src/server/catalog/catalog.ts'
import {
  addLotTest,
  changeLot,
  createLot,
  getLot,
  moveLotUnits,
  voidLotTest,
} from '../../../src/server/catalog/lots/lots.ts'
import { createProduct } from '../../../src/server/catalog/products/save-product.ts'
import { ListMemory } from '../../../src/server/catalog/list-memory.ts'
import { getTested, listTestedLots } from '../../../src/server/catalog/tested/tested.ts'
import { DomainError } from '../../../src/server/errors.ts'
import { dayOf } from '../../../src/server/days.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { callerOf, insertPerson } from '../people/people.ts'

export type TestStep =
  | { do: 'test'; lot: number; sown: number; share: number; ago: number }
  | { do: 'void'; lot: number; test: number }
  | { do: 'state'; lot: number; state: 'open' | 'held' | 'closed' }
  | { do: 'units'; lot: number; change: number }

interface Seeds {
  sown: number
  germinated: number
}

const DAY_MS = 86_400_000
/** Seeds of a mark, of lots with more than 200. */
const IN_ONE_MARK = 10

/** Takes the steps on new lots, and throws when what pages show after one differs from the tables. */
export async function runTests(shop: Shop, steps: TestStep[], done: Map<string, number>): Promise<void> {
  const admin = callerOf(await insertPerson(shop, { admin: true }), true)
  const by = { shop, user: admin }
  const lots: { id: number; product: number; blister: number }[] = []
  for (const count of [3, 2]) {
    const name = `P${randomBytes(4).toString('hex')}`
    const blisters = [{ seed_count: 3, price: 100, stock: 12 }]
    const product = await createProduct({
      shop,
      user: admin,
      body: ProductInput.parse({ name, type: 'fem', blisters }),
    })
    for (let n = 0; n < count; n += 1) {
      const code = `L-${randomBytes(6).toString('hex').toUpperCase()}`
      const { id } = await createLot({ ...by, body: NewLot.parse({ product_id: product.id, code }) })
      const blister = product.blisters[0]?.id ?? 0
      await moveLotUnits({ ...by, params: { id }, body: { blister_id: blister, change: 1, harvest: false } })
      lots.push({ id, product: product.id, blister })
    }
  }
  const note = (what: string, count = 1) => done.set(what, (done.get(what) ?? 0) + count)

  const take = async (step: TestStep) => {
    const { id, blister } = lots[step.lot] ?? { id: 0, blister: 0 }
    const lot = await getLot(shop.db, id, shop.now())
    switch (step.do) {
      case 'test': {
        const tested_on = dayOf(new Date(shop.now().getTime() - step.ago * DAY_MS))
        const germinated = Math.floor((step.sown * step.share) / 100)
        return addLotTest({
          ...by,
          params: { id },
          body: { tested_on, sown: step.sown, germinated, method: '' },
        })
      }
      case 'void':
        return voidLotTest({
          shop,
          user: admin,
          params: { id, test: lot.tests[step.test % lot.tests.length]?.id ?? 0 },
        })
      case 'state':
        return changeLot({
          shop,
          user: admin,
          params: { id },
          body: LotChange.parse({ ...lot, state: step.state }),
        })
      default:
        return moveLotUnits({
          ...by,
          params: { id },
          body: { blister_id: blister, change: step.change, harvest: false },
        })
    }
  }

  for (const [index, step] of steps.entries()) {
    try {
      await take(step)
      note(step.do)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
    const seeds = await compare(shop, lots).catch((error: unknown) => {
      throw new Error(`${String(error)} after step ${index}: ${JSON.stringify(step)}`)
    })
    note('seeds shown', seeds)
  }
  // The next sequence begins with nothing on sale.
  for (const { id } of lots) {
    const lot = await getLot(shop.db, id, shop.now())
    await changeLot({ shop, user: admin, params: { id }, body: LotChange.parse({ ...lot, state: 'closed' }) })
  }
}

/** Resolves to the seeds that are shown. */
async function compare(shop: Shop, lots: { id: number; product: number }[]): Promise<number> {
  const shown = await Promise.all(lots.map(({ id }) => seedsOf(shop, id)))
  const sum = sumOf(shown)
  const { sown, germinated } = await listTestedLots({ shop, query: { search: undefined } })
  expectSame('counted of all', { sown, germinated }, sum)
  for (const product of new Set(lots.map((lot) => lot.product))) {
    const own = sumOf(shown.filter((_, index) => lots[index]?.product === product))
    const { tested } = await getProduct({ shop, audience: 'anonymous', params: { id: product } })
    expectSame('counted of a product', tested ?? { sown: 0, germinated: 0 }, own)
  }
  const { html } = await getTested({ shop, query: { product: undefined } }, new ListMemory())
  if (sum.sown === 0) {
    expectSame('an empty page', html, '')
    return 0
  }
  const cells = [...html.matchAll(/<\/td><td>(\d+)<\/td><td>(\d+)<\/td><td>(\d+)<\/td>/g)]
  const column = (place: number) => cells.reduce((total, cell) => total + Number(cell[place]), 0)
  expectSame(
    'the table',
    [column(1), column(2), column(3)],
    [sum.sown, sum.germinated, sum.sown - sum.germinated],
  )
  const marks = (kind: string) =>
    [...html.matchAll(new RegExp(`marks-${kind}"[^>]* width="(\\d+)"`, 'g'))].reduce(
      (total, [, width]) => total + Number(width) / 10,
      0,
    )
  const each = ({ sown: all }: Seeds) => (all > 200 ? IN_ONE_MARK : 1)
  const closed = shown.flatMap((seeds) =>
    seeds ? [Math.ceil((seeds.sown - seeds.germinated) / each(seeds))] : [],
  )
  const total = shown.flatMap((seeds) => (seeds ? [Math.ceil(seeds.sown / each(seeds))] : []))
  const [allClosed, all] = [closed, total].map((counts) => counts.reduce((count, one) => count + one, 0))
  expectSame('marks of seeds', marks('seeds'), allClosed)
  expectSame('marks', marks('seeds') + marks('sprouts'), all)
  return sum.sown
}

/** The newest valid test of a lot on sale, from its rows. */
async function seedsOf(shop: Shop, id: number): Promise<Seeds | undefined> {
  const lot = await getLot(shop.db, id, shop.now())
  const isOnSale = lot.state === 'open' && lot.units.some(({ left }) => left > 0)
  const [newest] = lot.tests
    .filter(({ voided_at }) => voided_at === null)
    .toSorted((a, b) => b.tested_on.localeCompare(a.tested_on) || b.id - a.id)
  return isOnSale ? newest : undefined
}

function sumOf(all: (Seeds | undefined)[]): Seeds {
  return all.reduce<Seeds>(
    (sum, seeds) => ({
      sown: sum.sown + (seeds?.sown ?? 0),
      germinated: sum.germinated + (seeds?.germinated ?? 0),
    }),
    { sown: 0, germinated: 0 },
  )
}

function expectSame(what: string, is: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(is), JSON.stringify(wanted)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}
