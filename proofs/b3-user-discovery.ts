import { loadavg } from 'node:os'
import { createAccount } from '../src/server/users/users.ts'
import { PASSWORD } from '../test/support/accounts.ts'
import { type Client, clientAt } from './support/client.ts'
import { newCluster, openShopOf, placeOn } from './support/places.ts'
import { Failures, type Proof } from './support/proof.ts'
import { startServer } from './support/server.ts'

const LEAST = 0.45
const MOST = 0.55
const ROUNDS = 3

export const proof: Proof = {
  id: 'B3',
  title: `Does the shop tell who has an account? Sign-in, a code, a new code and a new account's address, for people of every state and for nobody: the same bytes. And by time: so many sign-ins of an existing and so many of an unknown name in random order, ${ROUNDS} rounds; guessing by time which was which is right no more often than by chance (area under the curve ${LEAST} to ${MOST})`,
  tries: { full: 1_000, short: 300 },
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const failures = new Failures()
    const account = (username: string, email_verified: boolean) =>
      createAccount(shop, {
        username,
        email: `${username}@correo.example`,
        password: PASSWORD,
        email_verified,
        createdBy: null,
      })
    await account('existe_una', true)
    await account('sin_verificar', false)
    const off = await account('desactivada', true)
    await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', off.id).execute()
    const server = await startServer(context, place)
    const client = clientAt(server.url)

    await sameBytes(client, failures)
    const areas: Record<string, number[]> = {}
    for (let round = 0; round < ROUNDS; round++) {
      for (const [what, ask] of Object.entries(QUESTIONS)) {
        // Only sign-in is asked a thousand times: each of the others takes no hash and is done soon.
        const area = await areaByTime(client, ask, context.tries)
        ;(areas[what] ??= []).push(area)
        context.say(`${what}: area ${area.toFixed(3)}`)
      }
    }
    // One round of a thousand can leave the limits by chance or by what else the machine does; a leak does so always.
    for (const [what, all] of Object.entries(areas)) {
      const middle = all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
      if (middle < LEAST || middle > MOST) failures.add('time tells who exists', `${what}: ${listed(all)}`)
    }
    return {
      tries: `${context.tries} + ${context.tries} in random order, ${ROUNDS} rounds`,
      figure: `same bytes; area ${Object.entries(areas)
        .map(([what, all]) => `${what} ${listed(all)}`)
        .join(', ')}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-hash-for-nobody',
      patches: [
        {
          file: 'src/server/auth/passwords.ts',
          find: 'await hash(password, COST)\n    return false',
          replace: 'return false',
        },
      ],
      failsWith: /time tells who exists: sign-in/,
    },
    {
      name: 'says-inactive-first',
      patches: [
        {
          file: 'src/server/auth/auth.ts',
          find: 'const isRight = async () => {',
          replace:
            "if (account && !account.is_active) throw new DomainError('ACCOUNT_INACTIVE', 'x')\n  const isRight = async () => {",
        },
      ],
      failsWith: /other bytes/,
    },
  ],
}

const listed = (all: number[]) => all.map((area) => area.toFixed(3)).join(' / ')

const NAMES = ['existe_una', 'sin_verificar', 'desactivada', 'nadie_como_yo', 'NADIE_mas']
const mailOf = (name: string) => `${name}@correo.example`

/** What a visitor may ask about a name. */
const ASKED: Record<string, (client: Client, name: string) => ReturnType<Client['post']>> = {
  'sign-in': (client, name) =>
    client.post('/auth/login/', { username_or_email: name, password: 'otra-clave-1' }),
  'sign-in by e-mail': (client, name) =>
    client.post('/auth/login/', { username_or_email: mailOf(name), password: 'otra-clave-1' }),
  'a code': (client, name) => client.post('/auth/verify-email/', { email: mailOf(name), code: '000000' }),
  'a new code': (client, name) => client.post('/auth/resend-verification/', { email: mailOf(name) }),
}

/** Who exists, and a name of the same length that does not. */
const QUESTIONS: Record<string, (client: Client, exists: boolean) => Promise<unknown>> = {
  'sign-in': (client, exists) =>
    ASKED['sign-in']?.(client, exists ? 'existe_una' : 'existe_dos') as Promise<unknown>,
  'a code': (client, exists) =>
    ASKED['a code']?.(client, exists ? 'existe_una' : 'existe_dos') as Promise<unknown>,
}

async function sameBytes(client: Client, failures: Failures): Promise<void> {
  for (const [what, ask] of Object.entries(ASKED)) {
    const seen = new Map<string, string>()
    for (const name of NAMES) {
      const { status, text, headers } = await ask(client, name)
      const told = [...headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
      const all = `${status} ${JSON.stringify(told)} ${text.replace(/"request_id":"[^"]*"/, '')}`
      seen.set(all, `${name} ${all}`)
    }
    if (seen.size > 1) failures.add('other bytes', `${what}: ${[...seen.values()].join(' ≠ ')}`)
  }
}

/** How often an existing one took longer than an unknown one, of all pairs; 0.5 is chance. */
async function areaByTime(
  client: Client,
  ask: (client: Client, exists: boolean) => Promise<unknown>,
  tries: number,
): Promise<number> {
  const order = Array.from({ length: tries * 2 }, (_, n) => ({ exists: n % 2 === 0, at: Math.random() }))
  const times: { exists: boolean; ms: number }[] = []
  for (let warm = 0; warm < 20; warm++) await ask(client, warm % 2 === 0)
  for (const { exists } of order.toSorted((a, b) => a.at - b.at)) {
    const start = performance.now()
    await ask(client, exists)
    times.push({ exists, ms: performance.now() - start })
  }
  // The sum of the ranks of one group: https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test
  const ranks = times
    .toSorted((a, b) => a.ms - b.ms)
    .reduce((sum, { exists }, index) => sum + (exists ? index + 1 : 0), 0)
  return (ranks - (tries * (tries + 1)) / 2) / (tries * tries)
}
