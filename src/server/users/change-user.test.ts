import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityOnUser } from '../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import { newUser } from '../../../test/support/people/users.ts'
import { visitorClaim } from '../../../test/support/sales/claims.ts'

const idOf = (client: Client) => client.user?.id ?? 0

describe.each(enginesOf(import.meta.filename))('users on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const create = (fields: Record<string, unknown> = {}) =>
    admin.post('/auth/admin/create-user/', newUser(fields))
  const row = (id: number) =>
    shop.shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  const activityOn = (id: number) => activityOnUser(shop.shop.db, id)

  describe('PATCH /auth/users/{id}/', () => {
    it('ends the sessions of a deactivated account immediately, and logs before and after', async () => {
      const customer = await shop.signIn()
      expect((await customer.get('/auth/profile/')).status).toBe(200)
      const reply = await admin.patch(`/auth/users/${idOf(customer)}/`, { is_active: false })
      expect(reply).toMatchObject({ status: 200, body: { is_active: false } })
      expect((await customer.get('/auth/profile/')).status).toBe(401)
      await admin.patch(`/auth/users/${idOf(customer)}/`, { is_active: true })
      expect((await customer.get('/auth/profile/')).status).toBe(401)
      expect((await activityOn(idOf(customer))).map((entry) => entry.changes)).toEqual([
        { is_active: { before: true, after: false } },
        { is_active: { before: false, after: true } },
      ])
    })

    it('logs nothing when nothing changes', async () => {
      const customer = await shop.signIn()
      expect((await admin.patch(`/users/${idOf(customer)}/`, { is_active: true })).status).toBe(200)
      expect(await activityOn(idOf(customer))).toEqual([])
    })

    it('refuses the own account', async () => {
      const reply = await admin.patch(`/users/${idOf(admin)}/`, { is_active: false })
      expect(reply).toMatchObject({ status: 403, body: { error: 'No puedes modificar tu propia cuenta' } })
      expect((await admin.get('/auth/profile/')).status).toBe(200)
    })

    it('changes nothing else', async () => {
      const { body } = await create()
      await admin.patch(`/users/${body.id}/`, {
        is_active: true,
        is_staff: true,
        username: 'x',
        email: 'x@y.example',
      })
      expect((await admin.get(`/users/${body.id}/`)).body.user).toEqual(body)
    })

    it.each([[{}], [{ is_active: 'false' }], [{ is_active: 0 }], [[]]])('refuses %j', async (body) => {
      expect((await admin.patch(`/users/${idOf(admin)}/`, body)).status).toBe(400)
    })
  })

  describe('DELETE /auth/users/{id}/', () => {
    it('removes the account with its sessions and codes', async () => {
      const customer = await shop.signIn()
      expect((await admin.delete(`/auth/users/${idOf(customer)}/`)).status).toBe(204)
      expect(await row(idOf(customer))).toBeUndefined()
      expect((await customer.get('/auth/profile/')).status).toBe(401)
      expect((await admin.delete(`/auth/users/${idOf(customer)}/`)).status).toBe(404)
      const log = await activityOn(idOf(customer))
      expect(log).toMatchObject([{ action: 'delete', user_id: idOf(admin) }])
      expect(JSON.stringify(log)).not.toContain(customer.user?.username)
    })

    it('deletes the mails about it, and no others when addresses contain each other', async () => {
      const { blisters, id } = await shop.hasProduct()
      const order = {
        recipient_name: 'Ana',
        customer_phone: '1155667788',
        delivery_type: 'coordinate',
        products: [{ product_id: id, blister_id: blisters[0]?.id, quantity: 1 }],
      }
      const [ana, juana] = [
        await shop.signIn({ email: `ana.${engine}@correo.example` }),
        await shop.signIn({ email: `juana.${engine}@correo.example` }),
      ]
      for (const customer of [ana, juana]) expect((await customer.post('/orders/', order)).status).toBe(201)
      const about = async () =>
        (await shop.mails())
          .filter((mail) => `${mail.recipient} ${mail.body_text}`.includes(`ana.${engine}@`))
          .map(({ recipient, body_text }) => [recipient, body_text.includes('juana.')])
      expect(await about()).toHaveLength(4)
      const ofJuana = (await about()).slice(2)
      expect((await admin.delete(`/users/${idOf(ana)}/`)).status).toBe(204)
      expect(await about()).toEqual(ofJuana)
    })

    it.each([
      ['unverified', 'Bruno'],
      ['verified by the shop', 'Bruno'],
      ['proved by its owner', 'Usuario eliminado'],
    ])('of an address that is %s leaves the name %s to what a visitor sent under it', async (how, name) => {
      const account = await shop.signIn({ verified: how !== 'unverified' })
      const email = account.user?.email ?? ''
      const claim = { ...(await visitorClaim(shop)), email }
      const { body } = await shop.anonymous.post('/warranty-claims/', claim)
      if (how === 'proved by its owner') await accountsIn(shop).provesAddress(email)
      expect((await admin.delete(`/users/${idOf(account)}/`)).status).toBe(204)
      expect((await admin.get(`/warranty-claims/${body.id}/`)).body.name).toBe(name)
    })

    it('refuses the own account', async () => {
      expect((await admin.delete(`/users/${idOf(admin)}/`)).body.error).toBe(
        'No puedes modificar tu propia cuenta',
      )
    })

    it('cancels pending orders, returns their stock, and keeps the others without a name', async () => {
      const product = await shop.hasProduct({
        blisters: [{ seed_count: 3, price: 1_000, stock: 10, discount: 0 }],
      })
      const blisterId = product.blisters[0]?.id ?? 0
      const customer = await shop.signIn()
      const order = {
        recipient_name: 'Persona Olvidada',
        customer_phone: '1155667788',
        delivery_type: 'coordinate',
        products: [{ product_id: product.id, blister_id: blisterId, quantity: 2 }],
      }
      const pending = await customer.post('/orders/', order)
      const sold = await customer.post('/orders/', order)
      expect([pending.status, sold.status]).toEqual([201, 201])
      expect((await admin.put(`/orders/${sold.body.id}/`, { status: 'completed' })).status).toBe(200)
      expect((await admin.get(`/users/${idOf(customer)}/`)).body.orders).toHaveLength(2)

      expect((await admin.delete(`/users/${idOf(customer)}/`)).status).toBe(204)
      expect(await shop.stockOf(blisterId)).toBe(8)
      expect(await shop.ledgerOf(blisterId)).toBe(8)
      const [cancelled, kept] = [
        await admin.get(`/orders/${pending.body.id}/`),
        await admin.get(`/orders/${sold.body.id}/`),
      ]
      expect([cancelled.body.status, kept.body.status]).toEqual(['cancelled', 'completed'])
      for (const { body, text } of [cancelled, kept]) {
        expect(body.customer).toBeNull()
        expect(text).not.toMatch(/Olvidada|1155667788/)
        expect(text).not.toContain(customer.user?.email)
      }
    })
  })
})

describe('the last admin on postgres', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('postgres')
  })
  afterAll(() => shop.close())

  it.each(['deactivate', 'delete'])(
    'remains when two admins %s each other at the same moment',
    async (how) => {
      for (let round = 0; round < 15; round += 1) {
        await shop.shop.db.updateTable('users').set({ is_active: false }).execute()
        const [one, two] = [await shop.signIn({ admin: true }), await shop.signIn({ admin: true })]
        const remove = (by: Client, who: Client) =>
          how === 'delete'
            ? by.delete(`/users/${who.user?.id}/`)
            : by.patch(`/users/${who.user?.id}/`, { is_active: false })
        const replies = await Promise.all([remove(one, two), remove(two, one)])
        const statuses = replies.map((reply) => reply.status).toSorted((a, b) => a - b)
        expect(statuses[0]).toBeLessThan(205)
        expect([401, 403]).toContain(statuses[1])
        const admins = await shop.shop.db
          .selectFrom('users')
          .select('id')
          .where('is_active', '=', true)
          .where('is_staff', '=', true)
          .execute()
        expect(admins).toHaveLength(1)
      }
    },
  )
})
