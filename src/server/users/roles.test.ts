import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RIGHTS, RIGHTS_OF, type Role, ROLES } from '../../contract/accounts/roles.ts'
import { accountsIn, bearer, PASSWORD } from '../../../test/support/people/accounts.ts'
import { activityOnUser } from '../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openWorld, type World } from '../../../test/support/people/world.ts'

const idOf = (client: Client) => client.user?.id ?? 0

describe('rights of roles', () => {
  it('include orders for every role that reads customers, as accounts are shown with orders', () => {
    for (const role of ROLES) {
      const rights = RIGHTS_OF[role]
      if (rights.includes('customers_read')) expect(rights, role).toContain('orders_read')
      if (rights.includes('orders_write')) expect(rights, role).toContain('orders_read')
    }
    expect(RIGHTS_OF.owner).toEqual(RIGHTS)
  })
})

describe.each(enginesOf(import.meta.filename))('roles on %s', (engine) => {
  let shop: TestShop
  let world: World
  let owner: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    world = await openWorld(shop)
    owner = world.admin
  })
  afterAll(() => shop.close())

  const give = (by: Client, who: Client, role: Role | null, password = PASSWORD) =>
    by.patch(`/auth/users/${idOf(who)}/`, { role, password })

  it('an account of the shop without one is an owner', async () => {
    const { body } = await owner.get('/auth/verify-permissions/')
    expect(body).toMatchObject({
      role: 'owner',
      permissions: { can_access_admin: true, rights: [...RIGHTS], must_add_factor: false },
    })
    const customer = await shop.signIn()
    expect((await customer.get('/auth/profile/')).body).toMatchObject({
      role: null,
      permissions: { can_access_admin: false, rights: [], must_add_factor: false },
    })
  })

  it('are given with the own password, end the sessions, and count in the log', async () => {
    const { username, id } = await accountsIn(shop).hasAccount()
    const login = async () => (await accountsIn(shop).login(username)).body
    const before = await login()
    const wrong = await owner.patch(`/auth/users/${id}/`, { role: 'sales', password: 'otra' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'WRONG_PASSWORD'])
    const given = await owner.patch(`/auth/users/${id}/`, { role: 'sales', password: PASSWORD })
    expect(given.body).toMatchObject({ role: 'sales', is_staff: true, user_type: 'admin' })
    expect((await accountsIn(shop).profile(before.access)).status).toBe(401)
    expect((await accountsIn(shop).refresh(before.refresh)).status).toBe(401)
    const now = await login()
    expect(now.user.permissions).toMatchObject({ can_access_admin: true, rights: [...RIGHTS_OF.sales] })
    expect((await shop.anonymous.get('/orders/', bearer(now.access))).status).toBe(200)
    expect((await shop.anonymous.get('/settings/all/', bearer(now.access))).status).toBe(403)
    await owner.patch(`/auth/users/${id}/`, { role: null, password: PASSWORD })
    expect((await login()).user).toMatchObject({ role: null, is_staff: false, user_type: 'customer' })
    expect((await activityOnUser(shop.shop.db, id)).at(-1)?.changes).toEqual({
      role: { before: 'sales', after: null },
    })
  })

  it('a session of the shop lives a day whatever the role', async () => {
    const { username, id } = await accountsIn(shop).hasAccount({ is_staff: true })
    await shop.shop.db.updateTable('users').set({ role: 'stock' }).where('id', '=', id).execute()
    const { body } = await accountsIn(shop).login(username)
    const change = { old_password: PASSWORD, new_password: 'Otra-clave-9' }
    await shop.anonymous.post('/auth/change-password/', change, bearer(body.access))
    const { ends_at } = await shop.shop.db
      .selectFrom('sessions')
      .select('ends_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(ends_at.getTime() - shop.clock.now().getTime()).toBeLessThanOrEqual(86_400_000)
  })

  it('that change during a session apply with the next call', async () => {
    const former = await world.person({ role: 'sales' })
    expect((await former.get('/orders/')).status).toBe(200)
    await shop.shop.db.updateTable('users').set({ role: 'stock' }).where('id', '=', idOf(former)).execute()
    expect([(await former.get('/orders/')).status, (await former.get('/packing/')).status]).toEqual([
      403, 200,
    ])
  })

  it.each([
    [{ role: 'boss', password: PASSWORD }, 'role', 'El rol no es válido'],
    [{ role: 'sales' }, 'password', 'La contraseña es requerida'],
    [
      { role: 'sales', is_active: true, password: PASSWORD },
      'role',
      'El rol y el estado se cambian por separado',
    ],
    [{}, 'is_active', 'Debe ser verdadero o falso'],
  ])('400 for %j', async (body, field, text) => {
    const reply = await owner.patch(`/auth/users/${idOf(world.other)}/`, body)
    expect([reply.status, reply.body.errors[field]]).toEqual([400, [text]])
  })

  it('cannot be changed for oneself or by other roles', async () => {
    const own = await give(owner, owner, 'sales')
    expect([own.status, own.body.error]).toEqual([403, 'No puedes modificar tu propia cuenta'])
    for (const staff of Object.values(world.staff))
      expect((await give(staff, world.other, 'owner')).status).toBe(403)
    expect((await owner.patch('/auth/users/2147483647/', { role: 'sales', password: PASSWORD })).status).toBe(
      404,
    )
  })

  it('the last owner cannot close the account while others work here', async () => {
    const fresh = await openShop(engine)
    const { username } = await accountsIn(fresh).hasAccount({ is_staff: true })
    await fresh.signIn({ role: 'sales' })
    const { body } = await accountsIn(fresh).login(username)
    const reply = await fresh.anonymous.post(
      '/auth/close-account/',
      { password: PASSWORD, confirm: 'CERRAR' },
      bearer(body.access),
    )
    expect([reply.status, reply.body.error]).toEqual([
      409,
      'Es la última cuenta de administración: no se puede cerrar.',
    ])
    await fresh.close()
  })
})

describe('the last owner on postgres', () => {
  it('remains when two owners make each other sellers at the same moment', async () => {
    const shop = await openShop('postgres')
    const world = await openWorld(shop)
    for (let round = 0; round < 8; round += 1) {
      await shop.shop.db.updateTable('users').set({ is_active: false }).execute()
      const [one, two] = [await world.person({ admin: true }), await world.person({ admin: true })]
      const change = { role: 'sales', password: PASSWORD }
      const replies = await Promise.all([
        one.patch(`/users/${idOf(two)}/`, change),
        two.patch(`/users/${idOf(one)}/`, change),
      ])
      const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses[0]).toBe(200)
      expect([401, 403, 409]).toContain(statuses[1])
      const owners = await shop.shop.db
        .selectFrom('users')
        .select('id')
        .where('is_active', '=', true)
        .where((row) => row.or([row('role', '=', 'owner'), row('role', 'is', null)]))
        .execute()
      expect(owners).toHaveLength(1)
    }
    await shop.close()
  })
})
