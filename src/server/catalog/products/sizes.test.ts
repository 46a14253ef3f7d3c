import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastActivity } from '../../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { orderOf } from '../../../../test/support/sales/goods.ts'
import { type SavedProduct, savedProduct } from '../../../../test/support/sales/products.ts'
import { LOW_STOCK } from '../../../contract/catalog/stock-rules.ts'
import { dayOf, endOfDay } from '../../days.ts'
import { mailLowStock, mailRestocked } from '../catalog.ts'

const size = (name: string, stock: number, price = 24_500) => ({ seed_count: 1, size: name, price, stock })
/** As added, not as shown. */
const SHIRT = [size('XL', 3), size('M', 5), size('S', 0), size('Niños 8', 2)]

describe.each(enginesOf(import.meta.filename))('sizes of merchandise on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let shirt: SavedProduct
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    shirt = await savedProduct(shop, admin, { name: 'Remera', type: 'merch', blisters: SHIRT })
  })
  afterAll(() => shop.close())

  const idOf = (wanted: string, { blisters }: SavedProduct = shirt) =>
    blisters.find((each) => each.size === wanted)?.id ?? 0
  const item = (wanted: string, quantity = 1) => ({
    product_id: shirt.id,
    blister_id: idOf(wanted),
    quantity,
  })
  const save = (blisters: object[], more: object = {}) =>
    admin.post('/products/', { name: 'Buzo', type: 'merch', blisters, ...more })

  it('are shown to everybody from small to large, without prices to visitors', async () => {
    for (const path of [`/products/${shirt.id}/`, `/products/?ids=${shirt.id}`]) {
      const [product] = [(await shop.anonymous.get(path)).body].flat()
      expect(product.blisters.map((each: { size: string }) => each.size)).toEqual(['S', 'M', 'XL', 'Niños 8'])
      expect(Object.keys(product.blisters[0])).toEqual(['id', 'seed_count', 'size', 'stock', 'image'])
      expect(product.stock).toBe(10)
    }
    expect((await shop.anonymous.get(`/products/blisters/${idOf('M')}/`)).body.size).toBe('M')
  })

  it('are one each: several presentations without, or the same twice, are refused', async () => {
    const { size: _, ...without } = size('', 1)
    const refused = async (...blisters: object[]) => {
      const reply = await save(blisters)
      return [reply.status, reply.body.errors]
    }
    expect(await refused(without, without)).toEqual([
      400,
      {
        'blisters.0.size': ['El talle es requerido'],
        'blisters.1.size': ['El talle es requerido'],
      },
    ])
    const again = { 'blisters.1.size': ['Ya hay un talle único'] }
    expect(await refused(size('Único', 1), size(' único ', 1))).toEqual([400, again])
    expect(await refused(size('M', 1), size(' ', 1))).toEqual([
      400,
      { 'blisters.1.size': ['El talle es requerido'] },
    ])
    expect((await refused(size('x'.repeat(21), 1)))[0]).toBe(400)
    expect((await refused())[0]).toBe(400)
    const one = await save([without])
    expect([one.status, one.body.blisters[0].size]).toEqual([201, ''])
    const seeds = await save([{ ...size('M', 1), seed_count: 3 }], { type: 'fem' })
    expect(seeds.body.blisters[0].size).toBe('')
  })

  it('stay when an older client saves the product, and are renamed in the log', async () => {
    const blisters = [size('M', 1), size('L', 1)]
    const cap = await savedProduct(shop, admin, { name: 'Gorra', type: 'merch', blisters })
    const { version: _, ...sent } = cap
    const silent = sent.blisters.map(({ size: _size, ...each }) => ({ ...each, price: 9 }))
    const saved = await admin.put(`/products/${cap.id}/`, { ...sent, blisters: silent })
    expect(saved.body.blisters).toMatchObject([
      { size: 'M', price: 9 },
      { size: 'L', price: 9 },
    ])
    const { blisters: _blisters, ...plain } = sent
    expect((await admin.put(`/products/${cap.id}/`, plain)).body.blisters).toHaveLength(2)
    const renamed = sent.blisters.map((each) => ({ ...each, size: each.size === 'L' ? 'XXL' : each.size }))
    expect((await admin.put(`/products/${cap.id}/`, { ...sent, blisters: renamed })).status).toBe(200)
    expect((await lastActivity(shop.shop.db)).changes).toMatchObject({
      [`blisters.${idOf('L', cap)}.size`]: { before: 'L', after: 'XXL' },
    })
    const [entry] = (await admin.get('/activity-logs/?page_size=1')).body.results
    expect(entry.presentations).toEqual({ [idOf('M', cap)]: 'M', [idOf('L', cap)]: 'XXL' })
  })

  it('have a stock of their own, and orders, mails and refusals name them', async () => {
    const ana = await shop.signIn()
    const { status, body } = await ana.post('/orders/', orderOf(item('M', 2), item('XL')))
    expect(status).toBe(201)
    expect(body.order_products.map((line: { product_name: string }) => line.product_name).toSorted()).toEqual(
      ['Remera · M', 'Remera · XL'],
    )
    expect(await shop.stockOf(idOf('M'))).toBe(3)
    expect(await shop.stockOf(idOf('XL'))).toBe(2)
    expect(await shop.ledgerOf(idOf('M'))).toBe(3)
    const mails = (await shop.mails()).filter(({ subject }) => subject.includes(`#${body.id}`))
    expect(mails.length).toBeGreaterThan(1)
    for (const { body_text } of mails) expect(body_text).toContain('Remera · M')

    const short = await ana.post('/orders/', orderOf(item('M', 9)))
    expect([short.status, short.body.lines]).toEqual([
      409,
      [{ blister_id: idOf('M'), name: 'Remera · M', available: 3 }],
    ])
    const noted = await admin.post('/orders/manual/', {
      guest: { name: 'Ana Feria' },
      channel: 'fair',
      lines: [{ ...item('XL'), price_at_time: 100 }],
    })
    expect(noted.body.order_products[0].product_name).toBe('Remera · XL')
    expect((await lastActivity(shop.shop.db)).changes).toMatchObject({
      other_prices: [expect.stringMatching(/^Remera · XL: /)],
    })
    const today = dayOf(shop.clock.now())
    const report = await admin.get(`/reports/products/?from=${today}&to=${today}`)
    expect(report.body.rows).toMatchObject([{ key: String(shirt.id), label: 'Remera', units: 4 }])
  })

  it('are named in the lists of stock, counts, prices and lots', async () => {
    const named = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
    const all = ['Remera · M', 'Remera · Niños 8', 'Remera · S', 'Remera · XL']
    expect(named((await admin.get('/stock/?search=remera')).body.results)).toEqual(all)
    // Words of the product and of the presentation, in any order.
    for (const words of ['remera xl', 'XL rémera'])
      expect(named((await admin.get(`/stock/?search=${words}`)).body.results)).toEqual(['Remera · XL'])
    expect((await admin.get('/stock/?search=remera xxl')).body.count).toBe(0)
    const { id } = (await admin.post('/stock/counts/', {})).body
    expect(named((await admin.get(`/stock/counts/${id}/lines/?search=remera`)).body.results)).toEqual(all)
    expect((await admin.get(`/stock/counts/${id}/lines/?search=ninos remera`)).body.count).toBe(1)
    const rule = { kind: 'percent', percent: 10, round_to: 1 }
    const preview = await admin.post('/price-runs/preview/', { rule, filter: { ids: [shirt.id] } })
    expect(named(preview.body.rows)).toEqual(all)
    const lot = await admin.post('/lots/', { product_id: shirt.id, code: 'REM-1' })
    expect(lot.body.units.map((each: { size: string }) => each.size).toSorted()).toEqual([
      'M',
      'Niños 8',
      'S',
      'XL',
    ])
  })

  it('are named in notices and mails about stock', async () => {
    const ana = await shop.signIn()
    await ana.post('/stock-notices/', { blister_id: idOf('S') })
    expect((await ana.get('/stock-notices/')).body.results).toMatchObject([{ name: 'Remera · S' }])
    await admin.post('/stock/adjustments/', { blister_id: idOf('S'), change: 1, reason: 'adjustment' })
    await mailRestocked(shop.shop)
    await sql`update blisters set low_notified_at = null`.execute(shop.shop.db)
    // The shop writes at nine, and the tests run at any hour.
    shop.clock.set(new Date(endOfDay(dayOf(shop.clock.now())).getTime() + 10 * 60 * 60_000))
    await mailLowStock(shop.shop)
    const mails = await shop.mails()
    expect(mails.map(({ subject }) => subject)).toContain('Volvió Remera · S')
    const low = mails.find(({ subject }) => subject === LOW_STOCK)
    expect(low?.body_text).toContain('Remera · S')
  })
})
