import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { insertPhoto } from '../../../../test/support/pictures/photos.ts'
import { lotOf } from '../../../../test/support/sales/lots.ts'
import { type Item, onSale, placed } from '../../../../test/support/sales/orders.ts'
import type { Lot } from '../../../contract/catalog/lots.ts'

describe.each(enginesOf(import.meta.filename))('from a lot to its customers and back, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    await admin.put('/settings/', { max_pending_orders: 1000 })
  })
  afterAll(() => shop.close())

  const trace = async (lot: Lot, query = '') => (await admin.get(`/lots/${lot.id}/trace/${query}`)).body
  /** An order that has so many units of the lot. */
  async function had(item: Item, lot: Lot, quantity: number) {
    const { id } = await placed(customer, { ...item, quantity })
    const line = { blister_id: item.blister_id, lot_id: lot.id, quantity }
    expect((await admin.put(`/orders/${id}/lots/`, { lines: [line] })).status).toBe(200)
    return id
  }
  async function claimed(item: Item, order: number | null): Promise<number> {
    const photo = await insertPhoto(shop.shop.db)
    const { rows } = await sql<{ id: number }>`
      insert into warranty_claims (status, purchase_type, name, email, product_name, description, photo1,
        purchase_date, germination_date, created_at, updated_at, order_id, product_id)
      values ('pending', 'without-order', 'Ana', 'a@b.example', 'Puna', 'x', ${photo.split('/')[3]}, '2026-10-01', '2026-10-02',
        now(), now(), ${order}, ${item.product_id}) returning id`.execute(shop.shop.db)
    return rows[0]?.id ?? 0
  }
  const decide = (id: number, body: object) => admin.patch(`/warranty-claims/${id}/`, body)

  it('names who received it, how many seeds, and what failed', async () => {
    const item = await onSale(shop, 40)
    const lot = await lotOf(admin, item, 40)
    const [first, second] = [await had(item, lot, 4), await had(item, lot, 8)]
    const given = await had(item, lot, 1)
    await admin.put(`/orders/${given}/lots/`, { lines: [] })
    const claim = await claimed(item, first)
    expect((await admin.get(`/warranty-claims/${claim}/`)).body).toMatchObject({
      lot_id: null,
      order_lot: { id: lot.id, code: lot.code },
    })
    const seeds = { seeds_sown: 10, seeds_failed: 3 }
    const decided = (await decide(claim, { lot_id: lot.id, ...seeds })).body
    expect(decided).toMatchObject({ lot_id: lot.id, lot: lot.code, ...seeds, version: 2 })
    const [entry] = (await admin.get(`/activity-logs/?entity=warranty_claim&entity_id=${claim}`)).body.results
    expect(entry.changes).toMatchObject({ seeds_failed: { before: null, after: 3 } })
    expect(await trace(lot)).toMatchObject({
      before: null,
      results: [
        { order_id: second, units: 8, seeds: 24, claims: [] },
        {
          order_id: first,
          recipient: 'Ana Suárez',
          status_display: 'Pendiente',
          units: 4,
          seeds: 12,
          claims: [{ id: claim, ...seeds }],
        },
      ],
      // Claims count once they are approved.
      lot: { claims: { failed: 0, delivered: 36, rate: 0 }, orders_open: 2 },
    })
    await decide(claim, { status: 'approved' })
    expect((await trace(lot)).lot.claims).toEqual({ failed: 3, delivered: 36, rate: 8.3 })
    const other = await claimed(item, null)
    await decide(other, { lot_id: lot.id })
    expect((await trace(lot)).other_claims).toMatchObject([{ id: other, seeds_sown: null }])
  })

  it('outlives orders and accounts, and has no rate under 30 seeds', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 9)
    const id = await had(item, lot, 2)
    await admin.patch(`/orders/${id}/`, { status: 'completed' })
    await admin.delete(`/orders/${id}/`)
    const { results, lot: now } = await trace(lot)
    expect(results).toMatchObject([{ order_id: id, recipient: null, status_display: 'Eliminado', seeds: 6 }])
    expect(now).toMatchObject({ claims: { delivered: 6, rate: null }, orders_open: 0 })
    expect((await admin.get('/lots/999999/trace/')).status).toBe(404)
    expect((await (await shop.signIn({ role: 'stock' })).get(`/lots/${lot.id}/trace/`)).status).toBe(403)
  })

  it('is paged, and exported whole as CSV without live formulas', async () => {
    const item = await onSale(shop, 200)
    const lot = await lotOf(admin, item, 120)
    const ids: number[] = []
    for (let more = 0; more < 52; more += 1) ids.unshift(await had(item, lot, 2))
    await admin.patch(`/orders/${ids[0]}/`, { recipient_name: '=1+1 Ana' })
    const page = await trace(lot)
    expect([page.results.length, page.before]).toEqual([50, ids[49]])
    const next = await trace(lot, `?before=${page.before}`)
    expect([next.results.map(({ order_id }: { order_id: number }) => order_id), next.before]).toEqual([
      ids.slice(50),
      null,
    ])
    const { text, headers } = await admin.get(`/lots/${lot.id}/trace/csv/`)
    expect(headers['content-disposition']).toBe('attachment; filename="lote.csv"')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(53)
    expect(lines[0]).toMatch(/^\uFEFFLote;Pedido;Fecha;Destinatario;Teléfono;Email;/)
    expect(lines[1]).toMatch(
      new RegExp(
        `^${lot.code};#${ids[0]};2026-11-20;'=1\\+1 Ana;1123456789;[^;]+@[^;]+;Pendiente;2;6;0;0;0$`,
      ),
    )
  })

  it('a claim takes a lot of its product, and never more failed seeds than were sown', async () => {
    const item = await onSale(shop)
    const claim = await claimed(item, null)
    const foreign = await lotOf(admin, await onSale(shop), 0)
    const errors = async (body: object) => (await decide(claim, body)).body.errors
    expect(await errors({ lot_id: foreign.id })).toEqual({ lot_id: ['El lote es de otro producto'] })
    expect((await decide(claim, { lot_id: 999_999 })).status).toBe(404)
    expect(await errors({ seeds_sown: 5 })).toEqual({ seeds_failed: ['Faltan las semillas que fallaron'] })
    expect(await errors({ seeds_sown: 5, seeds_failed: 6 })).toEqual({
      seeds_failed: ['Las semillas que fallaron no pueden ser más que las sembradas'],
    })
    expect(await errors({ seeds_sown: 10_001, seeds_failed: 6 })).toHaveProperty('seeds_sown')
    expect(await errors({ seeds_sown: 1.5, seeds_failed: 1 })).toHaveProperty('seeds_sown')
    await decide(claim, { seeds_sown: 5, seeds_failed: 2 })
    expect(await errors({ seeds_sown: 1 })).toHaveProperty('seeds_failed')
    expect((await decide(claim, { seeds_sown: null, seeds_failed: null })).body.seeds_sown).toBe(null)
  })
})

