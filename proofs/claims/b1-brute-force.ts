import type { LightMyRequestResponse } from 'fastify'
import { accountsIn, PASSWORD } from '../../test/support/people/accounts.ts'
import type { TestShop } from '../../test/support/open-shop.ts'
import { counterKey, findCounter } from '../../src/server/limits/counter-queries.ts'
import { countBy } from '../../test/support/calls/client.ts'
import { newCluster, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { openTestShop } from '../../test/support/open-shop.ts'
import { guessFromOneAddress } from './b1-brute-force/one-address.ts'
import { allowedOf, DAY, type From, FREE, INSIDERS_FREE, login, newAddress } from './b1-brute-force/rule.ts'
import { guessFactor, guessFactorAtOnce, MOST_OF_FACTOR } from './b1-brute-force/second-factor.ts'

const MOST_A_DAY = 110
const OTHER_COUNTERS = ['codes-without-end', 'addresses-counted-after-judging', 'whole-addresses-of-ipv6']
const FORGED = 200

export const proof: Proof = {
  id: 'B1',
  title: 'Brute force',
  claim: `In 24 hours at most ${MOST_A_DAY} guesses at the password of one account are checked, over its username, its e-mail, a stolen session and a stolen browser together, and at most ${MOST_OF_FACTOR} at its second factor. Its owner can still sign in.`,
  how: `Guesses for 24 hours of the shop's clock: from one address, with ${FORGED} forged X-Forwarded-For, through a proxy from ${FORGED} real addresses, at two instances in turn, by username and e-mail in turn, and as fast as Retry-After allows from new addresses: by one name, by both, and by both together with a stolen session (changing the password, closing the account) and a stolen browser. Exactly the permitted number is checked; all others are refused by the delay of the name and by no other limit; the owner signs in each hour from the attackers' address, with a known browser that was not stolen. Of a hundred concurrent guesses, at one instance and at two, ${FREE} are checked; of a hundred at other names from one address or one /64 of IPv6, 30. An attacker with password and session guesses codes of the second factor as fast as Retry-After allows, and a hundred concurrently.`,
  oneTry: 'a guess',
  note: "Calls the application in the proof's own process, whose clock the proof sets.",
  tries: { full: 10_000, short: 1_000 },
  async run(context) {
    const cluster = await newCluster(context)
    const failures = new Failures()
    /** Each scene has its own shop, so that counters are not shared and no clock goes back. */
    const open = async (instances: number, trustProxy?: string) => {
      const place = await placeOn(context, cluster)
      const shops: TestShop[] = []
      for (let n = 0; n < instances; n++)
        shops.push(
          await openTestShop(context, place, { rateLimitFactor: 1, ...(trustProxy && { trustProxy }) }),
        )
      const begin = new Date()
      for (const { shop, clock } of shops) {
        // Instances of one shop share its secret.
        shops[0]?.shop.secret.copy(shop.secret)
        clock.set(begin)
      }
      return shops
    }
    const scenes: Record<string, Scene> = {
      'one address': { shops: await open(1) },
      'forged addresses': { shops: await open(1), forwarded: (n) => `203.0.113.${n % FORGED}` },
      'real addresses': { shops: await open(1, '1'), forwarded: (n) => `203.0.113.${n % FORGED}` },
      'two instances': { shops: await open(2) },
      'both names': { shops: await open(1), byBothNames: true },
      'as fast as possible': { shops: await open(1, '1'), forwarded: newAddress, isGreedy: true },
      'as fast as possible by both names': {
        shops: await open(1, '1'),
        forwarded: newAddress,
        isGreedy: true,
        byBothNames: true,
      },
      'as fast as possible with a stolen browser': {
        shops: await open(1, '1'),
        forwarded: newAddress,
        isGreedy: true,
        byBothNames: true,
        withStolenBrowser: true,
      },
    }
    const judged: Record<string, number> = {}
    // They take minutes, and do not notice these wrong builds.
    const attacks = OTHER_COUNTERS.includes(context.broken ?? '') ? [] : Object.entries(scenes)
    for (const [name, scene] of attacks) {
      judged[name] = await attack(name, scene, context.tries, failures)
      context.say(`${name}: ${judged[name]} judged`)
    }
    judged['a hundred at once'] = await atOnce(await open(1), failures)
    judged['a hundred at once at two instances'] = await atOnce(await open(2), failures)
    judged['the second factor'] = await guessFactor(await open(1), failures)
    await guessFactorAtOnce(await open(2), failures)
    await guessFromOneAddress(await open(2), failures)
    const [shop] = await open(1)
    if (shop) await expectForgedIgnored(shop, failures)
    return {
      tries: `${context.tries} guesses in 24 h in each of ${Object.keys(scenes).length} ways, and 100 concurrently`,
      figure: `judged: ${Object.entries(judged)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}; all others refused by the delay of the name`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-counter',
      patches: [{ find: 'if (factor === 0) return judge()', replace: 'if (factor >= 0) return judge()' }],
      failsWith: /more than 110 judged/,
    },
    {
      name: 'counts-per-instance',
      patches: [
        {
          find: 'counterKey(secret, what, name.toLowerCase())',
          // Two instances share this process: their data folders tell them apart.
          replace: 'counterKey(secret, what, name.toLowerCase(), shop.config.dataDir)',
        },
      ],
      failsWith: /judged otherwise than the rule says.*: two instances/,
    },
    {
      name: 'twice-as-many-by-both-names',
      patches: [
        {
          find: 'const FREE_FAILURES = 5\nconst LONGEST_WAIT_SECONDS = 2_400',
          replace: 'const FREE_FAILURES = 5\nconst LONGEST_WAIT_SECONDS = 900',
        },
      ],
      failsWith: /more than 110 judged.*: both names/,
    },
    {
      name: 'stolen-browser-counts-apart',
      patches: [
        {
          find: 'const counted = await countAt(shop, key, waitsOfInsiders(config.rateLimitFactor))',
          replace: 'const counted = await countAt(shop, key, waitsAfterFailures(config.rateLimitFactor))',
        },
      ],
      failsWith: /with a stolen browser: judged while it must wait/,
    },
    {
      name: 'waits-too-long',
      patches: [
        {
          find: 'const FREE_FAILURES = 5\nconst LONGEST_WAIT_SECONDS = 2_400',
          replace: 'const FREE_FAILURES = 5\nconst LONGEST_WAIT_SECONDS = 7_200',
        },
      ],
      failsWith: /judged otherwise than the rule says.*: one address/,
    },
    {
      name: 'another-limit',
      patches: [
        {
          find: 'if (time - windowStart >= MINUTE || time < windowStart) {',
          replace: 'if (time - windowStart >= 3_600 * MINUTE) {',
        },
      ],
      failsWith: /refused by another limit/,
    },
    {
      name: 'believes-everybody',
      patches: [
        {
          find: 'trustProxy: behindProxy ? config.trustProxy : false',
          replace: 'trustProxy: true',
        },
      ],
      failsWith: /forged address is believed/,
    },
    {
      name: 'codes-without-end',
      patches: [
        {
          find: "return guess(shop, { name: String(userId), what: 'second factor', ...from }, () =>\n    inTransaction(",
          replace:
            'void from\n  return (async (work: () => Promise<Result | undefined>) => work())(() =>\n    inTransaction(',
        },
      ],
      failsWith: /more than 55 guesses at a second factor judged/,
    },
    {
      name: 'addresses-counted-after-judging',
      patches: [
        {
          find: "await takeTurnForNow(shop, 'signInFailures', addressGroup(address))",
          replace: `await (async () => {
            const { checkTurn } = await import('exports:checkTurn')
            await checkTurn(shop.db, shop, 'signInFailures', addressGroup(address))
            setTimeout(() => void takeTurnForNow(shop, 'signInFailures', addressGroup(address)).catch(() => {}), 100)
            return async () => {}
          })()`,
        },
      ],
      failsWith: /a hundred at once from one address/,
    },
    {
      name: 'whole-addresses-of-ipv6',
      patches: [
        {
          find: "await takeTurnForNow(shop, 'signInFailures', addressGroup(address))",
          replace: "await takeTurnForNow(shop, 'signInFailures', address)",
        },
      ],
      failsWith: /a hundred at once from one \/64/,
    },
    {
      name: 'locks-the-owner-out',
      patches: [
        {
          find: "insider: isKnown ? ['device', device] : undefined",
          replace: "insider: isKnown && device === '' ? ['device', device] : undefined",
        },
      ],
      failsWith: /owner/,
    },
  ],
}

interface Scene {
  /** The instances of one shop, used in turn. */
  shops: TestShop[]
  forwarded?: (guess: number) => string
  /** Waits exactly as long as told. */
  isGreedy?: boolean
  /** Username and e-mail in turn. */
  byBothNames?: boolean
  /** Also with a session and a device of the owner. */
  withStolenBrowser?: boolean
}

const ATTACKER = '192.0.2.1'

/** The number of judged guesses: any other guess, the right password included, is answered 429. */
async function attack(name: string, scene: Scene, tries: number, failures: Failures): Promise<number> {
  const { shops, forwarded, isGreedy } = scene
  const [shop] = shops
  if (!shop) throw new Error('A scene without a shop')
  const begin = shop.clock.now().getTime()
  const user = await accountsIn(shop).hasAccount()
  /**
   * From the address of a guess, as at a fair. Signs out again, as an account keeps its newest sessions only, and a stolen one
   * must not end.
   */
  const owner = async (guess = 0) => {
    const from = { address: ATTACKER, forwarded: forwarded?.(guess) }
    const answer = await login(shop, user.username, PASSWORD, { ...from, device })
    const { refresh } = answer.json<{ refresh?: string }>()
    await shop.anonymous.post('/auth/logout/', { refresh })
    return answer
  }
  let device: string | undefined
  device = (await owner()).json<{ device: string }>().device

  const names = (scene.byBothNames ? [user.username, user.email] : [user.username]).map(byName)
  const inside = scene.withStolenBrowser ? await stolenFrom(shop, user.username) : []
  const asked: Record<string, number[]> = {}
  let judged = 0
  let hours = 0
  let owners = 0
  for (let guess = 0; guess < tries; guess++) {
    const elapsed = shop.clock.now().getTime() - begin
    if (elapsed >= DAY) break
    const instance = shops[guess % shops.length] ?? shop
    const from = { address: ATTACKER, forwarded: forwarded?.(guess) }
    const isInside = guess < inside.length * INSIDERS_FREE
    const way = (isInside ? inside : names)[guess % (isInside ? inside : names).length]
    if (!way) throw new Error('No way')
    const answer = await way.guess(instance, `Semilla${guess}-x`, from)
    if (!isInside) (asked[way.name] ??= []).push(elapsed)
    if (answer.statusCode !== 429) judged += 1
    if (![way.isSession ? 400 : 401, 429].includes(answer.statusCode))
      failures.add(`${name}: another answer`, answer.body)
    if (answer.statusCode === 429) {
      if (!(await isDelayOf(instance, way.name, answer)))
        failures.add('refused by another limit', `${name}, guess ${guess}: ${answer.body}`)
      for (const each of [way, ...inside.filter((other) => other.name === way.name)]) {
        const right = await each.guess(instance, PASSWORD, from)
        if (right.statusCode !== 429)
          failures.add(`${name}: judged while it must wait`, String(right.statusCode))
      }
    }
    // The owner would be refused while strangers are, so try then; once an hour.
    if (answer.statusCode === 429 && hours * 3_600_000 <= elapsed) {
      hours = Math.floor(elapsed / 3_600_000) + 1
      owners += 1
      const { statusCode } = await owner(guess)
      if (statusCode !== 200) failures.add(`${name}: the owner is kept out`, String(statusCode))
    }
    if (isGreedy && answer.statusCode !== 429) continue
    const wait = isGreedy ? Number(answer.headers['retry-after']) * 1_000 : DAY / tries
    for (const { clock } of shops) clock.advance(wait)
  }
  if (judged > MOST_A_DAY) failures.add(`more than ${MOST_A_DAY} judged`, `${name}: ${judged}`)
  const allowed = Object.values(asked).reduce(
    (sum, moments) => sum + allowedOf(moments),
    inside.length * INSIDERS_FREE,
  )
  if (judged <= MOST_A_DAY && judged !== allowed)
    failures.add('judged otherwise than the rule says', `${name}: ${judged} instead of ${allowed}`)
  if (owners < 6 && judged <= MOST_A_DAY) failures.add('the owner did not come', `${name}: ${owners} times`)
  return judged
}

interface Way {
  /** The name that it is counted for, except the first guesses of a session or device. */
  name: string
  isSession?: boolean
  guess: (instance: TestShop, password: string, from: From) => Promise<LightMyRequestResponse>
}

function byName(name: string): Way {
  return { name, guess: (instance, password, from) => login(instance, name, password, from) }
}

/** Changes of the password and closings of the account in turn with a session, and sign-ins with a device. */
async function stolenFrom(shop: TestShop, username: string): Promise<Way[]> {
  const stolen = (await login(shop, username, PASSWORD, { address: ATTACKER })).json<{
    refresh: string
    device: string
  }>()
  let { refresh } = stolen
  let closes = false
  const askOwn = async (instance: TestShop, password: string) => {
    closes = !closes
    const renewed = await instance.anonymous.post('/auth/token/refresh/', { refresh })
    refresh = renewed.body.refresh
    return instance.app.inject({
      method: 'POST',
      url: `/api/auth/${closes ? 'close-account' : 'change-password'}/`,
      headers: { authorization: `Bearer ${renewed.body.access}` },
      payload: closes
        ? { password, confirm: 'CERRAR' }
        : { old_password: password, new_password: 'Otra clave 77' },
    })
  }
  return [
    { name: username, isSession: true, guess: askOwn },
    {
      name: username,
      guess: (instance, password, from) =>
        login(instance, username, password, { ...from, device: stolen.device }),
    },
  ]
}

/** Whether a 429 has the delay of the name's counter, to the second: other limits do not know it. */
async function isDelayOf(
  { shop }: TestShop,
  name: string,
  { body, headers }: LightMyRequestResponse,
): Promise<boolean> {
  const counter = await findCounter(shop.db, counterKey(shop.secret, 'name', name))
  const ms = (counter?.blocked_until?.getTime() ?? 0) - shop.now().getTime()
  return body.includes('Demasiados intentos.') && Number(headers['retry-after']) === Math.ceil(ms / 1_000)
}

async function atOnce(shops: TestShop[], failures: Failures): Promise<number> {
  const [shop] = shops
  if (!shop) throw new Error('A scene without a shop')
  const user = await accountsIn(shop).hasAccount()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      login(shops[n % shops.length] ?? shop, user.username, `Otra-clave-${n}`, { address: newAddress(n) }),
    ),
  )
  const counts = countBy(answers, ({ statusCode }) => statusCode)
  failures.expect(`a hundred at once, instances: ${shops.length}`, counts, { 401: FREE, 429: 100 - FREE })
  return answers.filter(({ statusCode }) => statusCode !== 429).length
}

/** Thirty failures from one address, each with other forwarding headers and another name. */
async function expectForgedIgnored(shop: TestShop, failures: Failures): Promise<void> {
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) {
    const { statusCode } = await login(shop, `nadie_${n}`, 'otra-clave-1', {
      address: '192.0.2.99',
      forwarded: newAddress(n),
    })
    statuses.push(statusCode)
  }
  if (statuses.at(-1) !== 429) failures.add('a forged address is believed', `the 31st: ${statuses.at(-1)}`)
}
