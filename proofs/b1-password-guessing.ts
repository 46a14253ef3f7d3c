import type { LightMyRequestResponse } from 'fastify'
import { accountsIn, PASSWORD } from '../test/support/accounts.ts'
import type { TestShop } from '../test/support/open-shop.ts'
import { newCluster, placeOn } from './support/places.ts'
import { Failures, type Proof } from './support/proof.ts'
import { openTestShop } from './support/test-shop.ts'

const DAY = 86_400_000
const MOST_A_DAY = 110
const FORGED = 200

export const proof: Proof = {
  id: 'B1',
  title: `Guessing the password of one account for 24 hours of the shop's clock: from one address, with ${FORGED} forged X-Forwarded-For, through a proxy from ${FORGED} real addresses, and as fast as Retry-After allows from ever new ones; at most ${MOST_A_DAY} guesses are judged, and the owner gets in from a known browser each hour. Tries are guesses`,
  tries: { full: 10_000, short: 1_000 },
  async run(context) {
    const cluster = await newCluster(context)
    const direct = await openTestShop(context, await placeOn(context, cluster), { rateLimitFactor: 1 })
    const proxied = await openTestShop(context, await placeOn(context, cluster), {
      rateLimitFactor: 1,
      trustProxy: '1',
    })
    const failures = new Failures()
    const scenes: Record<string, Scene> = {
      'one address': { shop: direct },
      'forged addresses': { shop: direct, forwarded: (n) => `203.0.113.${n % FORGED}` },
      'real addresses': { shop: proxied, forwarded: (n) => `203.0.113.${n % FORGED}` },
      'as fast as possible': { shop: proxied, forwarded: newAddress, isGreedy: true },
    }
    const judged: Record<string, number> = {}
    for (const [name, scene] of Object.entries(scenes)) {
      judged[name] = await attack(name, scene, context.tries, failures)
      context.say(`${name}: ${judged[name]} judged`)
    }
    judged['a hundred at once'] = await atOnce(direct, failures)
    await expectForgedIgnored(direct, failures)
    return {
      tries: `${context.tries} guesses in 24 h, four ways, and 100 at once`,
      figure: `judged: ${Object.entries(judged)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-counter',
      patches: [
        {
          file: 'src/server/auth/throttle.ts',
          find: 'if (factor === 0) return judge()',
          replace: 'if (factor >= 0) return judge()',
        },
      ],
      failsWith: /more than 110 judged/,
    },
    {
      name: 'believes-everybody',
      patches: [
        {
          file: 'src/server/app.ts',
          find: 'trustProxy: shop.config.trustProxy.length > 0 ? shop.config.trustProxy : false',
          replace: 'trustProxy: true',
        },
      ],
      failsWith: /forged address is believed/,
    },
    {
      name: 'locks-the-owner-out',
      patches: [
        {
          file: 'src/server/auth/auth.ts',
          find: "if (isDeviceOf(shop.secret, userId, device)) return counterKey(shop.secret, 'device', device)",
          replace: '',
        },
      ],
      failsWith: /owner/,
    },
  ],
}

interface Scene {
  shop: TestShop
  forwarded?: (guess: number) => string
  /** Waits exactly as long as it is told. */
  isGreedy?: boolean
}

/** Each attack has an address of its own: what an earlier one did is not counted. */
let scenes = 0

const newAddress = (n: number) => `198.18.${Math.floor(n / 250) % 250}.${n % 250}`

/** How many guesses were judged: what is not judged is answered 429, the right password too. */
async function attack(
  name: string,
  { shop, forwarded, isGreedy }: Scene,
  tries: number,
  failures: Failures,
): Promise<number> {
  shop.clock.set(new Date())
  const begin = shop.clock.now().getTime()
  const user = await accountsIn(shop).hasAccount()
  scenes += 1
  const address = `192.0.2.${scenes}`
  const owner = () => login(shop, user.username, PASSWORD, { address: '192.0.2.200', device })
  let device: string | undefined
  device = (await owner()).json<{ device: string }>().device

  let judged = 0
  let hours = 0
  let owners = 0
  for (let guess = 0; guess < tries; guess++) {
    const elapsed = shop.clock.now().getTime() - begin
    if (elapsed >= DAY) break
    const answer = await login(shop, user.username, `Semilla${guess}-x`, {
      address,
      forwarded: forwarded?.(guess),
    })
    if (answer.statusCode !== 429) judged += 1
    if (![401, 429].includes(answer.statusCode)) failures.add(`${name}: another answer`, answer.body)
    if (answer.statusCode === 429) {
      const right = await login(shop, user.username, PASSWORD, {
        address,
        forwarded: forwarded?.(guess),
      })
      if (right.statusCode !== 429)
        failures.add(`${name}: judged while it must wait`, String(right.statusCode))
    }
    // While strangers are held up is when the owner would be, too; once an hour.
    if (answer.statusCode === 429 && hours * 3_600_000 <= elapsed) {
      hours = Math.floor(elapsed / 3_600_000) + 1
      owners += 1
      const { statusCode } = await owner()
      if (statusCode !== 200) failures.add(`${name}: the owner is kept out`, String(statusCode))
    }
    if (!isGreedy) shop.clock.advance(DAY / tries)
    else if (answer.statusCode === 429) shop.clock.advance(Number(answer.headers['retry-after']) * 1_000)
  }
  if (judged > MOST_A_DAY) failures.add(`more than ${MOST_A_DAY} judged`, `${name}: ${judged}`)
  if (owners < 6 && judged <= MOST_A_DAY) failures.add('the owner did not come', `${name}: ${owners} times`)
  if (judged < 6) failures.add('nothing was tried', `${name}: ${judged}`)
  return judged
}

async function atOnce(shop: TestShop, failures: Failures): Promise<number> {
  const user = await accountsIn(shop).hasAccount()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      login(shop, user.username, `Otra-clave-${n}`, { address: newAddress(n) }),
    ),
  )
  const judged = answers.filter(({ statusCode }) => statusCode !== 429).length
  if (judged > 5) failures.add('more than 5 of a hundred at once judged', String(judged))
  return judged
}

/** Thirty failures of one address, each time with another word about where it comes from and another name. */
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

function login(
  shop: TestShop,
  name: string,
  password: string,
  how: { address: string; forwarded?: string | undefined; device?: string | undefined },
): Promise<LightMyRequestResponse> {
  return shop.app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    // Whom a shop behind a proxy hears from is the proxy.
    remoteAddress: shop.shop.config.trustProxy.length > 0 ? '127.0.0.1' : how.address,
    headers: {
      ...(shop.shop.config.trustProxy.length > 0 && { 'x-forwarded-for': how.address }),
      ...(how.forwarded !== undefined && { 'x-forwarded-for': how.forwarded }),
    },
    payload: { username_or_email: name, password, ...(how.device && { device: how.device }) },
  })
}