describe.each(enginesOf(import.meta.filename))('a lot by its code, on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  it('is public once marked so: tests and days, without prices, units and personal data', async () => {
    const product = await shop.hasProduct({
      name: 'Puna Pública',
      inase_name: 'PUNA VIOLETA INTA',
      inase_number: '1234',
      blisters: [{ seed_count: 3, price: 98_765, stock: 10, discount: 0 }],
    })
    const item = { product_id: product.id, blister_id: product.blisters[0]?.id ?? 0, quantity: 1 }
    const lot = await lotOf(admin, item, 7, { code: 'PV-2603', harvested_on: '2026-03-01', note: 'Estante' })
    const read = (code = 'pv-2603') => shop.anonymous.get(`/lots/${code}/`)
    expect((await read()).status).toBe(404)
    await admin.put(`/lots/${lot.id}/`, { ...lot, is_public: true })
    const test = { tested_on: '2026-04-01', sown: 50, germinated: 46 }
    const { tests } = (await admin.post(`/lots/${lot.id}/tests/`, { ...test, method: 'Papel' })).body
    await admin.post(`/lots/${lot.id}/tests/`, { ...test, germinated: 2 })
    const wrong = (await admin.get(`/lots/?product=${product.id}`)).body.results[0].tests[0].id
    expect((await read()).body.tests).toHaveLength(2)
    await admin.post(`/lots/${lot.id}/tests/${wrong}/void/`)
    expect(tests).toHaveLength(1)
    expect((await read()).body).toEqual({
      code: 'PV-2603',
      is_on_sale: true,
      drawn: expect.stringContaining('De 50 semillas probadas, 46 abrieron.'),
      product_id: product.id,
      product: 'Puna Pública',
      brand: null,
      image: null,
      inase_name: 'PUNA VIOLETA INTA',
      inase_number: '1234',
      harvested_on: '2026-03-01',
      expires_on: null,
      is_recalled: false,
      public_note: '',
      tests: [{ ...test, id: expect.any(Number), method: 'Papel' }],
    })
    expect((await admin.get('/lots/PV-2603/')).text).toBe((await read()).text)
    await admin.patch(`/products/${product.id}/`, { available: false })
    expect((await read()).body).toMatchObject({ product_id: null, product: 'Puna Pública' })
    const hidden = (await admin.get(`/products/${product.id}/`)).body
    await admin.put(`/products/${product.id}/`, { ...hidden, inase_number: '4321' })
    expect((await read()).body.inase_number).toBe('4321')
    const saved = (await admin.get(`/lots/?product=${product.id}`)).body.results[0]
    await admin.put(`/lots/${lot.id}/`, { ...saved, state: 'held', is_recalled: true })
    expect((await read()).body.is_recalled).toBe(true)
    for (const code of ['PV', 'ñ', 'x'.repeat(41), 'PV-2604', '%00'])
      expect((await read(code)).status, code).toBe(404)
  })
})
