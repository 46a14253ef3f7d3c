import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type Client, type TestShop } from '../../../../test/support/open-shop.ts'
import { MAX_STOCK } from '../../../contract/limits.ts'
import { mailLowStock } from '../catalog.ts'

describe.each(enginesOf(import.meta.filename))('low stock on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let day = 20

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    await admin.put('/settings/', { orders_email: 'deposito@tienda.example' })
  })
  afterAll(() => shop.close())

  const hasUnits = async (name: string, stock: number, more: object = {}) => {
    const blisters = [{ seed_count: 5, price: 1_234, stock, discount: 0 }]
    const product = await shop.hasProduct({ name, blisters, ...more })
    return product.blisters[0]?.id ?? 0
  }
  const adjust = async (blister_id: number, change: number) => {
    const { status } = await admin.post('/stock/adjustments/', { blister_id, change, reason: 'adjustment' })
    expect(status).toBe(201)
  }
  const mails = async () =>
    (await shop.mails()).filter(({ subject }) => subject === 'Poco stock').map(({ body_text }) => body_text)
  const runAt = (time: string) => {
    shop.clock.set(`2026-11-${day}T${time}-03:00`)
    return mailLowStock(shop.shop)
  }
  const runNextMorning = () => {
    day += 1
    return runAt('09:00:00')
  }

  it('is mailed at nine, each presentation once until it was above its mark', async () => {
    const puna = await hasUnits('Puna', 3)
    const zamba = await hasUnits('Zamba', 9)
    await hasUnits('Oculta', 1, { available: false })
    await hasUnits('Sobra', 4)
    await admin.put(`/stock/${zamba}/low/`, { low_at: 9 })
    await runAt('08:59:59')
    expect(await mails()).toEqual([])
    await runAt('09:00:00')
    const [mail = '', ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toContain('- Puna: X5 SEMILLAS: quedan 3\n- Zamba: X5 SEMILLAS: quedan 9')
    expect(mail).not.toMatch(/Oculta|Sobra|1\.?234|\$/)
    expect(mail).toMatch(/\/admin\/stock\?state=low/)

    await adjust(puna, -3)
    await runAt('18:00:00')
    await runNextMorning()
    expect(await mails()).toHaveLength(1)

    // Above its mark for a minute, then out.
    await adjust(puna, 4)
    await runAt('10:00:00')
    await adjust(puna, -4)
    await runAt('10:01:00')
    expect(await mails()).toHaveLength(1)
    await runNextMorning()
    expect(await mails()).toHaveLength(2)
    expect((await mails())[1]).toContain('- Puna: X5 SEMILLAS: sin stock')
    expect((await mails())[1]).not.toContain('Zamba')
  })

  it('is mailed once by two instances, and not without an address', async () => {
    await hasUnits('Chacarera', 1)
    day += 1
    shop.clock.set(`2026-11-${day}T12:00:00-03:00`)
    const before = (await mails()).length
    await Promise.all([mailLowStock(shop.shop), mailLowStock(shop.shop), mailLowStock(shop.shop)])
    expect(await mails()).toHaveLength(before + 1)
    await admin.put('/settings/', { orders_email: '', contact_email: '' })
    await hasUnits('Huella', 1)
    await runNextMorning()
    expect(await mails()).toHaveLength(before + 1)
    await admin.put('/settings/', { orders_email: 'deposito@tienda.example' })
    await runAt('11:00:00')
    expect((await mails()).at(-1)).toContain('Huella')
  })

  it('is mailed again immediately after the clock is set back', async () => {
    const before = (await mails()).length
    await hasUnits('Vidala', 1)
    shop.clock.set('2027-11-20T12:00:00-03:00')
    await mailLowStock(shop.shop)
    expect(await mails()).toHaveLength(before + 1)
    await hasUnits('Baguala', 1)
    await runNextMorning()
    expect((await mails()).at(-1)).toContain('Baguala')
  })

  it('names fifty at most, and says how many more there are', async () => {
    const blisters = Array.from({ length: 52 }, (_, i) => ({
      seed_count: i + 1,
      price: 1,
      stock: 1,
      discount: 0,
    }))
    for (const part of [blisters.slice(0, 26), blisters.slice(26)])
      await shop.hasProduct({ name: 'Muchas', blisters: part })
    await runNextMorning()
    const mail = (await mails()).at(-1) ?? ''
    expect(mail.match(/^- Muchas/gm)).toHaveLength(50)
    expect(mail).toContain('Y 2 más.')
  })

  it('has marks that are whole numbers, logged and for existing presentations', async () => {
    const blister = await hasUnits('Malambo', 1)
    const refused = async (low_at: unknown) => {
      const { status, body } = await admin.put(`/stock/${blister}/low/`, { low_at })
      return [status, body.errors]
    }
    const notWhole = { low_at: ['El aviso de stock debe ser un número entero'] }
    for (const wrong of [1.5, '1e5', 'NaN', undefined]) expect(await refused(wrong)).toEqual([400, notWhole])
    expect(await refused(-1)).toEqual([400, { low_at: ['El aviso de stock no puede ser negativo'] }])
    expect(await refused(MAX_STOCK + 1)).toEqual([
      400,
      { low_at: ['El aviso de stock no puede superar 1.000.000'] },
    ])
    expect((await admin.put('/stock/999999/low/', { low_at: 1 })).status).toBe(404)
    const { body } = await admin.put(`/stock/${blister}/low/`, { low_at: 0 })
    expect(body).toMatchObject({ low_at: 0, low_from: 0 })
    const [entry] = (await admin.get(`/activity-logs/?entity=product&entity_id=${body.product_id}`)).body
      .results
    expect(entry.changes).toEqual({ [`blisters.${blister}.low_at`]: { before: null, after: 0 } })
  })
})
