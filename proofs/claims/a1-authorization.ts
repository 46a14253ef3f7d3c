import { dayOf } from '../../src/server/days.ts'
import type { Role } from '../../src/contract/accounts/roles.ts'
import {
  claimAbout,
  ENDS_SESSION,
  FOREIGN,
  MATRIX,
  ROLES_MAY,
  statusesOfRoles,
  WITHOUT_TOKEN,
} from '../../test/support/calls/access-matrix.ts'
import {
  type Described,
  documentedCalls,
  type RightCall,
  rightCall,
  type RightCalls,
  rightCalls,
  send,
} from '../../test/support/calls/every-call.ts'
import type { Client, Reply, TestShop } from '../../test/support/open-shop.ts'
import { openWorld, type World } from '../../test/support/people/world.ts'
import { expectComplete } from './a1-authorization/all-calls.ts'
import { newPlace } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { openTestShop } from '../../test/support/open-shop.ts'

export const proof: Proof = {
  id: 'A1',
  title: 'Authorization matrix',
  claim:
    'Every call of the API answers each kind of caller with the expected status. Private texts reach only their owner and roles with the right to read them; a packer sees no money and no contact of a customer.',
  how: "Every documented call is made as visitor, owner, another customer, unverified and deactivated account, admin, former admin and the three other staff roles, with an expired access token, and with a refresh token in place of an access token; the caller's own lists of orders and claims are included. A call that is missing from the matrix is a failure.",
  oneTry: 'one engine',
  note: "Calls the application in the proof's own process, whose clock the proof sets.",
  tries: { full: 2, short: 1 },
  async run(context) {
    const failures = new Failures()
    const sum = { cells: 0, calls: 0, searched: 0 }
    for (const engine of (['postgres', 'embedded'] as const).slice(0, context.tries)) {
      const shop = await openTestShop(context, await newPlace(context, engine))
      const world = await openWorld(shop)
      const scene: Scene = {
        shop,
        world,
        calls: await documentedCalls(shop),
        make: rightCalls(world),
        failures,
        sum,
      }
      // Everybody calls about orders of one customer.
      await world.admin.put('/settings/', { max_pending_orders: 1000 })
      expectComplete(scene, failures)
      await askForLists(scene)
      for (const [call, row] of Object.entries(MATRIX)) await askAs(scene, call, row)
      for (const call of Object.keys(MATRIX)) await askAsRoles(scene, call)
      await askWithoutRights(scene)
      if (failures.list().length > 0) break
      await askUnverified(scene)
      await askAsFormerAdmin(scene)
      await linkForeignOrder(scene)
      sum.calls = scene.calls.size
      context.say(`${engine}: ${sum.cells} cells`)
    }
    return {
      tries: `${sum.calls} calls × 12 kinds of callers, ${context.tries} engine(s)`,
      figure: `${sum.cells} cells as expected; ${sum.searched} answers to others searched, 0 private texts found`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'admins-for-all',
      patches: [
        { find: "if (access === 'admin' && !isAdmin)", replace: "if (access === 'admin' && !holder.id)" },
      ],
      failsWith: /as another customer/,
    },
    {
      name: 'rights-of-all',
      patches: [
        {
          find: 'const isAdmin = roleCan(holder.role, needs)',
          replace: 'const isAdmin = holder.role !== null && needs !== undefined',
        },
      ],
      failsWith: /as (?:sales|stock|read)/,
    },
    {
      name: 'open-without-right',
      patches: [
        { find: "needs: parts.needs ?? 'everything'", replace: "needs: parts.needs ?? 'catalog_read'" },
      ],
      failsWith: /as (?:sales|stock|read)/,
    },
    {
      name: 'foreign-orders',
      patches: [
        {
          find: "if (!order || !(user.isAdmin || order.customer_id === user.id)) throw notFound('Pedido no encontrado')\n  return order",
          replace: "if (!order) throw notFound('Pedido no encontrado')\n  return order",
        },
      ],
      failsWith: /GET \/api\/orders\/\{id\}\/ as another customer/,
    },
    {
      name: 'any-token',
      patches: [{ find: "token.kind = 'access' and token.expires_at >", replace: 'token.expires_at >' }],
      failsWith: /with a renewal token/,
    },
    {
      name: 'endless-token',
      patches: [
        {
          find: "token.kind = 'access' and token.expires_at > ${now}",
          replace: "token.kind = 'access' and ${now}::timestamptz is not null",
        },
      ],
      failsWith: /with a token that ended/,
    },
    {
      name: 'deactivated-works',
      patches: [
        { find: 'and session.ends_at > ${now} and u.is_active`', replace: 'and session.ends_at > ${now}`' },
      ],
      failsWith: /as deactivated/,
    },
    {
      name: 'orders-of-all',
      patches: [
        {
          find: ".where('orders.user_id', '=', userId)",
          replace: ".where('orders.user_id', 'is not', null)",
        },
      ],
      failsWith: /GET \/api\/orders\/my-orders\/ as another customer: told/,
    },
    {
      name: 'claims-of-all',
      patches: [
        {
          find: "all.push(row('warranty_claims.user_id', '=', filter.userId))",
          replace: "all.push(row('warranty_claims.user_id', 'is not', null))",
        },
      ],
      failsWith: /\/warranty-claims\/\?user=current as another customer: told/,
    },
    {
      name: 'a-call-past-the-documentation',
      patches: [
        {
          find: 'for (const { address, type, write } of DOCUMENTS) {',
          replace:
            "api.app.get('/api/lots/:number/secrets/', async () => ({}))\n  for (const { address, type, write } of DOCUMENTS) {",
        },
      ],
      failsWith: /registered past the documentation/,
    },
    {
      name: 'without-code',
      patches: [
        { find: 'code: refusal.code, ...(errors && { errors })', replace: '...(errors && { errors })' },
      ],
      failsWith: /another shape of refusal/,
    },
  ],
}

