import { hashPassword } from '../../../src/server/auth/auth.ts'
import { CODE_MS } from '../../../src/server/auth/rules.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { clientAt, countBy } from '../../../test/support/calls/client.ts'
import { type Answered, AT_ONCE, search } from '../../load/searches.ts'
import { seedCatalogue } from '../../load/seed.ts'
import { PASSWORD } from '../../../test/support/people/accounts.ts'
import { insertPerson } from '../../../test/support/people/people.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'
import { startServer } from '../../../test/support/servers/start-server.ts'
import type { Patch } from '../../wrong-builds/locate-patches.ts'
import { type EngineName, newPlace, withShopOf } from '../../../test/support/test-environment.ts'
import { addAccounts, type Ask, code, mailOf, newAddress, newCode, signIn } from './questions.ts'
import { areaOf, mixed, type Timed } from './timing.ts'

export const SEARCHING = 3
const ROUNDS = 3
/** Concurrent calls of each question. */
const LANES = 3
/** Answers as early as the work allows: what a machine shows that is so busy that the work takes longer than the wait. */
export const WITHOUT_WAIT: Patch[] = [
  { find: 'const least = sleep(ANSWER_MS)', replace: 'const least = sleep(0 * ANSWER_MS)' },
]
/** A minute's quota of searches of an address, in a quarter of a minute. */
const BURSTS = { ...AT_ONCE, everyMs: AT_ONCE.everyMs / 4 }
/** Customers who take turns to request a new address, as codes are limited. */
const CUSTOMERS = 40
/** Questions about an account, as many as its code has tries. */
const TRIES_OF_CODE = 5

export const UNDER_LOAD: Record<string, Ask> = {
  'sign-in': signIn,
  'a live code': code,
  'a new code': newCode,
  'a new address': newAddress,
}

/**
 * Each question about existing and unknown accounts, in random order, while three addresses search, on a server
 * without the fixed answer time. Returns the areas of each round; the median is what counts. Limits are on, and so
 * wide that only the searches meet them.
 */
export async function areasUnderLoad(
  context: ProofContext,
  engine: EngineName,
  { tries, failures }: { tries: number; failures: Failures },
): Promise<{ areas: Record<string, number[]>; said: string }> {
  const place = await newPlace(context, engine)
  const people = Math.ceil((tries * ROUNDS) / TRIES_OF_CODE) + LANES
  const { searches, tokens } = await withShopOf(context, place, async (shop) => {
    await addAccounts(shop)
    await addWaiting(shop, people)
    return { ...(await seedCatalogue(shop, 1_000)), tokens: await addCustomers(shop) }
  })
  const server = await startServer(context, place, {
    env: { RATE_LIMIT_FACTOR: '1000' },
    patches: WITHOUT_WAIT,
  })
  const visitor = clientAt(server.url)
  const customers = tokens.map((token) => clientAt(server.url, token))
  let isOver = false
  const known = searches.flatMap((words) => words.split(' '))
  const searching = Array.from({ length: SEARCHING }, (_, n) =>
    search(server, `127.0.0.${n + 11}`, () => isOver, BURSTS, known),
  )
  const areas: Record<string, number[]> = {}
  let [asked, cut] = [0, 0]
  const timeOf = async (ask: Ask, exists: boolean): Promise<Timed> => {
    asked += 1
    const name = (exists ? accountNumber : nobodyNumber)(asked % people)
    const client = ask === newAddress ? (customers[asked % CUSTOMERS] ?? visitor) : visitor
    const start = performance.now()
    const answer = await ask(client, name).catch(() => undefined)
    const ms = performance.now() - start
    if (answer && answer.status < 429) return { exists, ms }
    // A kept connection may be closed just as it is used again.
    cut += 1
    if (answer || cut > tries) failures.add(`${engine}: a question is refused`, answer?.text ?? 'cut')
    return cut > tries ? { exists, ms } : timeOf(ask, exists)
  }
  const slowest: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      Object.entries(UNDER_LOAD).map(async ([what, ask]) => {
        const left = mixed(tries)
        const times: Timed[] = []
        const lane = async () => {
          for (let next = left.pop(); next; next = left.pop()) times.push(await timeOf(ask, next.exists))
        }
        await Promise.all(Array.from({ length: LANES }, lane))
        slowest.push(...times.map(({ ms }) => ms))
        ;(areas[what] ??= []).push(areaOf(times))
      }),
    )
  isOver = true
  const searched = (await Promise.all(searching)).flat()
  if (!searched.some(({ status }) => status === 200)) failures.add(`${engine}: nothing was searched`)
  return { areas, said: `${medianOf(slowest).toFixed(0)} ms, beside ${countsOf(searched)} searches` }
}

const accountNumber = (n: number) => `espera_${String(n).padStart(4, '0')}`
const nobodyNumber = (n: number) => `espora_${String(n).padStart(4, '0')}`

/** Returns their tokens. */
async function addCustomers(shop: Shop): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 0; n < CUSTOMERS; n++) tokens.push((await insertPerson(shop)).access)
  const password_hash = await hashPassword(PASSWORD)
  await shop.db.updateTable('users').set({ password_hash }).where('password_hash', '=', 'not-set').execute()
  return tokens
}

/** Accounts whose e-mail is not verified, each with a live code. */
async function addWaiting(shop: Shop, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const username = accountNumber(n)
    const email = mailOf(username)
    const { id } = await insertPerson(shop, { username, email, verified: false })
    await shop.db
      .insertInto('verification_codes')
      .values({
        user_id: id,
        purpose: 'verify_email',
        email,
        code_hmac: Buffer.alloc(32),
        expires_at: new Date(Date.now() + CODE_MS),
        tries: 0,
      })
      .execute()
  }
}

export function medianOf(all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? Number.NaN
}

function countsOf(searched: Answered[]): string {
  return Object.entries(countBy(searched, ({ status }) => status))
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}
