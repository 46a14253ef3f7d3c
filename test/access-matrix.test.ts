import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '../src/server/days.ts'
import { endpoint, Nothing, reply } from '../src/contract/endpoint.ts'
import { roleCan } from '../src/contract/accounts/roles.ts'
import {
  claimAbout,
  ENDS_SESSION,
  FOREIGN,
  MATRIX,
  OF_STAFF,
  ROLES_MAY,
  statusesOfRoles,
  WITHOUT_TOKEN,
} from './support/calls/access-matrix.ts'
import {
  type Described,
  documentedCalls,
  type RightCall,
  rightCall,
  type RightCalls,
  rightCalls,
  send,
} from './support/calls/every-call.ts'
import { type Client, enginesOf, openShop, type Reply, type TestShop } from './support/open-shop.ts'
import { openWorld, type World } from './support/people/world.ts'
import { isWhole } from './support/whole.ts'

describe.each(enginesOf(import.meta.filename))('authorization matrix, on %s', (engine) => {
  let shop: TestShop
  let world: World
  let calls: Map<string, Described>
  let make: RightCalls

  beforeAll(async () => {
    shop = await openShop(engine)
    world = await openWorld(shop)
    calls = await documentedCalls(shop)
    make = rightCalls(world)
    // Everybody calls about orders of one customer.
    await world.admin.put('/settings/', { max_pending_orders: 1000 })
  })
  afterAll(() => shop.close())

  async function ask(call: string, actor: Client, headers?: Record<string, string>): Promise<Reply> {
    return send(actor, call, await rightCall(make, call, actor), headers)
  }

  it('lists every documented call, and no other', () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual([...calls.keys()].toSorted())
    expect(Object.keys(make).toSorted()).toEqual([...calls.keys()].toSorted())
  })

  it('agrees with the documentation', () => {
    const wrong = [...calls].filter(([call, about]) => {
      const [anonymous, owner] = MATRIX[call] ?? []
      if (about['x-access'] === 'admin') return anonymous !== 401 || owner !== 403
      return about['x-access'] === 'customer' && anonymous !== 401
    })
    expect(wrong.map(([call]) => call)).toEqual([])
  })

  it.each(Object.entries(MATRIX))('%s', async (call, row) => {
    const people = ENDS_SESSION.includes(call)
      ? [shop.anonymous, await world.person(), await world.person(), await world.person({ admin: true })]
      : [shop.anonymous, world.owner, world.other, world.admin]
    // Only the last of these is let in.
    const isForAdmins = row[2] === 403 && !ENDS_SESSION.includes(call)
    const ofAdmins = isForAdmins ? await rightCall(make, call, world.admin) : undefined
    const replies: Reply[] = []
    for (const actor of people)
      replies.push(await (ofAdmins ? send(actor, call, ofAdmins) : ask(call, actor)))
    expect(replies.map(({ status, text }) => (status >= 500 ? text : status))).toEqual(row)
    for (const [index, { status, text, body }] of replies.entries()) {
      if (status < 400) continue
      expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) })
      expect(text, `as ${index}`).not.toMatch(FOREIGN)
    }
  })

  // Once: roles are checked before the database is asked.
  it.each(engine === 'postgres' ? Object.keys(MATRIX) : [])('%s, by role', async (call) => {
    const statuses: Record<string, number> = {}
    let refused: RightCall | undefined
    for (const [role, actor] of Object.entries(world.staff)) {
      const isOver = ENDS_SESSION.includes(call)
      const who = isOver ? await world.person({ role: role as keyof typeof world.staff }) : actor
      const right = refused ?? (await rightCall(make, call, who))
      const answer = await send(who, call, right)
      statuses[role] = answer.status
      if (answer.status < 400) continue
      expect(answer.text, role).not.toMatch(FOREIGN)
      // What it names is as before.
      refused = right
    }
    const { owner: _, ...expected } = statusesOfRoles(call)
    expect(statuses).toEqual(expected)
  })

  it('allows a call without a declared right to owners only', async () => {
    const silent = [...calls].filter(([, about]) => about['x-needs'] === 'everything').map(([call]) => call)
    expect(silent.length).toBeGreaterThan(30)
    for (const may of Object.values(ROLES_MAY))
      expect(may.filter((call) => silent.includes(call))).toEqual([])
    const part = endpoint('GET /x/', { summary: 'x', access: 'admin', reply: reply(Nothing) })
    expect(part.needs).toBe('everything')
    for (const role of ['sales', 'stock', 'read'] as const) expect(roleCan(role, part.needs)).toBe(false)
  })

  it('shows the packer no amounts and no contact data', async () => {
    const secret = /"(?:value|\w*price\w*|total|paid_total|amount|\w*phone|\w*email|\w*address)":/
    for (const call of ROLES_MAY.stock.filter((each) => !OF_STAFF.includes(each)))
      expect((await ask(call, world.staff.stock)).text, call).not.toMatch(secret)
    expect((await ask('GET /api/stock/', world.staff.sales)).text).toMatch(secret)
  })

  it('refuses expired tokens, tokens of another kind and deactivated accounts; a demoted admin is a customer at once', async () => {
    const id = world.owner.user?.id ?? 0
    const soon = new Date(Date.now() + 60_000)
    const off = await world.person({ active: false })
    const offAdmin = await world.person({ active: false, admin: true })
    const deleted = await world.person()
    await world.admin.delete(`/users/${deleted.user?.id}/`)
    const tokens = Object.entries({
      expired: await world.token(id, { kind: 'access', expires: new Date(Date.now() - 1_000) }),
      refresh: await world.token(id, { kind: 'refresh', expires: soon }),
      'refresh of an admin': await world.token(world.admin.user?.id ?? 0, { kind: 'refresh', expires: soon }),
      deactivated: off.user?.access,
      'deactivated admin': offAdmin.user?.access,
      deleted: deleted.user?.access,
      invented: 'x'.repeat(43),
      short: 'x',
      empty: '',
    })
    const former = await world.person({ admin: true })
    expect((await former.get('/settings/all/')).status).toBe(200)
    await shop.shop.db
      .updateTable('users')
      .set({ is_staff: false })
      .where('id', '=', former.user?.id ?? 0)
      .execute()
    const wrong: string[] = []
    const withToken = [...calls].filter(([call]) => !WITHOUT_TOKEN.includes(call))
    for (const [n, [call, about]] of withToken.entries()) {
      // Who calls is asked before what for: a caller who was let in would be told that it is wrong.
      const right = { path: call.replace(/^\w+ \/api/, '').replaceAll(/\{\w+\}/g, '1'), body: {} }
      // Some with each: one function of all calls knows which token is valid.
      const every = isWhole ? 1 : engine === 'postgres' ? 3 : tokens.length
      const tried = tokens.filter((_, i) => (i + n) % every === 0)
      for (const [name, token] of tried) {
        const reply = await send(shop.anonymous, call, right, { authorization: `Bearer ${token}` })
        if (reply.status !== 401 || FOREIGN.test(reply.text)) wrong.push(`${call} ${name}: ${reply.status}`)
      }
      if (about['x-access'] !== 'admin') continue
      const reply = await send(former, call, right)
      if (reply.status !== 403 || FOREIGN.test(reply.text)) wrong.push(`${call} demoted: ${reply.status}`)
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it('gives an unverified account no token', async () => {
    const { user } = await world.person({ verified: false })
    const before = await shop.shop.db.selectFrom('session_tokens').select('hash').execute()
    const reply = await shop.anonymous.post('/auth/login/', {
      username_or_email: user?.username,
      password: 'Semilla2026',
    })
    expect(reply).toMatchObject({ status: 403, body: { code: 'ACCOUNT_NOT_VERIFIED', email: user?.email } })
    expect(reply.text).not.toMatch(/access|refresh/)
    expect(await shop.shop.db.selectFrom('session_tokens').select('hash').execute()).toHaveLength(
      before.length,
    )
  })

  it('shows each customer only their own orders and claims', async () => {
    await ask('POST /api/orders/', world.owner)
    await ask('POST /api/warranty-claims/', world.owner)
    const own = ['/orders/my-orders/', '/warranty-claims/?user=current', '/auth/profile/', '/auth/my-data/']
    for (const path of own) {
      expect((await world.owner.get(path)).text).toMatch(FOREIGN)
      const fresh = await world.person()
      expect((await fresh.get(path)).text).not.toMatch(FOREIGN)
    }
  })

  it('links a claim only to an order of the same customer', async () => {
    const { path } = await rightCall(make, 'GET /api/orders/{id}/', world.owner)
    const order = (await world.owner.get(path)).body
    const { body } = await rightCall(make, 'POST /api/warranty-claims/', world.other)
    const linked = claimAbout(order, body, dayOf(shop.clock.now()))
    const foreign = await world.other.post('/warranty-claims/', linked)
    expect([foreign.status, FOREIGN.test(foreign.text)]).toEqual([404, false])
    expect((await shop.anonymous.post('/warranty-claims/', linked)).status).toBe(400)
    expect((await world.owner.post('/warranty-claims/', linked)).status).toBe(201)
  })
})
