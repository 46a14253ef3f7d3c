import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { lotOf, unitsOf } from '../../../../test/support/sales/lots.ts'
import { lotProblems } from '../../../../test/support/sales/lot-books.ts'
import { expectStock, onSale, placed } from '../../../../test/support/sales/orders.ts'
import type { Lot } from '../../../contract/catalog/lots.ts'

describe.each(enginesOf(import.meta.filename))('lots on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const adjust = (body: object) => admin.post('/stock/adjustments/', body)
  const unlotted = async (blister: number) => (await admin.get(`/stock/${blister}/`)).body.unlotted
  const refusal = async (reply: ReturnType<Client['post']>) => {
    const { status, body } = await reply
    return [status, body.errors ?? body.error]
  }

  it('have a unique code, days, notes and a state', async () => {
    const { id: product_id } = await shop.hasProduct({ inase_name: 'PUNA INTA', inase_number: '1234' })
    const facts = { harvested_on: '2026-03-01', expires_on: '2028-03-01', note: 'Estante 2' }
    const lot = (await admin.post('/lots/', { product_id, code: ' s-2611-03 ', ...facts })).body
    expect(lot).toMatchObject({ code: 'S-2611-03', state: 'open', is_expired: false, ...facts })
    expect(lot).toMatchObject({ inase_name: 'PUNA INTA', inase_number: '1234' })
    expect(lot.units).toMatchObject([{ seed_count: 3, left: 0, chosen: 0 }])
    expect(await refusal(admin.post('/lots/', { product_id, code: 'S-2611-03' }))).toEqual([
      409,
      { code: ['Ya hay un lote con ese código'] },
    ])
    const saved = await admin.put(`/lots/${lot.id}/`, { ...lot, state: 'held', version: 1 })
    expect(saved.body).toMatchObject({ state: 'held', version: 2, note: 'Estante 2' })
    const late = { ...lot, code: 'OTRO', version: 1 }
    expect((await admin.put(`/lots/${lot.id}/`, late)).body.code).toBe('STALE')
    const [entry] = (await admin.get(`/activity-logs/?entity=lot&entity_id=${lot.id}`)).body.results
    expect(entry).toMatchObject({ changes: { state: { before: 'open', after: 'held' } } })
    expect((await admin.put('/lots/999999/', late)).status).toBe(404)
    expect((await admin.post('/lots/', { product_id: 999_999, code: 'ABC' })).status).toBe(404)
  })

  it.each([
    [{ code: '' }, 'code', 'El código del lote es requerido'],
    [{ code: 'ñandú' }, 'code', 'El código del lote tiene de 3 a 30 letras, números y guiones'],
    [{ code: 'A'.repeat(31) }, 'code', 'El código del lote tiene de 3 a 30 letras, números y guiones'],
    [{ harvested_on: '2026-02-30' }, 'harvested_on', 'Fecha inválida'],
    [{ harvested_on: '2199-01-01' }, 'harvested_on', 'La cosecha no puede ser en el futuro'],
    [
      { harvested_on: '2026-03-01', expires_on: '2026-02-28' },
      'expires_on',
      'El vencimiento es anterior a la cosecha',
    ],
    [{ state: 'open', is_recalled: true }, 'state', 'Un lote retirado no puede estar en uso'],
  ])('400 for %j', async (wrong, field, text) => {
    const lot = await lotOf(admin, await onSale(shop), 0)
    const reply = await admin.put(`/lots/${lot.id}/`, { ...lot, ...wrong })
    expect([reply.status, reply.body.errors?.[field]]).toEqual([400, [text]])
  })

  it('stay recalled and public when an update does not send it', async () => {
    const lot = await lotOf(admin, await onSale(shop), 0)
    const recall = { ...lot, state: 'held', is_public: true, is_recalled: true }
    const { is_public, is_recalled, ...saved } = (await admin.put(`/lots/${lot.id}/`, recall)).body
    expect([is_public, is_recalled]).toEqual([true, true])
    const noted = await admin.put(`/lots/${lot.id}/`, { ...saved, note: 'Vuelve de un pedido' })
    expect(noted.body).toMatchObject({ is_public: true, is_recalled: true, note: 'Vuelve de un pedido' })
    const opened = await admin.put(`/lots/${lot.id}/`, {
      ...saved,
      state: 'open',
      version: noted.body.version,
    })
    expect([opened.status, opened.body.errors?.state]).toEqual([
      400,
      ['Un lote retirado no puede estar en uso'],
    ])
  })

  it('are found by code, product and state, newest first', async () => {
    const { id: product_id, blisters } = await shop.hasProduct({ name: 'Huayno Único' })
    const item = { product_id, blister_id: blisters[0]?.id ?? 0, quantity: 1 }
    const [old, fresh] = [await lotOf(admin, item, 2, { code: 'HU-1' }), await lotOf(admin, item, 0)]
    await admin.put(`/lots/${fresh.id}/`, { ...fresh, state: 'closed' })
    const found = async (query: string) =>
      (await admin.get(`/lots/?${query}`)).body.results.map(({ id }: Lot) => id)
    expect(await found('search=huayno unico')).toEqual([fresh.id, old.id])
    expect(await found('search=hu-1')).toEqual([old.id])
    expect(await found(`product=${product_id}&state=closed`)).toEqual([fresh.id])
    expect(await found(`product=${product_id}&state=nada&page_size=1&page=2`)).toEqual([old.id])
    expect(await found('search=zzz')).toEqual([])
  })

  it('take units that are on the shelf without a lot, and give them back', async () => {
    const item = await onSale(shop)
    await placed(customer, item)
    const lot = await lotOf(admin, item, 7)
    expect(await unlotted(item.blister_id)).toBe(3)
    const move = (change: unknown, blister_id = item.blister_id) =>
      refusal(admin.post(`/lots/${lot.id}/units/`, { blister_id, change }))
    expect(await move(4)).toEqual([409, 'Quedan 3 sin lote. ¿Sumar 1 al stock, como cosecha?'])
    expect(await move(-8)).toEqual([409, `Del lote ${lot.code} quedan 7`])
    expect(await move(0)).toEqual([400, { change: ['La cantidad no puede ser 0'] }])
    expect(await move(1.5)).toEqual([400, { change: ['La cantidad debe ser un número entero'] }])
    expect(await move(1, (await onSale(shop)).blister_id)).toEqual([404, 'Lote no encontrado'])
    expect((await move(-2))[0]).toBe(201)
    expect(await unlotted(item.blister_id)).toBe(5)
    const key = { 'idempotency-key': `units-${lot.id}` }
    const body = { blister_id: item.blister_id, change: 1 }
    await Promise.all([1, 2].map(() => admin.post(`/lots/${lot.id}/units/`, body, key)))
    expect(await unitsOf(admin, lot)).toEqual({ left: 6, chosen: 0 })
  })

  it('gain units from a harvest, and lose units taken out', async () => {
    const item = await onSale(shop, 2)
    const lot = await lotOf(admin, item, 0)
    const { blister_id } = item
    await adjust({ blister_id, change: 6, reason: 'received', lot_id: lot.id })
    expect([await unitsOf(admin, lot), await unlotted(blister_id)]).toEqual([{ left: 6, chosen: 0 }, 2])
    await adjust({ blister_id, change: -4, reason: 'damaged', lot_id: lot.id })
    expect([await unitsOf(admin, lot), await unlotted(blister_id)]).toEqual([{ left: 2, chosen: 0 }, 2])
    expect(await refusal(adjust({ blister_id, change: -3, reason: 'lost', lot_id: lot.id }))).toEqual([
      409,
      `Del lote ${lot.code} quedan 2`,
    ])
    await expectStock(shop, item, 4)
    const [newest] = (await admin.get(`/stock/${blister_id}/movements/`)).body.results
    expect(newest).toMatchObject({ change: -4, lot: lot.code })
    expect((await adjust({ blister_id, change: 1, reason: 'received', lot_id: 999_999 })).status).toBe(404)
  })

  it('begin with the units of a harvest and its test, in one call', async () => {
    const { id: product_id, blisters } = await shop.hasProduct({
      blisters: [
        { seed_count: 1, price: 100, stock: 5 },
        { seed_count: 3, price: 200, stock: 0 },
      ],
    })
    const [one, three] = blisters.map(({ id }) => id)
    const units = [
      { blister_id: one, units: 20 },
      { blister_id: three, units: 7 },
    ]
    const test = { tested_on: '2026-11-19', sown: 50, germinated: 47, method: 'Papel' }
    const body = { product_id, code: 'COS-1', harvested_on: '2026-11-01', units, test }
    const key = { 'idempotency-key': 'cosecha-1' }
    const [first, again] = await Promise.all([1, 2].map(() => admin.post('/lots/', body, key)))
    expect([first?.status, again?.body]).toEqual([201, first?.body])
    const { id, tests } = first?.body ?? {}
    expect(first?.body.units.map(({ left }: { left: number }) => left)).toEqual([20, 7])
    expect(tests).toMatchObject([test])
    expect([await shop.stockOf(one ?? 0), await shop.stockOf(three ?? 0)]).toEqual([25, 7])
    expect([await shop.ledgerOf(one ?? 0), await shop.ledgerOf(three ?? 0)]).toEqual([25, 7])
    expect([await unlotted(one ?? 0), await unlotted(three ?? 0)]).toEqual([5, 0])
    const [movement] = (await admin.get(`/stock/${one}/movements/`)).body.results
    expect(movement).toMatchObject({ change: 20, reason: 'received', lot: 'COS-1' })
    const [entry] = (await admin.get(`/activity-logs/?entity=lot&entity_id=${id}`)).body.results
    expect(entry.changes).toMatchObject({
      sown: 50,
      [`blisters.${one}.stock`]: { before: 5, after: 25 },
      [`blisters.${three}.stock`]: { before: 0, after: 7 },
    })
    expect(await lotProblems(shop.shop.db)).toEqual([])
  })

  it.each([
    [{ units: [{ blister_id: 1 }] }, 'units.0.units', 'La cantidad es requerida'],
    [{ units: [{ blister_id: 1, units: -2 }] }, 'units.0.units', 'Ingreso de cosecha: las unidades se suman'],
    [
      { units: [1, 1].map((blister_id) => ({ blister_id, units: 1 })) },
      'units',
      'Cada presentación va una sola vez',
    ],
    [
      { test: { tested_on: '2026-11-21', sown: 1, germinated: 1 } },
      'test.tested_on',
      'La fecha no puede ser futura',
    ],
  ])('400 for a harvest with %j', async (wrong, field, text) => {
    const { product_id } = await onSale(shop)
    const reply = await admin.post('/lots/', { product_id, code: 'COS-400', ...wrong })
    expect([reply.status, reply.body.errors?.[field]]).toEqual([400, [text]])
  })

  it('a harvest that cannot be noted whole leaves nothing', async () => {
    const [item, other] = [await onSale(shop, 4), await onSale(shop)]
    const harvest = (units: object[], code = 'COS-2') =>
      admin.post('/lots/', { product_id: item.product_id, code, units })
    const right = { blister_id: item.blister_id, units: 3 }
    const foreign = await harvest([right, { blister_id: other.blister_id, units: 1 }])
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Presentación no encontrada'])
    const full = await harvest([{ ...right, units: 1_000_000 }])
    expect([full.status, full.body.code]).toEqual([409, 'CONFLICT'])
    expect((await admin.get('/lots/?search=COS-2')).body.count).toBe(0)
    expect((await harvest([right])).status).toBe(201)
    // A code that is taken.
    expect((await harvest([right])).body.code).toBe('DUPLICATE')
    await expectStock(shop, item, 7)
    expect((await harvest([right], 'COS-3')).status).toBe(201)
    await expectStock(shop, item, 10)
  })

  it('take more units than are on the shelf as a harvest, when asked to', async () => {
    const item = await onSale(shop, 5)
    const lot = await lotOf(admin, item, 2)
    const body = { blister_id: item.blister_id, change: 10, harvest: true }
    const key = { 'idempotency-key': `harvest-${lot.id}` }
    const asked = await refusal(admin.post(`/lots/${lot.id}/units/`, { ...body, harvest: false }))
    expect(asked).toEqual([409, 'Quedan 3 sin lote. ¿Sumar 7 al stock, como cosecha?'])
    await Promise.all([1, 2].map(() => admin.post(`/lots/${lot.id}/units/`, body, key)))
    expect([await unitsOf(admin, lot), await unlotted(item.blister_id)]).toEqual([{ left: 12, chosen: 0 }, 0])
    await expectStock(shop, item, 12)
    const [movement] = (await admin.get(`/stock/${item.blister_id}/movements/`)).body.results
    expect(movement).toMatchObject({ change: 7, reason: 'received' })
    // Fewer than are there need no stock.
    await adjust({ blister_id: item.blister_id, change: 4, reason: 'returned' })
    expect((await admin.post(`/lots/${lot.id}/units/`, { ...body, change: 3 })).body.units[0].left).toBe(15)
    await expectStock(shop, item, 16)
    expect(await lotProblems(shop.shop.db)).toEqual([])
  })

  it('lose units that left without a lot once no others are left: first to expire first, never held ones', async () => {
    const item = await onSale(shop, 10)
    const held = await lotOf(admin, item, 2, { expires_on: '2026-12-01' })
    const late = await lotOf(admin, item, 3, { expires_on: '2028-01-01' })
    const early = await lotOf(admin, item, 3, { expires_on: '2027-01-01' })
    await admin.put(`/lots/${held.id}/`, { ...held, state: 'held' })
    const lose = (change: number) => adjust({ blister_id: item.blister_id, change, reason: 'lost' })
    const left = async () =>
      Promise.all([held, late, early].map(async (lot) => (await unitsOf(admin, lot)).left))
    await lose(-2)
    expect(await left()).toEqual([2, 3, 3])
    await lose(-4)
    expect(await left()).toEqual([2, 2, 0])
    await lose(-2)
    expect(await left()).toEqual([2, 0, 0])
    expect((await lose(-1)).status).toBe(409)
    await admin.delete(`/products/${item.product_id}/`)
    expect((await unitsOf(admin, held)).left).toBe(0)
  })

  it('have tests, which are voided and never changed', async () => {
    const lot = await lotOf(admin, await onSale(shop), 0)
    const add = (test: object) => admin.post(`/lots/${lot.id}/tests/`, { tested_on: '2026-11-03', ...test })
    const first = (await add({ sown: 50, germinated: 46, method: 'Papel' })).body.tests[0]
    expect(first).toMatchObject({ sown: 50, germinated: 46, method: 'Papel', voided_at: null })
    const second = (await add({ sown: 100, germinated: 91, tested_on: '2026-11-19' })).body
    expect(second.tests.map(({ sown }: { sown: number }) => sown)).toEqual([100, 50])
    const errors = async (test: object) => (await add(test)).body.errors
    expect(await errors({ sown: 0, germinated: 0 })).toEqual({
      sown: ['Las semillas sembradas deben ser al menos 1'],
    })
    expect(await errors({ sown: 1001, germinated: 1 })).toEqual({
      sown: ['Las semillas sembradas no pueden superar 1.000'],
    })
    expect(await errors({ sown: 10, germinated: 11 })).toEqual({
      germinated: ['Las semillas germinadas no pueden ser más que las sembradas'],
    })
    expect(await errors({ sown: 10, germinated: 1, tested_on: '2026-11-21' })).toEqual({
      tested_on: ['La fecha no puede ser futura'],
    })
    expect(await errors({ sown: 10.5, germinated: 1 })).toHaveProperty('sown')
    const voided = await admin.post(`/lots/${lot.id}/tests/${first.id}/void/`)
    expect(voided.body.tests[1]).toMatchObject({ id: first.id, voided_at: expect.any(String) })
    expect(await refusal(admin.post(`/lots/${lot.id}/tests/${first.id}/void/`))).toEqual([
      409,
      'La prueba ya estaba anulada',
    ])
    expect((await admin.post(`/lots/${lot.id}/tests/999999/void/`)).status).toBe(404)
  })
})
