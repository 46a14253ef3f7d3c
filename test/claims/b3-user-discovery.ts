import { loadavg } from 'node:os'
import { CODE_MS } from '../../src/server/auth/rules.ts'
import type { Shop } from '../../src/server/shop.ts'
import { createAccount } from '../../src/server/users/users.ts'
import { PASSWORD } from '../support/people/accounts.ts'
import { type Answer, type Client, clientAt } from '../support/calls/client.ts'
import { newCluster, openShopOf, placeOn } from '../support/test-environment.ts'
import { Failures, type Proof } from '../support/proofs/proof.ts'
import { startServer } from '../support/servers/start-server.ts'

const LEAST = 0.45
const MOST = 0.55
const ROUNDS = 3
/** Endpoints with a fixed response time get this fraction of the calls, because each takes that long. */
const SLOW_SHARE = 4
const SLOW_LEAST = 250

export const proof: Proof = {
  id: 'B3',
  title: 'Who has an account',
  claim: 'Neither the bytes nor the time of an answer tell whether somebody has an account.',
  how: `Sign-in by name and by e-mail, a code, a new code and a change to another address, for people in every state and for nobody: the same bytes. Then each is timed, for an account and for nobody in random order (answers at a fixed time one in ${SLOW_SHARE}), in ${ROUNDS} rounds. Guessing from the time is no better than chance: the area under the curve is ${LEAST} to ${MOST} on average, and no round is further off than 4 standard errors.`,
  oneTry: 'a question about an account and one about nobody',
  tries: { full: 1_000, short: 300 },
  minutes: 20,
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const failures = new Failures()
    await addAccounts(shop)
    const { url } = await startServer(context, place)
    const client = clientAt(url, await accessOf(url, 'clienta'))

    await sameBytes(client, failures)
    // For a wrong build, only the endpoint where it leaks.
    const wrong = proof.broken.find(({ name }) => name === context.broken)
    const areas: Record<string, number[]> = {}
    for (let round = 0; round < ROUNDS; round++) {
      for (const [what, question] of Object.entries(TIMED)) {
        if (wrong && !wrong.failsWith.test(toldBy(what))) continue
        const area = await areaByTime(shop, client, question, triesOf(question, context.tries))
        ;(areas[what] ??= []).push(area)
        context.say(`${what}: area ${area.toFixed(3)}`)
      }
    }
    for (const [what, all] of Object.entries(areas)) {
      const problem = problemOf(all, triesOf(TIMED[what], context.tries))
      if (problem) failures.add(toldBy(what), `${listed(all)}, ${problem}`)
    }
    return {
      tries: `${context.tries} + ${context.tries} sign-ins and ${triesOf(TIMED['a code'], context.tries)} of all else in random order, ${Object.keys(TIMED).length} questions, ${ROUNDS} rounds`,
      figure: `same bytes; area ${Object.entries(areas)
        .map(([what, all]) => `${what} ${listed(all)} (mean ${meanOf(all).toFixed(3)})`)
        .join(', ')}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-hash-for-nobody',
      patches: [{ find: 'await hash(password, COST)\n    return false', replace: 'return false' }],
      failsWith: /time tells who exists by sign-in by e-mail/,
    },
    {
      name: 'answers-a-code-when-it-knows',
      patches: [
        {
          find: 'return inSameTime(() => verifyAccount(shop, email, code))',
          replace: 'return verifyAccount(shop, email, code)',
        },
      ],
      failsWith: /time tells who exists by a live code/,
    },
    {
      name: 'answers-when-the-mail-is-written',
      patches: [
        {
          find: "inSameTime(async () => {\n    const waitUntil = await takeCodeTurn(shop, 'asked',",
          replace:
            "(async (work: () => Promise<{ message: string }>) => work())(async () => {\n    const waitUntil = await takeCodeTurn(shop, 'asked',",
        },
        {
          find: '    resendInBackground(shop, email).catch(',
          replace: '    await resendInBackground(shop, email).catch(',
        },
      ],
      failsWith: /time tells who exists by a new code/,
    },
    {
      name: 'answers-a-new-address-when-it-knows',
      patches: [
        {
          find: 'await inSameTime(async () => {\n    if (await emailIsTaken(shop.db, new_email))',
          replace:
            'await (async (work: () => Promise<Date | undefined>) => work())(async () => {\n    if (await emailIsTaken(shop.db, new_email))',
        },
      ],
      failsWith: /time tells who exists by a new address/,
    },
    {
      name: 'waits-after-the-work',
      patches: [
        {
          find: 'return await work() } finally { await least }',
          replace: 'return await work() } finally { await sleep(ANSWER_MS) }',
        },
      ],
      failsWith: /time tells who exists by a live code/,
    },
    {
      name: 'says-inactive-first',
      patches: [
        {
          find: 'const isRight = async () => {\n    const right = await verifyPassword(asked.password,',
          replace:
            "if (account && !account.is_active) throw new DomainError('ACCOUNT_INACTIVE', 'x')\n  const isRight = async () => {\n    const right = await verifyPassword(asked.password,",
        },
      ],
      failsWith: /other bytes/,
    },
  ],
}

const toldBy = (what: string) => `time tells who exists by ${what}`
const listed = (all: number[]) => all.map((area) => area.toFixed(3)).join(' / ')
const meanOf = (all: number[]) => all.reduce((sum, each) => sum + each, 0) / all.length

/**
 * The mean of all rounds is the best estimate: of 3 × (1000 + 1000) its standard error is 0.0075, of 3 × (250 + 250)
 * 0.015, so a shop without a leak does not leave the limits by chance, and one with an area of 0.6 always does. Other load
 * on the machine affects both groups alike. One round far outside is a leak of some hours that the others would hide.
 */
function problemOf(all: number[], tries: number): string | undefined {
  const mean = meanOf(all)
  if (mean < LEAST || mean > MOST) return `mean ${mean.toFixed(3)}`
  const error = Math.sqrt((2 * tries + 1) / (12 * tries * tries))
  const far = all.find((area) => area < LEAST - 4 * error || area > MOST + 4 * error)
  return far === undefined ? undefined : `one round ${far.toFixed(3)}`
}

const NAMES = ['existe_una', 'sin_verificar', 'desactivada', 'gastado_cinco', 'nadie_como_yo', 'NADIE_mas']
const mailOf = (name: string) => `${name}@correo.example`

async function addAccounts(shop: Shop): Promise<void> {
  const add = (username: string, email_verified: boolean) =>
    createAccount(shop, {
      username,
      email: mailOf(username),
      password: PASSWORD,
      email_verified,
      createdBy: null,
    })
  await add('clienta', true)
  await add('existe_una', true)
  // A code was sent to both.
  await add('sin_verificar', false)
  await add('gastado_cinco', false)
  const off = await add('desactivada', true)
  await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', off.id).execute()
}

async function accessOf(url: string, name: string): Promise<string> {
  const answer = await clientAt(url).post('/auth/login/', { username_or_email: name, password: PASSWORD })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.access
}

type Ask = (client: Client, name: string) => Promise<Answer>

const signIn: Ask = (client, name) =>
  client.post('/auth/login/', { username_or_email: name, password: 'otra-clave-1' })
const signInByMail: Ask = (client, name) => signIn(client, mailOf(name))
const code: Ask = (client, name) =>
  client.post('/auth/verify-email/', { email: mailOf(name), code: '000000' })
const newCode: Ask = (client, name) => client.post('/auth/resend-verification/', { email: mailOf(name) })
/** Sent by a customer, who could learn about another one this way. */
const newAddress: Ask = (client, name) =>
  client.post('/auth/verify-change/', { new_email: mailOf(name), password: PASSWORD })

/** The questions about a name, and the status that all get. */
const ASKED: Record<string, [ask: Ask, status: number]> = {
  'sign-in': [signIn, 401],
  'sign-in by e-mail': [signInByMail, 401],
  'a code': [code, 400],
  'a new code': [newCode, 200],
  'a new address': [newAddress, 200],
}

interface Question {
  ask: Ask
  /** An existing name, and one of the same length that does not exist. */
  names: [account: string, nobody: string]
}

function triesOf(question: Question | undefined, tries: number): number {
  const isSignIn = question?.ask === signIn || question?.ask === signInByMail
  return isSignIn ? tries : Math.max(Math.ceil(tries / SLOW_SHARE), Math.min(tries, SLOW_LEAST))
}

const TIMED: Record<string, Question> = {
  'sign-in': { ask: signIn, names: ['existe_una', 'existe_dos'] },
  'sign-in by e-mail': { ask: signInByMail, names: ['existe_una', 'existe_dos'] },
  'a code': { ask: code, names: ['existe_una', 'existe_dos'] },
  'a live code': { ask: code, names: ['sin_verificar', 'sin_verificor'] },
  'a code without tries': { ask: code, names: ['gastado_cinco', 'gastado_cines'] },
  'a new code': { ask: newCode, names: ['sin_verificar', 'sin_verificor'] },
  'a new address': { ask: newAddress, names: ['existe_una', 'existe_dos'] },
}

async function sameBytes(client: Client, failures: Failures): Promise<void> {
  for (const [what, [ask, expected]] of Object.entries(ASKED)) {
    const seen = new Map<string, string>()
    for (const name of NAMES) {
      const { status, text, headers } = await ask(client, name)
      const told = [...headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
      const all = `${status} ${JSON.stringify(told)} ${text.replace(/"request_id":"[^"]*"/, '')}`
      seen.set(all, `${name} ${all}`)
      if (status !== expected) failures.add('another answer', `${what}: ${all}`)
    }
    if (seen.size > 1) failures.add('other bytes', `${what}: ${[...seen.values()].join(' ≠ ')}`)
  }
}

