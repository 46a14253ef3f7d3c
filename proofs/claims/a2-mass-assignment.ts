import { documentedCalls } from '../../test/support/calls/every-call.ts'
import {
  actorsFor,
  addVictims,
  changesFor,
  columnsOf,
  differences,
  rightWrites,
  takenFromCustomers,
  writesOf,
} from '../../test/support/hostile-inputs/extra-keys.ts'
import { openWorld } from '../../test/support/people/world.ts'
import { newPlace } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { openTestShop } from '../../test/support/open-shop.ts'

export const proof: Proof = {
  id: 'A2',
  title: 'Mass assignment',
  claim:
    'Keys that a call does not declare are never written, and customers cannot change what only admins may change.',
  how: 'Every write is made twice for equal accounts: as it is, and with every column name of the database as an extra key at every depth. All rows of all tables are compared: the same columns change, and no extra value is stored. Then customers send the order fields of admins: 403, and nothing changes.',
  oneTry: 'every write with one value for boolean keys, true or false',
  note: "Calls the application in the proof's own process, whose clock the proof sets.",
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
    const scene = { shop, make: rightWrites(world) }
    const writes = writesOf(calls)
    let pairs = 0
    for (const on of [true, false].slice(0, context.tries)) {
      for (const [call, about] of writes) {
        for (const somebody of actorsFor(world, call, about)) {
          const compared = await differences(scene, call, somebody, changesFor(columns, about, on))
          pairs += compared.pairs
          for (const wrong of compared.wrong) failures.add(wrong)
        }
      }
    }
    const taken = await takenFromCustomers(scene, world)
    for (const wrong of taken.wrong) failures.add(wrong)
    return {
      tries: `${writes.length} writes × ${columns.length} column names × ${context.tries}`,
      figure: `${pairs} pairs of writes compared row by row, 0 differences; ${taken.tries} forbidden changes of customers refused`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'profile-takes-rights',
      patches: [
        {
          find: 'z.object({ first_name: Name.optional(), last_name:',
          replace: 'z.looseObject({ first_name: Name.optional(), last_name:',
        },
        {
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
          find: 'z.object({ recipient_name: RecipientName, shipping_address:',
          replace: 'z.looseObject({ recipient_name: RecipientName, shipping_address:',
        },
        {
          find: 'customer_email: email, customer_phone: request.customer_phone,',
          replace:
            'customer_email: (request as { customer_email?: string }).customer_email ?? email, customer_phone: request.customer_phone,',
        },
      ],
      failsWith: /POST \/api\/orders\//,
    },
    {
      name: 'line-names-its-price',
      patches: [
        {
          find: 'z.object({ product_id: JsonId, blister_id: JsonId, quantity: Quantity })',
          replace: 'z.looseObject({ product_id: JsonId, blister_id: JsonId, quantity: Quantity })',
        },
        {
          find: 'merged.set(blister_id, { blister_id, product_id, quantity: sum })',
          replace:
            'merged.set(blister_id, { ...items.find((item) => item.blister_id === blister_id), blister_id, product_id, quantity: sum })',
        },
        {
          find: '    return freezeLine(line, item)',
          replace: `    const named = (line as { price_at_time?: number }).price_at_time
    const frozen = freezeLine(line, item)
    return named === undefined ? frozen : { ...frozen, price_at_time: Math.round(named * 100) }`,
        },
      ],
      failsWith: /POST \/api\/orders\/: wrote an extra key/,
    },
    {
      // `user_id` is among the last names: a form has no room for all of them at once.
      name: 'form-names-its-owner',
      patches: [
        {
          find: 'z.object({ upload_preset: z.enum(PICTURE_PRESETS,',
          near: 'contract',
          replace: 'z.looseObject({ upload_preset: z.enum(PICTURE_PRESETS,',
        },
        {
          find: '{ preset: body.upload_preset, file: files[0] }, { user, address }',
          replace:
            "{ preset: body.upload_preset, file: files[0] }, { user: 'user_id' in body ? { ...user, id: Number(body.user_id) } : user, address }",
        },
      ],
      failsWith: /POST \/api\/uploads\/: wrote an extra key/,
    },
    {
      name: 'customers-send-more',
      patches: [{ find: 'Object.values(others).some((value) => value !== undefined) ||', replace: '' }],
      failsWith: /a customer changes order_products: 200/,
    },
  ],
}
