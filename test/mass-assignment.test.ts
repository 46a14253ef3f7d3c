import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Described, documentedCalls, type RightCalls } from './support/calls/every-call.ts'
import {
  actorsFor,
  addVictims,
  changesFor,
  type Column,
  columnsOf,
  differences,
  rightWrites,
  takenFromCustomers,
  writesOf,
} from './support/hostile-inputs/extra-keys.ts'
import { openShop, type TestShop } from './support/open-shop.ts'
import { openWorld, type World } from './support/people/world.ts'

/**
 * Each write is made twice by equivalent users: as it is, and with every column name of the database as an extra key.
 * Both must change the same rows and columns, and no value of the extra keys may appear in the changes.
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
    make = rightWrites(world)
    columns = await columnsOf(shop.shop.db)
    await addVictims(shop.shop.db)
    // The first save of a setting adds its row, every later one changes it.
    await world.admin.put('/settings/', { tagline: 'x' })
  })
  afterAll(() => shop.close())

  it('changes nothing else, with every switch on and with every switch off', async ({ signal }) => {
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
    const switches = columns.filter(({ type }) => type === 'boolean')
    const wrong: string[] = []
    for (const [call, about] of writesOf(calls)) {
      // Once its time is over: what it still wrote would stand in the next test.
      signal.throwIfAborted()
      // The others have one value. `npm run prove -- A2` sends them with the switches off too.
      const changes = [...changesFor(columns, about, true), ...changesFor(switches, about, false)]
      for (const somebody of actorsFor(world, call, about))
        wrong.push(...(await differences({ shop, make }, call, somebody, changes)).wrong)
    }
    expect(wrong.join('\n')).toBe('')
  }, 120_000)

  it('are refused from a customer when only an admin may change them', async () => {
    expect((await takenFromCustomers({ shop, make }, world)).wrong).toEqual([])
  })
})