interface Scene {
  shop: TestShop
  world: World
  calls: Map<string, Described>
  make: RightCalls
  failures: Failures
  sum: { cells: number; calls: number; searched: number }
}

/** `mayKnow`: a successful response may contain the owner's texts. */
function judge(
  { failures, sum }: Scene,
  cell: string,
  { reply, expected, mayKnow = false }: { reply: Reply; expected: number; mayKnow?: boolean },
): void {
  sum.cells += 1
  if (reply.status !== expected) failures.add(`${cell}: ${reply.status} instead of ${expected}`)
  if (!mayKnow) sum.searched += 1
  if ((!mayKnow || reply.status >= 400) && FOREIGN.test(reply.text))
    failures.add(`${cell}: told what is the owner's`, reply.text.slice(0, 500))
  if (reply.status >= 400 && (typeof reply.body?.error !== 'string' || typeof reply.body?.code !== 'string'))
    failures.add(`${cell}: another shape of refusal`, reply.text)
}

/** A valid call of a stranger without the owner's texts: any in the response came from the shop. */
async function strangersCall({ make }: Scene, call: string, actor: Client): Promise<RightCall> {
  const { path, body } = await rightCall(make, call, actor)
  if (body === undefined || body instanceof FormData) return { path, ...(body && { body }) }
  const text = JSON.stringify(body).replaceAll(/canaria/gi, 'Otra')
  return { path, body: JSON.parse(text) as Record<string, unknown> }
}

async function askAs(scene: Scene, call: string, row: readonly number[]): Promise<void> {
  const { shop, world } = scene
  const people = ENDS_SESSION.includes(call)
    ? [shop.anonymous, await world.person(), await world.person(), await world.person({ admin: true })]
    : [shop.anonymous, world.owner, world.other, world.admin]
  for (const [index, who] of ['visitor', 'owner', 'another customer', 'admin'].entries()) {
    const actor = people[index] ?? shop.anonymous
    const mayKnow = who === 'owner' || who === 'admin'
    const right = mayKnow ? await rightCall(scene.make, call, actor) : await strangersCall(scene, call, actor)
    const reply = await send(actor, call, right)
    judge(scene, `${call} as ${who}`, { reply, expected: row[index] ?? 0, mayKnow })
  }
}

/** Each role of the shop: what it may, it may; to all else it is a customer. */
async function askAsRoles(scene: Scene, call: string): Promise<void> {
  const { world } = scene
  const expected = statusesOfRoles(call)
  for (const [role, staff] of Object.entries(world.staff) as [Exclude<Role, 'owner'>, Client][]) {
    const actor = ENDS_SESSION.includes(call) ? await world.person({ role }) : staff
    const mayKnow = ROLES_MAY[role].includes(call)
    const right = mayKnow ? await rightCall(scene.make, call, actor) : await strangersCall(scene, call, actor)
    const reply = await send(actor, call, right)
    // The recipient's name is all that a packer learns.
    judge(scene, `${call} as ${role}`, { reply, expected: expected[role], mayKnow })
    if (
      role === 'stock' &&
      /correo\.example|1123456789|"(?:total|price_at_time|paid_total)"/.test(ordersIn(call, reply))
    )
      scene.failures.add(`${call} as stock: told money or how to reach a customer`, reply.text.slice(0, 500))
  }
}

/** The answer, when it is about orders of others. */
function ordersIn(call: string, { text }: Reply): string {
  return call.includes('/packing/') ? text : ''
}

