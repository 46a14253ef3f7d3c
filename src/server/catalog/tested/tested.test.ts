import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { lotOf } from '../../../../test/support/sales/lots.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'
import { insertApprovedClaim } from '../../../../test/support/sales/claims.ts'
import type { Lot } from '../../../contract/catalog/lots.ts'
import { marksOf } from './draw-field.ts'

describe.each(enginesOf(import.meta.filename))('germination tests of lots on sale, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  let visitor: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    visitor = shop.anonymous
  })
  afterAll(() => shop.close())

  const test = (lot: Lot, sown: number, germinated: number, tested_on = '2026-11-10') =>
    admin.post(`/lots/${lot.id}/tests/`, { sown, germinated, tested_on })
  const htmlOf = async (query = ''): Promise<string> => (await visitor.get(`/tested/${query}`)).body.html
  const listed = async (search = '') => (await visitor.get(`/tested/lots/?search=${search}`)).body
  const testedOf = async (id: number) => (await visitor.get(`/products/${id}/`)).body.tested
  const change = (lot: Lot, to: object) => admin.put(`/lots/${lot.id}/`, { ...lot, ...to })
  const counted = async () => {
    const { sown, germinated } = await listed()
    return { sown, germinated }
  }
  /** What counts for `lot` alone. */
  const countedOf = async ({ product_id }: Lot) => testedOf(product_id)

  it('count every seed of the newest test, opened or not', async () => {
    const lot = await lotOf(admin, await onSale(shop), 3, { is_public: true })
    expect(await countedOf(lot)).toBeNull()
    await test(lot, 50, 48, '2026-10-01')
    await test(lot, 50, 46)
    // A better one of an earlier day, noted later.
    await test(lot, 50, 50, '2026-10-15')
    expect(await countedOf(lot)).toEqual({ sown: 50, germinated: 46 })
    expect(await counted()).toEqual({ sown: 50, germinated: 46 })
    const html = await htmlOf()
    expect(html).toContain('De 50 semillas probadas, <b>46 abrieron.</b>')
    expect(html).toContain('<td>50</td><td>46</td><td>4</td>')
    // Two rows of 25 marks: 46 sprouts and 4 seeds.
    const widths = (kind: string) =>
      [...html.matchAll(new RegExp(`marks-${kind}"[^>]* width="(\\d+)"`, 'g'))].map(([, width]) =>
        Number(width),
      )
    expect([widths('sprouts'), widths('seeds')]).toEqual([[250, 210], [40]])
    expect(await htmlOf(`?product=${lot.product_id}`)).toContain(
      `<a href="/lote/${lot.code}">${lot.code}</a> <b>46/50</b>`,
    )
    await change(lot, { state: 'closed' })
  })

  it('do not count a void test, a lot on hold, a closed one, one without units, or one of a hidden product', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 3)
    await test(lot, 40, 30, '2026-10-01')
    const { body } = await test(lot, 40, 40)
    expect(await countedOf(lot)).toEqual({ sown: 40, germinated: 40 })
    await admin.post(`/lots/${lot.id}/tests/${body.tests[0].id}/void/`)
    expect(await countedOf(lot)).toEqual({ sown: 40, germinated: 30 })
    let version = 1
    for (const to of [
      { state: 'held' },
      { state: 'held', is_recalled: true },
      { state: 'closed', is_recalled: false },
    ]) {
      await change(lot, { ...to, version })
      version += 1
      expect([to, await countedOf(lot), await counted()]).toEqual([to, null, { sown: 0, germinated: 0 }])
    }
    await change(lot, { state: 'open', is_recalled: false, version })
    expect(await counted()).toEqual({ sown: 40, germinated: 30 })
    await admin.patch(`/products/${item.product_id}/`, { available: false })
    expect(await counted()).toEqual({ sown: 0, germinated: 0 })
    expect((await listed()).left_out).toMatchObject({ hidden: 1, held: 0, closed: 1 })
    await admin.patch(`/products/${item.product_id}/`, { available: true })
    await admin.post(`/lots/${lot.id}/units/`, { blister_id: item.blister_id, change: -3 })
    expect(await countedOf(lot)).toBeNull()
    expect((await listed()).left_out).toMatchObject({ hidden: 0, sold_out: 1 })
  })

  it('leave with the last unit that is chosen for an order, and come back with it', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 1)
    await test(lot, 100, 97)
    const order = await placed(customer, { ...item, quantity: 1 })
    expect(await countedOf(lot)).toEqual({ sown: 100, germinated: 97 })
    const lines = [{ blister_id: item.blister_id, lot_id: lot.id, quantity: 1 }]
    expect((await admin.put(`/orders/${order.id}/lots/`, { lines })).status).toBe(200)
    expect(await countedOf(lot)).toBeNull()
    const own = async () => (await customer.get(`/orders/${order.id}/`)).body.from_lots
    expect(await own()).toEqual([{ code: lot.code, is_public: false }])
    await admin.put(`/orders/${order.id}/lots/`, { lines: [] })
    expect(await own()).toEqual([])
    expect(await countedOf(lot)).toEqual({ sown: 100, germinated: 97 })
    await change(lot, { state: 'closed' })
  })

  it('show the seeds claimed of those delivered, from 30 on, and nothing of a person', async () => {
    const item = await onSale(shop, 40)
    const lot = await lotOf(admin, item, 20)
    const order = await placed(customer, { ...item, quantity: 10 })
    const lines = [{ blister_id: item.blister_id, lot_id: lot.id, quantity: 10 }]
    await admin.put(`/orders/${order.id}/lots/`, { lines })
    const claims = async () =>
      /con reclamo: <b>(.*?)<\/b>/.exec(await htmlOf(`?product=${item.product_id}`))?.[1]
    expect(await claims()).toBeUndefined()
    await admin.put(`/orders/${order.id}/delivery/`, { state: 'handed', how: 'in_person' })
    expect(await claims()).toBe('0 de 30')
    const claim = await insertApprovedClaim(shop.shop, customer.user ?? { id: 0, email: '' })
    const about = { lot_id: lot.id, seeds_sown: 5, seeds_failed: 2, version: claim.version }
    expect((await admin.patch(`/warranty-claims/${claim.id}/`, about)).status).toBe(200)
    expect(await claims()).toBe('2 de 30')
    await admin.patch(`/warranty-claims/${claim.id}/`, { status: 'rejected' })
    expect(await claims()).toBe('0 de 30')
    // Not delivered after all.
    await admin.put(`/orders/${order.id}/delivery/`, { state: 'prepared' })
    expect(await claims()).toBeUndefined()
    await change(lot, { state: 'closed' })
  })

  it('say that a lot has none yet, and name no page of a lot without one', async () => {
    const item = await onSale(shop)
    const lot = await lotOf(admin, item, 2)
    const html = await htmlOf(`?product=${item.product_id}`)
    expect(html).toContain(`<b>${lot.code}</b> sin prueba todavía`)
    expect(html).not.toContain(`/lote/${lot.code}`)
    expect((await listed()).left_out.untested).toBe(1)
    await change(lot, { state: 'closed' })
  })

  it('are found by a part of the code', async () => {
    const lot = await lotOf(admin, await onSale(shop), 1, { code: 'ZETA-9', is_public: true })
    expect((await listed('eta-')).results.map(({ code }: Lot) => code)).toEqual(['ZETA-9'])
    expect((await listed('%')).results).toEqual([])
    expect((await visitor.get('/lots/ZETA-9/')).body).toMatchObject({ is_on_sale: true, drawn: '' })
    await change(lot, { state: 'closed' })
    expect((await listed('zeta')).results).toMatchObject([{ code: 'ZETA-9', is_on_sale: false }])
  })

  it('are drawn of the eight lots with the most seeds, and say so where more are counted', async () => {
    const part = 'Se dibujan las pruebas de los 8 lotes con más semillas probadas; el total cuenta todas.'
    const lots: Lot[] = []
    const add = async () => {
      const lot = await lotOf(admin, await onSale(shop), 1)
      await test(lot, 40 + lots.length, 40)
      lots.push(lot)
    }
    for (let count = 0; count < 8; count += 1) await add()
    const labelIn = (html: string) => /class="marks" role="img" aria-label="(.*?)"/.exec(html)?.[1]
    const eight = await htmlOf()
    expect(labelIn(eight)).toBe('De 348 semillas probadas, 320 abrieron.')
    expect(eight).not.toContain('Se dibujan')
    await add()
    const nine = await htmlOf()
    expect(nine).toContain('De 396 semillas probadas, <b>360 abrieron.</b>')
    expect(labelIn(nine)).toBe(`De 356 semillas probadas, 320 abrieron. ${part}`)
    expect(nine).toContain(`<p class="marks-part">${part}</p>`)
    expect([...nine.matchAll(/class="marks-lot"/g)]).toHaveLength(8)
    // The smallest test is the one that is not drawn.
    expect(nine).not.toContain(`<b>${lots[0]?.code}</b>`)
    for (const lot of lots) await change(lot, { state: 'closed' })
  })

  it('are shown all or none', async () => {
    const lot = await lotOf(admin, await onSale(shop), 1)
    await test(lot, 60, 51)
    expect(await htmlOf()).toContain('De 60 semillas')
    await admin.put('/settings/', { show_tests: false })
    expect(await htmlOf()).toBe('')
    expect(await countedOf(lot)).toBeNull()
    expect(await htmlOf(`?product=${lot.product_id}`)).toMatch(/^<ul class="product-ways">/)
    expect((await visitor.get('/tested/lots/')).status).toBe(404)
    await admin.put('/settings/', { show_tests: true })
    expect(await countedOf(lot)).toEqual({ sown: 60, germinated: 51 })
    await change(lot, { state: 'closed' })
  })

  it('escape what the shop wrote', async () => {
    const product = await shop.hasProduct({ name: '<b>Ñandú</b> & "cía"' })
    const item = { product_id: product.id, blister_id: product.blisters[0]?.id ?? 0, quantity: 1 }
    const lot = await lotOf(admin, item, 1)
    await test(lot, 60, 51)
    expect(await htmlOf()).toContain('&lt;b&gt;Ñandú&lt;/b&gt; &amp; &quot;cía&quot;')
    expect(await htmlOf()).not.toContain('<b>Ñandú')
  })
})

describe('the marks of a lot', () => {
  it.each([
    [{ sown: 100, germinated: 97 }, 1, { opened: 97, closed: 3 }],
    [{ sown: 1000, germinated: 1000 }, 10, { opened: 100, closed: 0 }],
    // A single closed seed keeps its mark.
    [{ sown: 1000, germinated: 999 }, 10, { opened: 99, closed: 1 }],
    [{ sown: 1000, germinated: 0 }, 10, { opened: 0, closed: 100 }],
    [{ sown: 205, germinated: 200 }, 10, { opened: 20, closed: 1 }],
  ])('%j, %i in each', (seeds, each, marks) => {
    expect(marksOf(seeds, each)).toEqual(marks)
  })
})
