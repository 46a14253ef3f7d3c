import { loadavg } from 'node:os'
import { clientAt } from '../../test/support/calls/client.ts'
import { engines, newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { startServer } from '../../test/support/servers/start-server.ts'
import type { Patch } from '../wrong-builds/locate-patches.ts'
import {
  accessOf,
  addAccounts,
  type Question,
  sameBytes,
  signIn,
  signInByMail,
  TIMED,
} from './b3-account-enumeration/questions.ts'
import { areaByTime } from './b3-account-enumeration/timing.ts'
import { askByBothNames } from './b3-account-enumeration/two-names.ts'
import {
  areasUnderLoad,
  medianOf,
  SEARCHING,
  UNDER_LOAD,
  WITHOUT_WAIT,
} from './b3-account-enumeration/under-load.ts'

const LEAST = 0.45
const MOST = 0.55
const ROUNDS = 3
/** Endpoints with a fixed response time get this fraction of the calls, because each takes that long. */
const SLOW_SHARE = 4
const SLOW_LEAST = 250
const TRIES_UNDER_LOAD = 250

/** Skips the work without an account. */
const WORKS_FOR_ACCOUNTS: Patch = {
  find: 'const account = (await findByName(shop.db, email)) ?? { ...NOBODY, email }',
  replace: 'const account = await findByName(shop.db, email)\n  if (!account) throw wrongCode()',
}

export const proof: Proof = {
  id: 'B3',
  title: 'Account enumeration',
  claim:
    'Neither the bytes nor the time of an answer, nor the delays after failures, reveal whether an account exists or that a username and an e-mail belong together.',
  how: `Sign-in by name and by e-mail, a code, a new code, a recovery, a sign-in link, an access request and a change of e-mail answer the same bytes for accounts in every state and for unknown names. Then each is timed, for an account and for an unknown name in random order (answers at a fixed time one in ${SLOW_SHARE}, all kinds of them concurrently), in ${ROUNDS} rounds. Guessing from the time is no better than chance: the area under the ROC curve is ${LEAST} to ${MOST} on average, and no round is further off than 4 standard errors. The same on both engines while ${SEARCHING} addresses search, at a server whose answers do not wait for their fixed time, so that longer work would show: the median area of ${ROUNDS} rounds is ${LEAST} to ${MOST}. Six failures by a username delay that username and not its e-mail, and the owner's sign-in does not end a delay.`,
  oneTry: 'a question about an account and one about an unknown name',
  tries: { full: 1_000, short: 300 },
  patches: WITHOUT_WAIT,
  minutes: 20,
  async run(context) {
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const failures = new Failures()
    await addAccounts(shop)
    const limited = await startServer(context, place, { env: { RATE_LIMIT_FACTOR: '1' } })
    await askByBothNames(limited.url, 'existe_una', failures)
    await limited.stop()
    const { url } = await startServer(context, place)
    const client = clientAt(url, await accessOf(url, 'clienta'))

    await sameBytes(client, failures)
    // For a wrong build, only the endpoint where it leaks.
    const wrong = proof.broken.find(({ name }) => name === context.broken)
    const areas: Record<string, number[]> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const timeOf = async ([what, question]: [string, Question]) => {
        if (wrong && !wrong.failsWith.test(toldBy(what))) return
        const area = await areaByTime(shop, client, question, triesOf(question, context.tries))
        ;(areas[what] ??= []).push(area)
        context.say(`${what}: area ${area.toFixed(3)}`)
      }
      const [quick, slow] = [true, false].map((is) =>
        Object.entries(TIMED).filter(([, question]) => isSignIn(question) === is),
      )
      for (const each of quick ?? []) await timeOf(each)
      await Promise.all((slow ?? []).map(timeOf))
    }
    for (const [what, all] of Object.entries(areas)) {
      const problem = problemOf(all, triesOf(TIMED[what], context.tries))
      if (problem) failures.add(toldBy(what), `${listed(all)}, ${problem}`)
    }
    const loaded: string[] = []
    const triesUnderLoad = Math.min(context.tries, TRIES_UNDER_LOAD)
    for (const engine of engines) {
      const told = Object.keys(UNDER_LOAD).map((what) => toldUnderLoad(engine, what))
      if (wrong && !told.some((text) => wrong.failsWith.test(text))) continue
      const { areas: found, said } = await areasUnderLoad(context, engine, {
        tries: triesUnderLoad,
        failures,
      })
      for (const [what, all] of Object.entries(found))
        if (medianOf(all) < LEAST || medianOf(all) > MOST)
          failures.add(toldUnderLoad(engine, what), listed(all))
      const medians = Object.entries(found).map(([what, all]) => `${what} ${medianOf(all).toFixed(3)}`)
      loaded.push(`${engine} under load: ${medians.join(', ')} (median ${said})`)
      context.say(loaded.at(-1) ?? '')
    }
    return {
      tries: `${context.tries} + ${context.tries} sign-ins and ${triesOf(TIMED['a code'], context.tries)} of every other call in random order, ${Object.keys(TIMED).length} questions, ${ROUNDS} rounds; ${triesUnderLoad} + ${triesUnderLoad} under load`,
      figure: `same bytes; area ${Object.entries(areas)
        .map(([what, all]) => `${what} ${listed(all)} (mean ${meanOf(all).toFixed(3)})`)
        .join(', ')}; ${loaded.join('; ')}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-hash-for-nobody',
      patches: [
        {
          find: "if (!passwordHash?.startsWith('$argon2')) await hash(spelling, COST)\n      else if (await verify(passwordHash, spelling))",
          replace: "if (passwordHash?.startsWith('$argon2') && (await verify(passwordHash, spelling)))",
        },
      ],
      failsWith: /time tells who exists by sign-in by e-mail/,
    },
    {
      name: 'answers-a-code-when-it-knows',
      patches: [
        {
          find: 'return inSameTime(() => tryCode(shop, { address, email }, () => verifyAccount(shop, email, code)))',
          replace: 'return tryCode(shop, { address, email }, () => verifyAccount(shop, email, code))',
        },
        WORKS_FOR_ACCOUNTS,
      ],
      failsWith: /time tells who exists by a live code/,
    },
    {
      name: 'answers-when-the-mail-is-written',
      patches: [
        {
          find: "inSameTime(async () => {\n    await takeMail(shop, address)\n    await takeTurn(shop.db, shop, 'codesAsked', email)",
          replace:
            "(async (work: () => Promise<{ message: string }>) => work())(async () => {\n    await takeTurn(shop.db, shop, 'codesAsked', email)",
        },
        {
          find: 'inBackground(shop, resend(shop, email))\n    return { message: CODE_SENT }',
          replace: 'await resend(shop, email)\n    return { message: CODE_SENT }',
        },
      ],
      failsWith: /time tells who exists by a new code/,
    },
    {
      name: 'answers-a-new-address-when-it-knows',
      patches: [
        {
          find: "await inSameTime(async () => {\n    const until = await tryTurn(shop.db, shop, 'codesForNewEmail', user.id)\n    if (!until) inBackground(shop, replaceCode(shop, user, new_email))",
          replace:
            "await (async (work: () => Promise<Date | undefined>) => work())(async () => {\n    const until = await tryTurn(shop.db, shop, 'codesForNewEmail', user.id)\n    if (!until && !(await emailIsTaken(shop.db, new_email))) await replaceCode(shop, user, new_email)",
        },
      ],
      failsWith: /time tells who exists by a new address/,
    },
    {
      name: 'answers-a-link-when-it-knows',
      patches: [
        {
          find: 'return inSameTime(async () => {\n    await takeMail(shop, request.address)',
          replace:
            'return (async (work: () => Promise<{ message: string }>) => work())(async () => {\n    await takeMail(shop, request.address)',
        },
        {
          find: 'inBackground(shop, sendLink(shop, request))\n    return { message: LINK_SENT }',
          replace: 'await sendLink(shop, request)\n    return { message: LINK_SENT }',
        },
      ],
      failsWith: /time tells who exists by a link to sign in/,
    },
    {
      name: 'waits-after-the-work',
      patches: [
        {
          find: 'return await work() } finally { await least }',
          replace: 'return await work() } finally { await sleep(ANSWER_MS) }',
        },
        WORKS_FOR_ACCOUNTS,
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
    {
      name: 'works-for-accounts-only',
      patches: [WORKS_FOR_ACCOUNTS],
      failsWith: /under load: the time tells of accounts by a live code/,
    },
    {
      name: 'counts-the-account',
      patches: [
        {
          find: "return { name, insider: isKnown ? ['device', device] : undefined }",
          replace:
            "return { name: String(userId ?? name), insider: isKnown ? ['device', device] : undefined }",
        },
      ],
      failsWith: /username and e-mail belong together/,
    },
    {
      name: 'a-sign-in-ends-the-delay',
      patches: [
        {
          find: 'if (outcome !== undefined) await takeBack()',
          replace:
            "if (outcome !== undefined) await shop.db.deleteFrom('throttles').where('key', '=', counterKey(shop.secret, 'name', guessed.name.toLowerCase())).execute()",
        },
      ],
      failsWith: /the end of a delay tells/,
    },
  ],
}

const toldBy = (what: string) => `time tells who exists by ${what}`
const toldUnderLoad = (engine: string, what: string) =>
  `${engine} under load: the time tells of accounts by ${what}`
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

function isSignIn(question: Question | undefined): boolean {
  return question?.ask === signIn || question?.ask === signInByMail
}

function triesOf(question: Question | undefined, tries: number): number {
  return isSignIn(question) ? tries : Math.max(Math.ceil(tries / SLOW_SHARE), Math.min(tries, SLOW_LEAST))
}
