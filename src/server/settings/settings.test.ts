import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { getSettings, saveSettings } from './settings.ts'

const STEP = {
  title: 'Remojar',
  fact: '24 h',
  words: 'A oscuras.',
  checks: ['Asoma la raíz'],
  reminder: '',
  picture: null,
  picture_words: '',
}

describe.each(enginesOf(import.meta.filename))('settings on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  it('have a default for each', async () => {
    const { status, body, text } = await shop.anonymous.get('/settings/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      shop_name: 'Tienda de semillas',
      tagline: '',
      contact_email: '',
      about: '',
      whatsapp: '',
      gate_decline_url: 'https://www.google.com/',
      address_delivery: false,
      warranty_days: null,
    })
    expect(text).not.toMatch(/max_pending_orders|orders_email|pedidos@/)
    expect(await getSettings(shop.shop.db)).toMatchObject({ max_pending_orders: 30 })
  })

  it('change one by one, are logged, and apply immediately', async () => {
    await shop.anonymous.get('/settings/')
    const saved = await saveSettings({ shop: shop.shop, body: { tagline: 'otra', max_pending_orders: 5 } })
    expect(saved).toMatchObject({ tagline: 'otra', max_pending_orders: 5, shop_name: 'Tienda de semillas' })
    await saveSettings({ shop: shop.shop, body: { tagline: 'del sur' } })
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
    [{ trophies: [{ place: 0, cup: 'Copa', city: '', year: 2024, variety: '', picture: null, logo: null }] }],
    [
      {
        trophies: [
          {
            place: 1,
            cup: 'Copa',
            city: '',
            year: 2024,
            variety: '',
            picture: 'https://a.example/x.webp',
            logo: null,
          },
        ],
      },
    ],
    [{ guide_steps: [] }],
    [{ guide_steps: [{ ...STEP, title: '' }] }],
    [{ guide_steps: [STEP, STEP] }],
    [{ guide_steps: [{ ...STEP, checks: ['a', 'a'] }] }],
    [{ guide_steps: [{ ...STEP, picture: 'https://a.example/x.webp' }] }],
    [{ guide_steps: [{ ...STEP, picture: '/media/warranty/x/640.webp' }] }],
    [{ guarantee_points: [] }],
    [{ guarantee_points: ['a\nb'] }],
    [{ order_steps: [] }],
    [{ order_steps: Array.from({ length: 7 }, (_, i) => ({ title: `Paso ${i}`, text: '' })) }],
  ])('refuse %j', async (wrong) => {
    await expect(saveSettings({ shop: shop.shop, body: wrong })).rejects.toMatchObject({ code: 'VALIDATION' })
  })

  it('are not saved over another save that the sender has not seen', async () => {
    const admin = await shop.signIn({ admin: true })
    const { version } = (await admin.get('/settings/all/')).body
    const save = (tagline: string) => admin.put('/settings/', { tagline, version })
    expect(await save('primero')).toMatchObject({ status: 200, body: { version: version + 1 } })
    expect(await save('segundo')).toMatchObject({ status: 409, body: { code: 'STALE' } })
    expect(await save('primero')).toMatchObject({ status: 200, body: { version: version + 1 } })
    expect((await admin.put('/settings/', { tagline: 'del sur' })).body.version).toBe(version + 2)
  })

  it('have a guide without numbers and terms, and then that of the owner', async () => {
    const guide = async () => (await shop.anonymous.get('/guide/')).body
    expect(JSON.stringify(await guide())).not.toMatch(/\d\s?(?:h|°C|cm|gotas)|no se reponen/)
    expect((await guide()).steps).toHaveLength(4)
    const own = { guide_intro: 'A mi modo', guide_steps: [STEP], guarantee_points: ['Cubre todo'] }
    await saveSettings({ shop: shop.shop, body: own })
    await expect.poll(guide).toEqual({ intro: 'A mi modo', steps: [STEP], points: ['Cubre todo'] })
    const order_steps = [{ title: 'Pedís', text: 'Por carta.' }]
    await saveSettings({ shop: shop.shop, body: { order_steps } })
    await expect
      .poll(async () => (await shop.anonymous.get('/settings/')).body.order_steps)
      .toEqual(order_steps)
  })

  it('keep a picture that a trophy and the guide share', async () => {
    const id = 'taza'
    await shop.shop.db
      .insertInto('uploads')
      .values({ id, preset: 'product', width: 640, height: 640, bytes: 1, created_at: new Date() })
      .execute()
    const picture = `/media/product/${id}/640.webp`
    const trophy = { place: 1, cup: 'Copa', city: '', year: 2024, variety: '', logo: null }
    const isUsed = async () =>
      (await shop.shop.db.selectFrom('uploads').select('claimed_at').where('id', '=', id).execute())[0]
        ?.claimed_at !== null
    await saveSettings({
      shop: shop.shop,
      body: { trophies: [{ ...trophy, picture }], guide_steps: [{ ...STEP, picture }] },
    })
    await saveSettings({ shop: shop.shop, body: { trophies: [] } })
    expect(await isUsed()).toBe(true)
    await saveSettings({ shop: shop.shop, body: { guide_steps: [STEP] } })
    expect(await isUsed()).toBe(false)
  })

  it('use the pictures of trophies, and release them', async () => {
    const [id, other] = ['copa-uno', 'copa-dos'] as const
    for (const upload of [id, other])
      await shop.shop.db
        .insertInto('uploads')
        .values({ id: upload, preset: 'product', width: 640, height: 640, bytes: 1, created_at: new Date() })
        .execute()
    const trophy = { place: 1, cup: 'Copa', city: '', year: 2024, variety: '', logo: null }
    const won = (upload: string) => ({
      trophies: [{ ...trophy, picture: `/media/product/${upload}/640.webp` }],
    })
    const used = async () =>
      (
        await shop.shop.db.selectFrom('uploads').select('id').where('claimed_at', 'is not', null).execute()
      ).map((row) => row.id)
    await saveSettings({ shop: shop.shop, body: won(id) })
    expect(await used()).toEqual([id])
    await saveSettings({ shop: shop.shop, body: won(other) })
    expect(await used()).toEqual([other])
    await saveSettings({ shop: shop.shop, body: { trophies: [] } })
    expect(await used()).toEqual([])
  })

  it('refuse a picture that was removed before its save, but not one that they have', async () => {
    const admin = await shop.signIn({ admin: true })
    const trophy = { place: 1, cup: 'Copa', city: '', year: 2024, variety: '' }
    const picture = `/media/product/${'p'.repeat(22)}/640.webp`
    const logo = `/media/brand/${'l'.repeat(22)}/192.webp`
    for (const lost of [
      { picture, logo: null },
      { picture: null, logo },
    ]) {
      const { status, body } = await admin.put('/settings/', { trophies: [{ ...trophy, ...lost }] })
      expect(status).toBe(400)
      expect(body.errors.trophies[0]).toContain('Subila de nuevo')
      expect((await admin.get('/settings/all/')).body.trophies).toEqual([])
    }
    await shop.shop.db
      .insertInto('settings')
      .values({
        key: 'trophies',
        value: JSON.stringify([{ ...trophy, picture, logo: null }]),
        updated_at: new Date(),
      })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: (row) => row.ref('excluded.value') }),
      )
      .execute()
    const { body: all } = await admin.get('/settings/all/')
    expect((await admin.put('/settings/', { ...all, tagline: 'otro lema' })).status).toBe(200)
    await saveSettings({ shop: shop.shop, body: { trophies: [], tagline: 'del sur' } })
  })

  it('are read despite an invalid row', async () => {
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
    it('are read whole and changed in part, with a log entry, immediately visible', async () => {
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
      const version = all.version + 1
      expect(reply).toMatchObject({ status: 200, body: { ...all, whatsapp: '5491122334455', version } })
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

    it('are not saved in part: a colour that cannot be read leaves the name as it was', async () => {
      const admin = await shop.signIn({ admin: true })
      const { body: before } = await admin.get('/settings/all/')
      const wrong = { shop_name: 'Otra', accent_light: '#f2a7c3', ground_dark: '#999999' }
      const { status, body } = await admin.put('/settings/', wrong)
      expect([status, body.errors]).toEqual([
        400,
        {
          accent_light: ['El contraste queda en 1,4:1; hace falta 4,5:1.'],
          ground_dark: [expect.stringContaining('hace falta 4,5:1.')],
        },
      ])
      expect((await admin.get('/settings/all/')).body).toEqual(before)
    })

    it('are refused with a text for each wrong one', async () => {
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
