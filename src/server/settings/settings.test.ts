import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { getSettings, saveSettings } from './settings.ts'

describe.each(engines)('settings on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it('begin with a default for each', async () => {
    const { status, body, text } = await shop.anonymous.get('/settings/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      shop_name: 'Surbrote',
      tagline: 'genéticas del sur',
      whatsapp: '',
      gate_decline_url: 'https://www.google.com/',
      address_delivery: false,
      warranty_days: 30,
    })
    expect(text).not.toMatch(/max_pending_orders|orders_email|pedidos@/)
    expect(await getSettings(shop.shop.db)).toMatchObject({ max_pending_orders: 30 })
  })

  it('change one by one, are logged and seen at once', async () => {
    await shop.anonymous.get('/settings/')
    const saved = await saveSettings(shop.shop, { tagline: 'otra', max_pending_orders: 5 }, null)
    expect(saved).toMatchObject({ tagline: 'otra', max_pending_orders: 5, shop_name: 'Surbrote' })
    await saveSettings(shop.shop, { tagline: 'del sur' }, null)
    expect(await getSettings(shop.shop.db)).toMatchObject({ tagline: 'del sur', max_pending_orders: 5 })
    await expect.poll(async () => (await shop.anonymous.get('/settings/')).body.tagline).toBe('del sur')
    const log = await shop.shop.db
      .selectFrom('activity_log')
      .select('changes')
      .where('entity', '=', 'settings')
      .orderBy('id', 'desc')
      .execute()
    expect(log[0]?.changes).toEqual({ tagline: { before: 'otra', after: 'del sur' } })
  })

  it.each([
    [{ shop_name: '' }],
    [{ gate_decline_url: '' }],
    [{ gate_decline_url: 'javascript:alert(1)' }],
    [{ instagram_url: 'http://a.example' }],
    [{ warranty_days: 0 }],
    [{ max_pending_orders: 1.5 }],
    [{ contact_email: 'nobody' }],
    [{ whatsapp: '+54 9' }],
    [{ tagline: 'a\nb' }],
  ])('refuse %j', async (wrong) => {
    await expect(saveSettings(shop.shop, wrong, null)).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('read around a row that no longer fits', async () => {
    await shop.shop.db
      .updateTable('settings')
      .set({ value: JSON.stringify('many') })
      .where('key', '=', 'max_pending_orders')
      .execute()
    await shop.shop.db
      .insertInto('settings')
      .values({ key: 'gone', value: '1', updated_at: new Date() })
      .execute()
    expect(await getSettings(shop.shop.db)).toMatchObject({ tagline: 'del sur', max_pending_orders: 30 })
  })

  describe('by an admin', () => {
    it('are read whole and changed in part, with a log entry and at once for visitors', async () => {
      const admin = await shop.signIn({ admin: true })
      const { body: all } = await admin.get('/settings/all/')
      expect(all).toMatchObject({ orders_email: expect.any(String), max_pending_orders: expect.any(Number) })
      await shop.anonymous.get('/settings/')
      const reply = await admin.put('/settings/', {
        ...all,
        whatsapp: '5491122334455',
        id: 4,
        created_at: 'x',
      })
      expect(reply).toMatchObject({ status: 200, body: { ...all, whatsapp: '5491122334455' } })
      await expect
        .poll(async () => (await shop.anonymous.get('/settings/')).body.whatsapp)
        .toBe('5491122334455')
      const log = () =>
        shop.shop.db
          .selectFrom('activity_log')
          .selectAll()
          .where('entity', '=', 'settings')
          .orderBy('id', 'desc')
          .execute()
      expect((await log())[0]).toMatchObject({
        user_id: admin.user?.id,
        changes: { whatsapp: { before: all.whatsapp, after: '5491122334455' } },
      })
      const before = (await log()).length
      expect((await admin.put('/settings/', reply.body)).status).toBe(200)
      expect((await admin.put('/settings/', {})).status).toBe(200)
      expect((await log()).length).toBe(before)
    })

    it('are refused with a text under each wrong one', async () => {
      const admin = await shop.signIn({ admin: true })
      const wrong = {
        shop_name: ' ',
        instagram_url: 'javascript:x',
        warranty_days: 0,
        whatsapp: 5,
        orders_email: 'x',
      }
      const reply = await admin.put('/settings/', wrong)
      expect([reply.status, Object.keys(reply.body.errors).toSorted()]).toEqual([
        400,
        Object.keys(wrong).toSorted(),
      ])
    })
  })
})
