import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Described, documentedCalls, type RightCalls, rightCalls } from './support/every-call.ts'
import {
  addVictims,
  CANARY,
  type Column,
  columnsOf,
  effectOf,
  extrasFor,
  type Json,
  withExtras,
} from './support/extra-keys.ts'
import { openShop, type TestShop } from './support/open-shop.ts'
import { openWorld, type World } from './support/world.ts'

/**
 * Each write is made twice by two people alike: as it is, and with every column name of the database as an extra key.
 * Both must change the same rows and columns, and no value of the extra keys may be found in what changed.
 */
describe('extra keys in the body of a write', () => {
  let shop: TestShop
  let world: World
  let calls: Map<string, Described>
  let make: RightCalls
  let columns: Column[]

  beforeAll(async () => {
    shop = await openShop('postgres')
    world = await openWorld(shop)
    calls = await documentedCalls(shop)
    make = rightCalls(world)
    columns = await columnsOf(shop.shop.db)
    await addVictims(shop.shop.db)
    // The first save of a setting adds its row, every later one changes it.
    await world.admin.put('/settings/', { tagline: 'x' })
  })
  afterAll(() => shop.close())

  const scene = () => ({ shop, make })
  const writes = async () => [...calls].filter(([call]) => /^(POST|PUT|PATCH) /.test(call))

  it.each([true, false])(
    'changes nothing else, with every switch %s',
    async (on) => {
      expect(columns.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'is_staff',
          'is_superuser',
          'email_verified_at',
          'price_at_time',
          'admin_notes',
          'total',
        ]),
      )
      const wrong: string[] = []
      for (const [call, about] of await writes()) {
        for (const admin of about['x-access'] === 'admin' ? [true] : [false, undefined]) {
          if (admin === undefined && about['x-access'] !== 'anyone') continue
          const somebody = () => (admin === undefined ? shop.anonymous : world.person({ admin }))
          const plain = await effectOf(scene(), call, await somebody())
          const extra = await effectOf(scene(), call, await somebody(), (body) =>
            withExtras(body, extrasFor(columns, about, on)),
          )
          if (plain.status !== extra.status)
            wrong.push(`${call}: ${plain.status} became ${extra.status} ${extra.text}`)
          if (CANARY.test(extra.changes)) wrong.push(`${call}: wrote an extra key: ${extra.changes}`)
          if (plain.shape !== extra.shape) wrong.push(`${call}: ${plain.shape} became ${extra.shape}`)
        }
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  it('is refused where a customer may not change what an admin may', async () => {
    const wrong: string[] = []
    const foreign = {
      is_archived: true,
      status: 'completed',
      order_products: [],
      recipient_name: 'Otra',
      customer_phone: '1199999999',
      shipping_address: 'x',
    }
    for (const call of ['PUT /api/orders/{id}/', 'PATCH /api/orders/{id}/']) {
      for (const [field, value] of Object.entries(foreign)) {
        const effect = await effectOf(scene(), call, await world.person(), (body) => ({
          ...(body as Json),
          [field]: value,
        }))
        if (effect.status !== 403 || effect.shape !== '[]')
          wrong.push(`${call} ${field}: ${effect.status} ${effect.shape}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
