import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { hasPrices, pricesIn, UP } from '../../../../test/support/sales/prices.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { onPublicChange } from '../../cache/public-change.ts'

describe.each(enginesOf(import.meta.filename))('price runs on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  /** Two products of each test: an automatic one with two presentations, a limited one that is hidden. */
  let auto: Product
  let fem: Product
  let ids: number[]

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true, username: 'jardinera' })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    ;({ auto, fem } = await hasPrices(shop))
    ids = [auto.id, fem.id]
  })

  const { preview, apply, run, undo, productOf, pricesOf, wrongBooks } = pricesIn(() => ({
    shop,
    admin,
    ids,
  }))

  it('gives every presentation the same discount, or none, and takes it back', async () => {
    const before = await pricesOf(auto)
    const discount = { kind: 'discount', discount: 15 }
    const { body } = await preview(discount)
    expect(body.rows[0]).toMatchObject({
      discount: 10,
      discount_new: 15,
      old: 18_400,
      new: 18_400,
      final_new: 15_640,
    })
    const done = await run(discount)
    expect([done.kind, done.rule]).toEqual(['discount', discount])
    expect(await pricesOf(auto)).toEqual([
      [18_400, 15, 15_640],
      [0, 0, 0],
      [50_000.5, 15, 42_500.43],
    ])
    await undo(done.id)
    expect(await pricesOf(auto)).toEqual(before)
    await run({ kind: 'discount', discount: 0 })
    expect((await pricesOf(auto))[0]).toEqual([18_400, 0, 18_400])
    expect((await preview({ kind: 'discount', discount: 100 })).body.errors).toEqual({
      'rule.discount': ['El descuento debe ser menor que 100'],
    })
    expect((await preview({ kind: 'discount' })).status).toBe(400)
    const cheap = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 0.01, stock: 1, discount: 0 }] })
    expect(
      (await preview({ kind: 'discount', discount: 90 }, { ids: [cheap.id] })).body.errors.rule[0],
    ).toContain('no queda entre')
    expect(await wrongBooks()).toEqual([])
  })

  it('marks prices that rise by a discount or fall by a raise, and leaves them out if asked', async () => {
    await run({ kind: 'discount', discount: 25 })
    await run({ kind: 'discount', discount: 5 }, { ids: [fem.id] })
    const before = await pricesOf(auto)
    const discount = { kind: 'discount', discount: 10 }
    const { body } = await preview(discount, { ids, against: false })
    expect([body.rows.length, body.count, body.against]).toEqual([3, 1, 2])
    expect(body.rows.filter((row: { is_against: boolean }) => row.is_against)).toMatchObject([
      { product_id: auto.id, final_old: 13_800, final_new: 16_560 },
      { product_id: auto.id },
    ])
    expect(body.sum_new).toBeLessThan(body.sum_old)
    // The preview of the others does not stand for all of them.
    const asked = { rule: discount, token: body.token }
    expect((await admin.post('/price-runs/', { ...asked, filter: { ids } })).status).toBe(409)
    const done = await admin.post('/price-runs/', { ...asked, filter: { ids, against: false } })
    expect([done.status, done.body.changed]).toEqual([201, 1])
    expect(await pricesOf(auto)).toEqual(before)
    const cut = { kind: 'percent', percent: -1, round_to: 1000, rounding: 'up' }
    expect((await preview(cut)).body.rows[0]).toMatchObject({ old: 18_400, new: 19_000, is_against: true })
    await run(discount)
    expect((await pricesOf(auto))[0]).toEqual([18_400, 10, 16_560])
  })

  it('shows each price before and after, and changes nothing', async () => {
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 3, sum_old: 86_800.5, sum_new: 97_200 })
    expect(body.rows[0]).toEqual({
      blister_id: auto.blisters[0]?.id,
      product_id: auto.id,
      name: auto.name,
      type: 'auto',
      seed_count: 3,
      discount: 10,
      discount_new: 10,
      old: 18_400,
      new: 20_600,
      final_old: 16_560,
      final_new: 18_540,
      is_against: false,
    })
    expect(await pricesOf(auto)).toEqual([
      [18_400, 10, 16_560],
      [0, 0, 0],
      [50_000.5, 0, 50_000.5],
    ])
  })

  it.each([
    [{}, 3],
    [{ types: ['auto'] }, 2],
    [{ types: ['auto', 'fem'] }, 3],
    [{ types: ['merch', 'regular'] }, 0],
    [{ limited: true }, 1],
    [{ limited: false }, 2],
    [{ available: true }, 2],
    [{ national: true }, 3],
    [{ national: false }, 0],
    [{ brands: [2_147_483_647] }, 0],
    [{ unknown: 1 }, 3],
  ])('filter %o matches %i presentations', async (filter, count) => {
    expect((await preview(UP, { ids, ...filter })).body.count).toBe(count)
  })

  it.each(['ids', 'brands', 'types'])(
    'an empty list of %s is refused: it is not the whole shop',
    async (key) => {
      const { status, body } = await preview(UP, { ids, [key]: [] })
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain('Elegí al menos uno')
    },
  )

  it('sets all prices with history, lowest price, version, one activity, and says who did it', async () => {
    const { id } = await run()
    expect(await pricesOf(auto)).toEqual([
      [20_600, 10, 18_540],
      [0, 0, 0],
      [56_000, 0, 56_000],
    ])
    expect((await productOf(auto)).version).toBe((auto.version ?? 0) + 1)
    const { body: list } = await admin.get('/price-runs/?page_size=1')
    expect(list.results[0]).toMatchObject({
      id,
      kind: 'percent',
      rule: { ...UP, rounding: 'nearest', minus: 0 },
      filter: { ids },
      changed: 3,
      sum_old: 86_800.5,
      sum_new: 97_200,
      user: 'jardinera',
      undo_of: null,
      undone_by: null,
    })
    const logged = (await admin.get(`/activity-logs/?entity=price_run&entity_id=${id}`)).body.results
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatchObject({
      description: 'Precios cambiados: +12 %, a $\u00A0100',
      changes: { presentations_changed: 3, prices_sum: { before: 86_800.5, after: 97_200 } },
    })
    const history = (await admin.get(`/stock/${auto.blisters[0]?.id}/prices/`)).body
    expect(history.results).toMatchObject([
      {
        old_price: 18_400,
        new_price: 20_600,
        final_price: 18_540,
        new_discount: 10,
        run_id: id,
        kind: 'percent',
      },
      { old_price: null, new_price: 18_400, run_id: null, kind: null },
    ])
    expect(history.before).toBeNull()
    expect(await wrongBooks()).toEqual([])
  })

  it('refuses a price, a discount or a presentation that is not as the preview said', async () => {
    const stale = async (change: () => Promise<unknown>) => {
      const { body } = await preview()
      await change()
      const before = await pricesOf(fem)
      const reply = await apply(body.token)
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({
        code: 'STALE',
        error: 'Los precios cambiaron desde la vista previa. Mirarla de nuevo.',
      })
      expect(await pricesOf(fem)).toEqual(before)
    }
    const save = async (changes: object) => {
      const product = await productOf(auto)
      const blisters = product.blisters.map((blister, index) =>
        index === 0 ? { ...blister, ...changes } : blister,
      )
      expect((await admin.put(`/products/${auto.id}/`, { ...product, blisters })).status).toBe(200)
    }
    await stale(() => save({ price: 18_500 }))
    await stale(() => save({ discount: 15 }))
    await stale(() => admin.delete(`/products/${auto.id}/`))
    const other = await preview({ ...UP, percent: 13 })
    expect((await apply(other.body.token)).status).toBe(409)
  })

  it('a form that shows the old prices is refused after it', async () => {
    const form = await productOf(auto)
    await run()
    const reply = await admin.put(`/products/${auto.id}/`, form)
    expect([reply.status, reply.body.code]).toEqual([409, 'STALE'])
  })

  it('the same key changes once, and another request under it is refused', async () => {
    const { body } = await preview()
    const headers = { 'idempotency-key': `run-${engine}-${auto.id}` }
    const replies = [
      await apply(body.token, UP, { ids }, headers),
      await apply(body.token, UP, { ids }, headers),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect((await pricesOf(auto))[0]).toEqual([20_600, 10, 18_540])
    expect((await apply('x', UP, { ids }, headers)).status).toBe(422)
  })

  it.each([
    [{ kind: 'percent' }, 'percent', 'El porcentaje es requerido'],
    [{ kind: 'amount', percent: 3 }, 'amount', 'El importe es requerido'],
    [{ kind: 'percent', percent: -91 }, 'percent', 'El porcentaje debe ser al menos -90'],
    [{ kind: 'percent', percent: 501 }, 'percent', 'El porcentaje no puede superar 500'],
    [{ kind: 'percent', percent: 1.005 }, 'percent', 'El porcentaje puede tener dos decimales a lo sumo'],
    [{ kind: 'percent', percent: '1e2' }, 'percent', 'El porcentaje debe ser un número'],
    [{ kind: 'amount', amount: 1_000_000_000 }, 'amount', 'El importe es demasiado alto'],
    [{ ...UP, round_to: 0 }, 'round_to', 'El redondeo debe ser al menos 1'],
    [{ ...UP, round_to: 1.5 }, 'round_to', 'El redondeo debe ser un número entero'],
    [{ ...UP, minus: 5 }, 'minus', 'Lo que se resta después de redondear puede ser 0, 1, 10, 100'],
    [{ ...UP, rounding: 'half' }, 'rounding', 'El modo de redondeo no es válido'],
  ])('refuses the rule %o', async (rule, field, text) => {
    const reply = await preview(rule)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual({ [`rule.${field}`]: [text] })
  })

  it('refuses prices out of their limits, naming one, and a rule that changes nothing', async () => {
    const low = await preview({ kind: 'amount', amount: -18_400 })
    expect([low.status, low.body.error]).toEqual([
      400,
      `Con esta regla el precio de ${auto.name} X3 SEMILLAS y 1 más no queda entre $\u00A01 y $\u00A099.999.999,99`,
    ])
    const filter = { ids: [fem.id] }
    const same = await preview({ kind: 'percent', percent: 0 }, filter)
    expect(same.body).toMatchObject({ count: 0, rows: [] })
    const reply = await apply(same.body.token, { kind: 'percent', percent: 0 }, filter)
    expect([reply.status, reply.body.error]).toEqual([400, 'Ningún precio cambia con esta regla'])
  })

  it("customers see the new prices immediately; visitors' responses and their times do not change", async () => {
    const customer = await shop.signIn()
    const path = `/products/${auto.id}/`
    const seen = await shop.anonymous.get(path)
    expect((await customer.get(path)).body.blisters[0].price).toBe(18_400)
    const changes: string[] = []
    const stop = await onPublicChange(shop.database, (change) => changes.push(change))
    const { id } = await run()
    expect((await customer.get(path)).body.blisters[0].price).toBe(20_600)
    await undo(id)
    expect((await customer.get(path)).body.blisters[0].price).toBe(18_400)
    stop()
    expect(new Set(changes)).toEqual(new Set(['private']))
    const after = await shop.anonymous.get(path)
    expect([after.text, after.headers['etag']]).toEqual([seen.text, seen.headers['etag']])
  })

  it('gives the history in pages', async () => {
    const filter = { ids: [fem.id] }
    for (let each = 0; each < 20; each += 1) await run({ kind: 'amount', amount: 100 }, filter)
    const path = `/stock/${fem.blisters[0]?.id}/prices/`
    const first = (await admin.get(path)).body
    expect(first.results).toHaveLength(20)
    const rest = (await admin.get(`${path}?before=${first.before}`)).body
    expect([rest.results.length, rest.results[0].old_price, rest.before]).toEqual([1, null, null])
    expect((await admin.get('/stock/2147483647/prices/')).status).toBe(404)
  }, 60_000)
})
