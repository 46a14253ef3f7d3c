import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/databases/test-database.ts'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { type Database, openDatabase } from '../db/connect.ts'
import { Listeners } from '../db/listeners.ts'
import { getRememberedSettings, rememberSettings, saveSettings } from './settings.ts'

/** Writes without a notification: only readers of the table see it. */
const writeSilently = ({ shop }: TestShop, tagline: string) =>
  shop.db
    .insertInto('settings')
    .values({ key: 'tagline', value: JSON.stringify(tagline), updated_at: shop.now() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(tagline) }))
    .execute()

describe.each(enginesOf(import.meta.filename))('cached settings on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  const tagline = async () => (await getRememberedSettings(shop.shop)).tagline

  /** Resolves when every notification sent so far has arrived: they come in the order of their commits. */
  const notificationsArrived = async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const stop = await shop.database.listen('arrived', () => resolve())
    await shop.database.notify('arrived', '')
    await arrived
    stop()
  }

  it('are read once, and again after each change, but not after a sale', async () => {
    await saveSettings({ shop: shop.shop, body: { tagline: 'primera' } })
    expect(await tagline()).toBe('primera')
    await writeSilently(shop, 'callada')
    const { id, blisters } = await shop.hasProduct()
    // The new product counts here at its commit, and again when its notification arrives.
    await notificationsArrived()
    expect(await tagline()).toBe('callada')
    await writeSilently(shop, 'otra callada')
    const buyer = await shop.signIn()
    const placed = await buyer.post('/orders/', {
      recipient_name: 'Ana Suárez',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: [{ product_id: id, blister_id: blisters[0]?.id, quantity: 1 }],
    })
    expect(placed.status).toBe(201)
    await notificationsArrived()
    expect(await tagline()).toBe('callada')
    await saveSettings({ shop: shop.shop, body: { warranty_days: 31 } })
    expect(await tagline()).toBe('otra callada')
  })

  it('count in this process from the commit on, before any notification', async () => {
    const here = new Listeners()
    const database: Database = {
      ...shop.database,
      listen: async (channel, listener) => here.add(channel, listener),
      notifyHere: (channel, payload) => here.notify(channel, payload),
    }
    const withoutNotifications = { ...shop.shop, database }
    const stop = await rememberSettings(withoutNotifications)
    await getRememberedSettings(withoutNotifications)
    await saveSettings({ shop: withoutNotifications, body: { tagline: 'sin aviso' } })
    expect((await getRememberedSettings(withoutNotifications)).tagline).toBe('sin aviso')
    stop()
  })

  it('are not used for calls of admins', async () => {
    const admin = await shop.signIn({ admin: true })
    await tagline()
    await writeSilently(shop, 'en la tabla')
    expect((await admin.get('/settings/all/')).body.tagline).toBe('en la tabla')
  })

  it('are read from the table by commands', async () => {
    const command = { ...shop.shop }
    await getRememberedSettings(command)
    await writeSilently(shop, 'para el comando')
    expect((await getRememberedSettings(command)).tagline).toBe('para el comando')
  })
})

describe('settings cached by another process', () => {
  it('are read again after a change elsewhere, and after a lost connection for notifications', async () => {
    const { databaseUrl, drop } = await createTestDatabase()
    const log = { info() {}, warn() {}, error() {} }
    const open = async () => openShop('postgres', { database: await openDatabase({ log, databaseUrl }) })
    const [here, there] = [await open(), await open()]
    try {
      const tagline = async () => (await getRememberedSettings(there.shop)).tagline
      expect(await tagline()).toBe('')
      await saveSettings({ shop: here.shop, body: { tagline: 'otra' } })
      await expect.poll(tagline).toBe('otra')
      await writeSilently(here, 'nadie lo dijo')
      expect(await tagline()).toBe('otra')
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen %'`.execute(here.shop.db)
      await expect.poll(tagline, { timeout: 5_000 }).toBe('nadie lo dijo')
    } finally {
      await Promise.all([here.close(), there.close()])
      await drop()
    }
  })
})
