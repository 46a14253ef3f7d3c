import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { checkShop } from '../../operator/commands/check.ts'
import { applyDuePrices } from '../catalog.ts'

const UP = { kind: 'percent', percent: 10, round_to: 1 }

describe.each(enginesOf(import.meta.filename))('scheduled price changes on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let product: Product

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T12:00:00Z')
    admin = await shop.signIn({ admin: true, username: 'jardinera' })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    product = await shop.hasProduct({
      blisters: [3, 5].map((seed_count) => ({
        seed_count,
        price: 1_000 * seed_count,
        stock: 9,
        discount: 0,
      })),
    })
  })

  const inHours = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString()
  const planned = async (hours = 2, rule: object = UP, headers = {}, path = '/price-runs/scheduled/') => {
    const asked = { rule, filter: { ids: [product.id] } }
    const { token } = (await admin.post('/price-runs/preview/', asked)).body
    return admin.post(path, { ...asked, token, apply_at: inHours(hours) }, headers)
  }
  const after = async (hours: number) => {
    shop.clock.advance(hours * 3_600_000)
    await applyDuePrices(shop.shop)
  }
  const prices = async () => {
    const { blisters } = (await admin.get(`/products/${product.id}/`)).body as Product
    return blisters.map(({ price }) => price)
  }
  const found = async (id: number) =>
    (await admin.get('/price-runs/scheduled/?page_size=100')).body.results.find(
      (each: { id: number }) => each.id === id,
    )
  const close = (id: number, was = 'scheduled') => admin.delete(`/price-runs/scheduled/${id}/?was=${was}`)
  const failing = async () =>
    (await admin.get('/todo/')).body.queues.find(({ key }: { key: string }) => key === 'prices_failed').count
  const setPrice = (price: number) =>
    admin.put(`/products/${product.id}/`, {
      ...product,
      version: undefined,
      blisters: product.blisters.map((each, index) => (index === 0 ? { ...each, price } : each)),
    })

  it('are planned by POST /price-runs/ too, with `apply_at`', async () => {
    const { status, body } = await planned(2, UP, {}, '/price-runs/')
    expect([status, await found(body.id)]).toEqual([201, body])
    expect(await prices()).toEqual([3_000, 5_000])
    expect((await planned(-1, UP, {}, '/price-runs/')).body.errors).toEqual({
      apply_at: [expect.any(String)],
    })
  })

  it('change at their time and not before, as a run that can be undone', async () => {
    const { status, body } = await planned()
    expect([status, body.state, body.count, body.sum_old, body.sum_new, body.user]).toEqual([
      201,
      'scheduled',
      2,
      8_000,
      8_800,
      'jardinera',
    ])
    await after(1.9)
    expect(await prices()).toEqual([3_000, 5_000])
    await after(0.1)
    expect(await prices()).toEqual([3_300, 5_500])
    const done = await found(body.id)
    expect(done).toMatchObject({ state: 'applied', skipped: 0, is_late: false, is_seen: true })
    await applyDuePrices(shop.shop)
    expect(await prices()).toEqual([3_300, 5_500])
    expect((await admin.post(`/price-runs/${done.run_id}/undo/`, {})).status).toBe(201)
    expect(await prices()).toEqual([3_000, 5_000])
    expect((await checkShop(shop.shop.db, shop.shop.files)).filter(({ wrong }) => wrong.length > 0)).toEqual(
      [],
    )
  })

  it('skip prices changed since the preview, and stay in the work queue until marked as read', async () => {
    const before = await failing()
    const { body } = await planned()
    expect((await setPrice(3_500)).status).toBe(200)
    await after(2)
    expect(await prices()).toEqual([3_500, 5_500])
    expect(await found(body.id)).toMatchObject({ state: 'partial', skipped: 1, is_seen: false })
    expect(await failing()).toBe(before + 1)
    // A click on 'Cancelar' of a list that is older than the outcome does not hide it.
    expect((await close(body.id)).status).toBe(409)
    expect(await failing()).toBe(before + 1)
    expect((await close(body.id, 'partial')).body).toMatchObject({ state: 'partial', is_seen: true })
    expect(await failing()).toBe(before)
    expect((await close(body.id, 'partial')).status).toBe(409)
  })

  it('fail when all prices changed, and when the product is removed', async () => {
    const { body } = await planned()
    await admin.delete(`/products/${product.id}/`)
    await after(2)
    expect(await found(body.id)).toMatchObject({ state: 'failed', skipped: 2, run_id: null })
    const log = await admin.get(`/activity-logs/?entity=price_schedule&entity_id=${body.id}`)
    expect(log.body.results[0].description).toBe(`Precios programados #${body.id}: no se aplicaron`)
  })

  it('run late after downtime, and are marked as late', async () => {
    const { body } = await planned()
    await after(30)
    expect(await found(body.id)).toMatchObject({ state: 'applied', is_late: true })
  })

  it('change although an earlier plan cannot be applied, and the job counts as failed', async () => {
    const [broken, later] = [(await planned(1)).body, (await planned(2)).body]
    const store = (rule: object) =>
      shop.shop.db
        .updateTable('price_schedules')
        .set({ rule: JSON.stringify(rule) })
        .where('id', '=', broken.id)
        .execute()
    await store({ rule: { ...UP, kind: 'unknown' }, filter: {} })
    await expect(after(2)).rejects.toThrow(`Failed: ${broken.id}`)
    expect(await prices()).toEqual([3_300, 5_500])
    await store({ rule: UP, filter: {} })
    expect(await found(broken.id)).toMatchObject({ state: 'scheduled' })
    expect(await found(later.id)).toMatchObject({ state: 'applied' })
    await applyDuePrices(shop.shop)
  })

  it('do not run when cancelled', async () => {
    const { body } = await planned()
    expect((await close(body.id, 'never')).status).toBe(400)
    expect((await close(body.id)).body.state).toBe('cancelled')
    await after(3)
    expect(await prices()).toEqual([3_000, 5_000])
    expect((await close(body.id)).status).toBe(409)
    expect((await close(999_999)).status).toBe(404)
  })

  it('are made once by two instances, in the order of their times', async () => {
    const second = await planned(3)
    const first = await planned(2)
    shop.clock.advance(4 * 3_600_000)
    await Promise.all([applyDuePrices(shop.shop), applyDuePrices(shop.shop)])
    expect(await prices()).toEqual([3_300, 5_500])
    expect((await found(first.body.id)).state).toBe('applied')
    // Its prices had changed since the preview.
    expect((await found(second.body.id)).state).toBe('failed')
  })

  it('can be discounts, the same for all', async () => {
    const { body } = await planned(2, { kind: 'discount', discount: 12.5 })
    expect([body.sum_old, body.sum_new]).toEqual([8_000, 7_000])
    await after(2)
    const { blisters } = (await admin.get(`/products/${product.id}/`)).body as Product
    expect(blisters.map(({ price, discount, final_price }) => [price, discount, final_price])).toEqual([
      [3_000, 12.5, 2_625],
      [5_000, 12.5, 4_375],
    ])
  })

  it('are scheduled once under a key, and refused for a past, distant or missing time', async () => {
    const headers = { 'idempotency-key': `plan-${engine}` }
    const first = await planned(5, UP, headers)
    expect((await planned(5, UP, headers)).body.id).toBe(first.body.id)
    shop.clock.advance(5 * 3_600_000)
    expect((await planned(0, UP, headers)).body.id).toBe(first.body.id)
    expect((await planned(0)).body.errors).toEqual({ apply_at: ['La fecha debe ser futura'] })
    expect((await planned(9_000)).body.errors).toEqual({ apply_at: ['La fecha no puede pasar de un año'] })
    const asked = { rule: UP, filter: { ids: [product.id] }, token: 'x' }
    expect((await admin.post('/price-runs/scheduled/', { ...asked, apply_at: inHours(1) })).status).toBe(409)
    expect((await admin.post('/price-runs/scheduled/', { ...asked, apply_at: '2026-02-30' })).status).toBe(
      400,
    )
    const sales = await shop.signIn({ role: 'sales' })
    expect((await sales.get('/price-runs/scheduled/')).status).toBe(403)
  })
})