/** The share of pairs in which the existing name took longer than the unknown one; 0.5 is chance. */
async function areaByTime(
  shop: Shop,
  client: Client,
  { ask, names: [account, nobody] }: Question,
  tries: number,
): Promise<number> {
  const order = Array.from({ length: tries * 2 }, (_, n) => ({ exists: n % 2 === 0, at: Math.random() }))
  const times: { exists: boolean; ms: number }[] = []
  for (let warm = 0; warm < 20; warm++) await ask(client, warm % 2 === 0 ? account : nobody)
  for (const { exists } of order.toSorted((a, b) => a.at - b.at)) {
    await setCodes(shop)
    const start = performance.now()
    await ask(client, exists ? account : nobody)
    times.push({ exists, ms: performance.now() - start })
  }
  // The sum of the ranks of one group: https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test
  const ranks = times
    .toSorted((a, b) => a.ms - b.ms)
    .reduce((sum, { exists }, index) => sum + (exists ? index + 1 : 0), 0)
  return (ranks - (tries * (tries + 1)) / 2) / (tries * tries)
}

/** Before every request, whatever its name: `sin_verificar` has a live code, `gastado_cinco` has no tries left. */
async function setCodes(shop: Shop): Promise<void> {
  await shop.db
    .updateTable('verification_codes')
    .set((row) => ({
      tries: row.case().when('email', '=', mailOf('gastado_cinco')).then(5).else(0).end(),
      expires_at: new Date(Date.now() + CODE_MS),
    }))
    .execute()
}
