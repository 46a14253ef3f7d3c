import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { ABOUT, photoNow, visitorClaim } from '../../../test/support/sales/claims.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'
import { openTransport } from '../mail/transport.ts'
import { readPerson } from '../users/users.ts'
import { forgetAgain, forgetPerson } from './forget-person.ts'

describe('a person who is forgotten', () => {
  let world: TestShop
  let ana: Client
  let email = ''
  beforeAll(async () => {
    world = await openShop('embedded')
    await world.signIn({ admin: true })
    ana = await world.signIn()
    email = ana.user?.email ?? ''
    await placed(ana, await onSale(world))
  })
  afterAll(() => world.close())

  const claimOfVisitor = async (address: string) => {
    const claim = { ...(await visitorClaim(world)), email: address }
    expect((await world.anonymous.post('/warranty-claims/', claim)).status).toBe(201)
  }
  const fileMails = async () => {
    const transport = openTransport(world.shop.config)
    const mails = await world.shop.db.selectFrom('outbox').selectAll().execute()
    for (const { id, message_id: messageId, recipient, subject, body_text: text, reply_to: replyTo } of mails)
      await transport.send({
        id,
        messageId,
        recipient,
        subject,
        text,
        html: '',
        replyTo,
        createdAt: new Date(),
      })
    transport.close()
  }
  const files = () => readdir(join(world.shop.config.dataDir, 'mail'))
  /** Rows of any table that have this text anywhere. */
  async function rowsWith(text: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
      world.shop.db,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const { rows: lines } = await sql<{ count: number }>`
        select count(*)::int from ${sql.table(name)} t where t::text ilike ${`%${text}%`}`.execute(
        world.shop.db,
      )
      if (lines[0]?.count !== 0) found.push(name)
    }
    return found
  }

  it('leaves no row and no file with the address; others stay', async () => {
    const claim = {
      ...ABOUT,
      product_name: 'Puna',
      purchase_date: '2026-11-01',
      photo1: await photoNow(world),
    }
    await ana.post('/warranty-claims/', claim)
    await claimOfVisitor('vecina@correo.example')
    await claimOfVisitor('otra.vecina@correo.example')
    await fileMails()
    const before = (await files()).length

    const exported = await readPerson(world.shop.db, email)
    expect(exported).toMatchObject({ account: { email }, orders: [{ lines: [{}] }], claims: [{}] })
    expect(JSON.stringify(exported)).not.toContain('argon2')
    expect(await rowsWith(email)).toEqual(expect.arrayContaining(['users', 'orders', 'outbox']))

    expect(await forgetPerson(world.shop, email.toUpperCase())).toMatchObject({ accounts: 1, files: 4 })
    expect(await rowsWith(email)).toEqual([])
    expect(await forgetPerson(world.shop, 'vecina@correo.example')).toEqual({
      accounts: 0,
      orders: 0,
      claims: 1,
      regrets: 0,
      access: 0,
      mails: 2,
      files: 2,
    })
    expect(await rowsWith('otra.vecina@correo.example')).toEqual(['warranty_claims', 'outbox'])
    expect(await files()).toHaveLength(before - 6)
  })

  it('leaves no name in an order that the shop noted without an account; the stock of an open one is back', async () => {
    const item = await onSale(world)
    const admin = await world.signIn({ admin: true })
    const noted = async (address: string, more: object = {}) => {
      const guest = { name: 'Feriante Paz', phone: '1123456789', email: address }
      const body = { guest, channel: 'fair', lines: [item], note: `Llamó ${address}`, ...more }
      return (await admin.post('/orders/manual/', body)).body
    }
    const open = await noted('feria@correo.example')
    const payment = { amount: 2000, method: 'cash', paid_on: '2026-01-02', reference: 'feria@correo.example' }
    const handed = await noted('feria@correo.example', { payment, handed: 'in_person' })
    await noted('otra.feria@correo.example')
    expect((await readPerson(world.shop.db, 'feria@correo.example')).orders).toHaveLength(2)
    expect(await forgetPerson(world.shop, 'Feria@Correo.example')).toMatchObject({ accounts: 0, orders: 2 })
    // Those of another address that contains it.
    expect((await rowsWith('feria@correo.example')).toSorted()).toEqual(['order_notes', 'orders'])
    const read = async (id: number) => (await admin.get(`/orders/${id}/`)).body
    const forgotten = { recipient_name: 'Usuario eliminado', customer_phone: '' }
    expect(await read(open.id)).toMatchObject({ ...forgotten, status: 'cancelled' })
    expect(await read(handed.id)).toMatchObject({ ...forgotten, status: 'completed', paid_total: 2000 })
    expect(await world.stockOf(item.blister_id)).toBe(6)
  })

  it('is forgotten again after a restore of an older backup', async () => {
    expect(await forgetAgain(world.shop)).toBe(0)
    await claimOfVisitor('vecina@correo.example')
    expect(await forgetAgain(world.shop)).toBe(1)
    expect((await readPerson(world.shop.db, 'vecina@correo.example')).claims).toEqual([])
  })

  it('is not the only admin', async () => {
    const [admin] = await world.shop.db
      .selectFrom('users')
      .select('email')
      .where('is_staff', '=', true)
      .execute()
    const others = world.shop.db.updateTable('users').set({ is_active: false }).where('is_staff', '=', true)
    await others.where('email', '!=', admin?.email ?? '').execute()
    await expect(forgetPerson(world.shop, admin?.email ?? '')).rejects.toThrow('único dueño')
  })
})
