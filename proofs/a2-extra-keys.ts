import { type Described, documentedCalls, type RightCalls, rightCalls } from '../test/support/every-call.ts'
import {
  addVictims,
  CANARY,
  type Column,
  columnsOf,
  effectOf,
  extrasFor,
  withExtras,
} from '../test/support/extra-keys.ts'
import type { TestShop } from '../test/support/open-shop.ts'
import { openWorld, type World } from '../test/support/world.ts'
import { newPlace } from './support/places.ts'
import { Failures, type Proof } from './support/proof.ts'
import { openTestShop } from './support/test-shop.ts'

export const proof: Proof = {
  id: 'A2',
  title:
    'Extra keys: every write is made twice by two people alike, as it is and with every column name of information_schema as an extra key at every depth; all rows of all tables are compared: the same columns change, and no extra value is written. Tries are values of switches, on and off',
  tries: { full: 2, short: 2 },
  async run(context) {
    const failures = new Failures()
    const shop = await openTestShop(context, await newPlace(context, 'postgres'))
    const world = await openWorld(shop)
    const calls = await documentedCalls(shop)
    const columns = await columnsOf(shop.shop.db)
    await addVictims(shop.shop.db)
    // The first save of a setting adds its row, every later one changes it.
    await world.admin.put('/settings/', { tagline: 'x' })
    const scene: Scene = { shop, world, make: rightCalls(world), columns, failures, writes: 0 }
    const writes = [...calls].filter(([call]) => /^(?:POST|PUT|PATCH) /.test(call))
    for (const on of [true, false].slice(0, context.tries))
      for (const [call, about] of writes) await compare(scene, call, about, on)
    if (scene.writes < writes.length) failures.add('nothing was tried', String(scene.writes))
    return {
      tries: `${writes.length} write calls × ${columns.length} column names × ${context.tries}`,
      figure: `${scene.writes} pairs of writes compared row by row, 0 other columns wanted`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'profile-takes-rights',
      patches: [
        {
          file: 'src/contract/auth.ts',
          find: 'export const ProfileUpdate = z.object({',
          replace: 'export const ProfileUpdate = z.looseObject({',
        },
        {
          file: 'src/server/auth/account.ts',
          find: 'function writableFields({ first_name, last_name, instagram }: ProfileUpdate): ProfileFields {\n  return {',
          replace:
            'function writableFields({ first_name, last_name, instagram, is_staff }: ProfileUpdate): ProfileFields {\n  return {\n    ...(is_staff !== undefined && { is_staff }),',
        },
      ],
      failsWith: /PUT \/api\/auth\/profile\//,
    },
    {
      name: 'order-takes-an-address',
      patches: [
        {
          file: 'src/contract/orders.ts',
          find: 'export const OrderRequest = z.object({',
          replace: 'export const OrderRequest = z.looseObject({',
        },
        {
          file: 'src/server/orders/place-order.ts',
          find: 'customer_email: email,',
          replace: 'customer_email: (request as { customer_email?: string }).customer_email ?? email,',
        },
      ],
      failsWith: /POST \/api\/orders\//,
    },
  ],
}

interface Scene {
  shop: TestShop
  world: World
  make: RightCalls
  columns: Column[]
  failures: Failures
  writes: number
}

/** As everybody who may call it: a customer or an admin, and a visitor where anybody may. */
async function compare(scene: Scene, call: string, about: Described, on: boolean): Promise<void> {
  const { world, shop, failures, columns } = scene
  const access = about['x-access']
  const actors =
    access === 'admin'
      ? [() => world.person({ admin: true })]
      : [() => world.person(), ...(access === 'anyone' ? [async () => shop.anonymous] : [])]
  for (const somebody of actors) {
    const plain = await effectOf(scene, call, await somebody())
    const extra = await effectOf(scene, call, await somebody(), (body) =>
      withExtras(body, extrasFor(columns, about, on)),
    )
    scene.writes += 1
    if (plain.status !== extra.status)
      failures.add(`${call}: ${plain.status} became ${extra.status}`, extra.text)
    if (CANARY.test(extra.changes)) failures.add(`${call}: wrote an extra key`, extra.changes)
    if (plain.shape !== extra.shape) failures.add(`${call}: other columns`, `${plain.shape} → ${extra.shape}`)
  }
}
