import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { onSale } from '../../../test/support/sales/orders.ts'

/** As people write the same name. */
const NAMES = ['João', 'María', 'O’Higgins', 'García-López', 'Ñandú']
const spellings: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.normalize('NFD'),
  (word) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  (word) => word.replace('’', "'"),
  (word) => word.replace('’', ''),
  (word) => word.replace('-', ' '),
  (word) => word.replace('-', '‑'),
  (word) => `${word.slice(0, 2)}\u200b${word.slice(2)}`,
  (word) => word.slice(0, 4),
]
const searches = fc
  .shuffledSubarray(NAMES, { minLength: 1 })
  .chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.array(fc.constantFrom(...spellings), { minLength: names.length, maxLength: names.length }),
      fc.constantFrom(' ', '\u00a0', '  '),
    ),
  )
  .map(([names, write, between]) => names.map((name, at) => write[at]?.(name)).join(between))

const PHONES = [
  '3515554444',
  '+54 9 351 555-4444',
  '‪+54 9 351 555‑4444‬',
  '0351 15 555-4444',
  '15 555-4444',
  '555-4444',
  '(351) 555.4444',
  '005493515554444',
]

describe.each(enginesOf(import.meta.filename))('the searches of the desk, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  let id = 0
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    const item = await onSale(shop)
    const guest = { name: NAMES.join(' '), phone: '351 555-4444', email: 'joao@correo.example' }
    id = (await admin.post('/orders/manual/', { guest, channel: 'fair', lines: [item] })).body.id
    await admin.post('/orders/manual/', { guest: { name: 'Juana Pérez' }, channel: 'fair', lines: [item] })
    customer = await shop.signIn({ first_name: 'Inés', last_name: 'D’Ávila' })
    const recipient = { recipient_name: 'La vecina', customer_phone: '0221 15 444-5555' }
    await customer.post('/orders/', { ...recipient, delivery_type: 'coordinate', products: [item] })
  })
  afterAll(() => shop.close())

  const orders = async (search: string) =>
    (await admin.get(`/orders/?search=${encodeURIComponent(search)}`)).body.results as { id: number }[]
  const users = async (search: string) =>
    (await admin.get(`/auth/users/?page=1&username=${encodeURIComponent(search)}`)).body.results as {
      id: number
    }[]

  it('find an order by the words of its name, in any order and spelling', async () => {
    await fc.assert(
      fc.asyncProperty(searches, async (search) => {
        expect([search, (await orders(search)).map((order) => order.id)]).toEqual([search, [id]])
      }),
      { numRuns: 60 },
    )
  })

  it('find a parcel by its tracking number, whole', async () => {
    const sent = { state: 'handed', how: 'shipped', carrier: 'Correo Argentino', tracking: 'CP 123456789 ar' }
    expect((await admin.put(`/orders/${id}/delivery/`, sent)).status).toBe(200)
    for (const search of ['CP123456789AR', 'cp 123456789 AR'])
      expect([search, (await orders(search)).map((order) => order.id)]).toEqual([search, [id]])
    expect(await orders('CP12345678')).toEqual([])
  })

  it.each(PHONES)('find an order by the phone %s', async (phone) => {
    expect((await orders(phone)).map((order) => order.id)).toEqual([id])
  })

  it.each([
    ['davila ines', 1],
    ["INES D'ÁVILA", 1],
    ['+54 9 221 444-5555', 1],
    ['davila joao', 0],
    ["'", 0],
  ])('find an account by %s: %i', async (search, count) => {
    expect(await users(search)).toHaveLength(count)
    expect(await orders(search)).toHaveLength(count)
  })
})
