import { loadavg } from 'node:os'
import { accountsIn, bearer, PASSWORD } from '../../test/support/people/accounts.ts'
import { newCluster, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { openTestShop, type Reply } from '../../test/support/open-shop.ts'
import { changed, copied, type Instances, moveClocks, tooMany, twoChains } from './t1-sessions/copies.ts'

const TABS = 20

export const proof: Proof = {
  id: 'T1',
  title: 'Session security',
  claim:
    'Tabs that refresh concurrently stay signed in. A stolen refresh token ends the session or is useless without its browser. A new password or e-mail ends all earlier tokens, and revoked rights take effect at every instance with the next request.',
  how: `Two instances: ${TABS} tabs refresh one token concurrently and continue; a stolen refresh token is used again, and two pairs issued for one token are both refreshed, in turn or concurrently; tokens copied from a browser are refreshed without its cookie, with another cookie, from another site, and again after use, which ends the session; an account signs in 21 times; password and e-mail change during refreshes, while copies of the tokens are used; deactivation, revoked rights, deletion and sign-out at one instance are checked at the other.`,
  oneTry: 'a round of each',
  note: "Calls the application in the proof's own process, whose clock the proof sets.",
  tries: { full: 100, short: 10 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const instances: Instances = [await openTestShop(context, place), await openTestShop(context, place)]
    const failures = new Failures()
    let pairs = 0
    for (let round = 0; round < context.tries; round++) {
      pairs += await tabsTogether(instances, failures)
      await stolen(instances, failures, round % 2 === 0 ? 11_000 : 0)
      await twoChains(instances, failures, round % 2 === 0)
      await copied(instances, failures)
      await tooMany(instances, failures)
    }
    for (let round = 0; round < context.tries; round++) {
      await rightsGone(instances, failures)
      await changed(instances, 'password', failures)
      await changed(instances, 'e-mail', failures)
    }
    return {
      tries: `${context.tries} times each`,
      figure: `${pairs} pairs of tokens given to tabs, all valid; ${context.tries} tokens used twice, ${context.tries} second chains, ${context.tries * 4} copies refused; ${context.tries * ENDINGS} ended sessions refused at the next request; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-grace',
      patches: [
        {
          find: 'export const REUSE_GRACE_MS = 10 * SECOND',
          replace: 'export const REUSE_GRACE_MS = -1 * SECOND',
        },
      ],
      failsWith: /a tab is logged out/,
    },
    {
      name: 'family-lives',
      patches: [
        { find: "await deleteSession(tx, sessionId)\n    return 'stolen'", replace: "return 'stolen'" },
      ],
      failsWith: /lives on after theft/,
    },
    {
      name: 'rights-remembered',
      patches: [
        {
          find: 'findSessionUser: (token) => findSessionUser(shop, token),',
          replace: `findSessionUser: (() => {
      const known = new Map<string, Awaited<ReturnType<typeof findSessionUser>>>()
      return async (token: string) => {
        if (!known.has(token)) known.set(token, await findSessionUser(shop, token))
        return known.get(token)
      }
    })(),`,
        },
      ],
      failsWith: /still has rights/,
    },
    {
      name: 'change-ends-nothing',
      patches: [
        {
          find: 'const ended = await deleteSessions(tx, user.id)',
          replace: 'const ended = [user.sessionId]',
        },
      ],
      failsWith: /still has rights: password/,
    },
    {
      name: 'change-spares-the-caller',
      patches: [
        {
          find: 'const ended = await deleteSessions(tx, user.id)',
          replace: `const ended = [user.sessionId]
  await tx.deleteFrom('sessions').where('user_id', '=', user.id).where('id', '!=', user.sessionId).execute()`,
        },
      ],
      failsWith: /still has rights: e-mail/,
    },
    {
      name: 'second-chain-lives',
      patches: [{ find: "if (token.siblingWasUsed) return 'stolen'", replace: '' }],
      failsWith: /both chains go on/,
    },
    {
      name: 'renews-without-a-lock',
      patches: [
        {
          find: ".where('session.id', '=', sessionId)\n    .forUpdate('session')",
          replace: ".where('session.id', '=', sessionId)",
        },
      ],
      failsWith: /both chains go on/,
    },
    {
      name: 'key-not-asked',
      patches: [
        { find: "if (!isFromItsBrowser(session.browser_key_hash, browser)) return 'elsewhere'", replace: '' },
      ],
      failsWith: /copied tokens are renewed.*without anything/,
    },
    {
      name: 'key-from-any-site',
      patches: [
        {
          find: 'keys: isOwnPage(request, publicUrl) ? cookiesOf(request, name) : [],',
          replace: 'keys: cookiesOf(request, name),',
        },
      ],
      failsWith: /copied tokens are renewed.*from another site/,
    },
    {
      name: 'copies-end-nothing',
      patches: [
        {
          find: "if (rotation === 'stolen') {",
          replace:
            "if (!isFromItsBrowser(session.browser_key_hash, browser)) return 'elsewhere'\n  if (rotation === 'stolen') {",
        },
      ],
      failsWith: /a bound session lives on after a copy was used/,
    },
    {
      name: 'sessions-without-end',
      patches: [
        { find: 'await deleteOldest(tx, userId, { newest: id, kept: MAX_SESSIONS, at })', replace: '' },
      ],
      failsWith: /other sessions than the newest/,
    },
  ],
}

/** Renews at both instances; then all tabs use the pair that was stored last, because they share a storage. */
async function tabsTogether(instances: Instances, failures: Failures): Promise<number> {
  const [one] = instances
  const sides = instances.map(accountsIn)
  const { username } = await accountsIn(one).hasAccount()
  let { refresh } = (await accountsIn(one).login(username)).body
  let pairs = 0
  for (const wait of [0, 12 * 60_000]) {
    moveClocks(instances, wait)
    const answers = await Promise.all(
      Array.from({ length: TABS }, (_, tab) => (sides[tab % 2] as (typeof sides)[0]).refresh(refresh)),
    )
    for (const [tab, { status, body }] of answers.entries()) {
      const profile = status === 200 ? (await sides[(tab + 1) % 2]?.profile(body.access))?.status : status
      if (profile === 200) pairs += 1
      else failures.add('a tab is logged out', String(profile))
    }
    refresh = answers.findLast(({ status }) => status === 200)?.body.refresh ?? refresh
  }
  return pairs
}

/** A thief uses a token that the owner already exchanged: after the grace period, or within it after the owner went on. */
async function stolen(instances: Instances, failures: Failures, wait: number): Promise<void> {
  const [here, there] = instances.map(accountsIn) as [
    ReturnType<typeof accountsIn>,
    ReturnType<typeof accountsIn>,
  ]
  const { username } = await here.hasAccount()
  const first = (await here.login(username)).body
  const other = (await here.login(username)).body
  let current = (await here.refresh(first.refresh)).body
  moveClocks(instances, wait)
  if (wait === 0) current = (await here.refresh(current.refresh)).body
  const thief = await there.refresh(first.refresh)
  if (thief.status !== 401) failures.add('a thief is served', String(thief.status))
  const after = [
    await here.profile(current.access),
    await here.profile(first.access),
    await here.refresh(current.refresh),
  ]
  if (after.some(({ status }) => status !== 401))
    failures.add('the session lives on after theft', after.map(({ status }) => status).join())
  if ((await here.profile(other.access)).status !== 200)
    failures.add('another session is ended', 'after theft')
}

const ENDINGS = 10

/** Changes made at one instance are checked at the other, with one request. */
async function rightsGone(instances: Instances, failures: Failures): Promise<void> {
  const [here, there] = instances
  const accounts = accountsIn(here)
  const admin = await here.signIn({ admin: true })
  const signedIn = async (isAdmin = false) => {
    const user = await accounts.hasAccount({ is_staff: isAdmin })
    const [one, two] = [
      (await accounts.login(user.username)).body,
      (await accounts.login(user.username)).body,
    ]
    const ask = (path = '/auth/profile/') => there.anonymous.get(path, bearer(one.access))
    const before = await ask()
    if (before.status !== 200) throw new Error(`Not signed in: ${before.text}`)
    return { ...user, one, two, ask }
  }
  const gone = (how: string, { status }: Reply, expected = 401) => {
    if (status !== expected) failures.add('still has rights', `${how}: ${status}`)
  }

  const off = await signedIn()
  await here.shop.db.updateTable('users').set({ is_active: true }).where('id', '=', off.id).execute()
  await admin.patch(`/users/${off.id}/`, { is_active: false })
  gone('deactivated', await off.ask())
  gone('deactivated, renewal', await accountsIn(there).refresh(off.one.refresh))

  const former = await signedIn(true)
  if ((await former.ask('/settings/all/')).status !== 200) throw new Error('No admin')
  await here.shop.db.updateTable('users').set({ is_staff: false }).where('id', '=', former.id).execute()
  gone('no longer admin', await former.ask('/settings/all/'), 403)

  const narrowed = await signedIn(true)
  await here.shop.db.updateTable('users').set({ role: 'read' }).where('id', '=', narrowed.id).execute()
  gone('of another role', await narrowed.ask('/settings/all/'), 403)
  gone('of another role, in its rights', await narrowed.ask('/orders/'), 200)

  const [owner, packer] = [await signedIn(true), await signedIn(true)]
  const role = { role: 'stock', password: PASSWORD }
  await here.anonymous.patch(`/users/${packer.id}/`, role, bearer(owner.one.access))
  gone('given another role', await packer.ask('/packing/'))
  gone('given another role, renewal', await accountsIn(there).refresh(packer.two.refresh))

  const deleted = await signedIn()
  await admin.delete(`/users/${deleted.id}/`)
  gone('deleted', await deleted.ask())

  const left = await signedIn()
  await here.anonymous.post('/auth/logout/', { refresh: left.one.refresh })
  gone('logged out', await left.ask())

  const late = await signedIn()
  moveClocks(instances, 15 * 60_000 + 1_000)
  gone('ended', await late.ask())
}