/** Lists of a caller's own things, after the owner ordered and claimed, also with the owner's id as a parameter. */
async function askForLists(scene: Scene): Promise<void> {
  const { shop, world, failures } = scene
  for (const call of ['POST /api/orders/', 'POST /api/warranty-claims/'])
    await send(world.owner, call, await rightCall(scene.make, call, world.owner))
  const id = world.owner.user?.id
  const own = ['/orders/my-orders/?', '/warranty-claims/?user=current', '/auth/profile/?', '/auth/my-data/?']
  for (const list of own) {
    if (!FOREIGN.test((await world.owner.get(list)).text))
      failures.add('the owner does not see the own things', list)
    for (const more of ['', `&user_id=${id}`, `&customer_id=${id}`, '&search=canaria', '&page_size=100']) {
      for (const [who, actor] of Object.entries({
        'another customer': world.other,
        visitor: shop.anonymous,
      })) {
        const expected = who === 'visitor' ? 401 : 200
        judge(scene, `GET ${list}${more} as ${who}`, { reply: await actor.get(list + more), expected })
      }
    }
  }
}

/** Expired tokens, tokens of another kind and tokens of deactivated accounts: nothing at all, whatever the call. */
async function askWithoutRights(scene: Scene): Promise<void> {
  const { shop, world } = scene
  const [id, adminId] = [world.owner.user?.id ?? 0, world.admin.user?.id ?? 0]
  const [soon, past] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 1_000)]
  const off = await world.person({ active: false })
  const offAdmin = await world.person({ active: false, admin: true })
  const tokens = {
    'with a token that ended': await world.token(id, { kind: 'access', expires: past }),
    'with a token of an admin that ended': await world.token(adminId, { kind: 'access', expires: past }),
    'with a renewal token': await world.token(id, { kind: 'refresh', expires: soon }),
    'with a renewal token of an admin': await world.token(adminId, { kind: 'refresh', expires: soon }),
    'as deactivated': off.user?.access,
    'as deactivated admin': offAdmin.user?.access,
    'with an invented token': 'x'.repeat(43),
  }
  for (const call of Object.keys(MATRIX).filter((each) => !WITHOUT_TOKEN.includes(each))) {
    // A token that should be invalid may have ended the owner's session; that failure is recorded by then.
    const right = await rightCall(scene.make, call, world.owner).catch(() => undefined)
    if (!right) {
      scene.failures.add(`${call} can no longer be made by the owner`)
      continue
    }
    for (const [name, token] of Object.entries(tokens)) {
      const reply = await send(shop.anonymous, call, right, { authorization: `Bearer ${token}` })
      judge(scene, `${call} ${name}`, { reply, expected: 401 })
    }
  }
}

/** An unverified account gets no token: it can call what a visitor can. */
async function askUnverified(scene: Scene): Promise<void> {
  const { shop, world, failures } = scene
  const { user } = await world.person({ verified: false })
  await shop.shop.db
    .deleteFrom('sessions')
    .where('user_id', '=', user?.id ?? 0)
    .execute()
  const login = { username_or_email: user?.username, password: 'Semilla2026' }
  const reply = await shop.anonymous.post('/auth/login/', login)
  failures.expect('sign-in as unverified', [reply.status, reply.body?.code], [403, 'ACCOUNT_NOT_VERIFIED'])
  if (/"(?:access|refresh)"/.test(reply.text)) failures.add('a token as unverified', reply.text)
  for (const [call, [anonymous]] of Object.entries(MATRIX)) {
    const right = await strangersCall(scene, call, shop.anonymous)
    const answer = await send(shop.anonymous, call, right, tokenOf(reply))
    judge(scene, `${call} as unverified`, { reply: answer, expected: anonymous })
  }
}

function tokenOf({ body }: Reply): Record<string, string> {
  return typeof body?.access === 'string' ? { authorization: `Bearer ${body.access}` } : {}
}

async function askAsFormerAdmin(scene: Scene): Promise<void> {
  const { shop, world, calls } = scene
  const former = await world.person({ admin: true })
  const reply = await former.get('/settings/all/')
  judge(scene, 'GET /api/settings/all/ as admin', { reply, expected: 200 })
  await shop.shop.db
    .updateTable('users')
    .set({ is_staff: false })
    .where('id', '=', former.user?.id ?? 0)
    .execute()
  for (const [call, about] of calls) {
    if (about['x-access'] !== 'admin') continue
    const answer = await send(former, call, await rightCall(scene.make, call, former))
    judge(scene, `${call} as former admin`, { reply: answer, expected: 403 })
  }
}

async function linkForeignOrder(scene: Scene): Promise<void> {
  const { shop, world } = scene
  const { path } = await rightCall(scene.make, 'GET /api/orders/{id}/', world.owner)
  const order = (await world.owner.get(path)).body
  const { body } = await rightCall(scene.make, 'POST /api/warranty-claims/', world.other)
  const linked = claimAbout(order, body, dayOf(shop.clock.now()))
  const strangers = {
    'a claim about a foreign order': world.other,
    "a visitor's claim about an order": shop.anonymous,
  }
  for (const [what, actor] of Object.entries(strangers)) {
    const reply = await actor.post('/warranty-claims/', linked)
    judge(scene, what, { reply, expected: actor === world.other ? 404 : 400 })
  }
}
