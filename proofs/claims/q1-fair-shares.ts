import { accountsIn, PASSWORD } from '../../test/support/people/accounts.ts'
import { openTestShop, type TestShop } from '../../test/support/open-shop.ts'
import { newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { takeNextMail } from '../../src/server/mail/queries.ts'
import { backgroundEnded } from '../../src/server/limits/same-time.ts'

const MINUTE = 60_000
/** Ten an hour for each side, and a digest; the first two hours of a day overlap. */
const MOST_MAILS_AN_HOUR = 2 * (10 + 10 + 1)
/** Codes to strangers from one home before they wait. */
const FROM_ONE_HOME = 20
/** People who confirm their address one after the other. */
const AT_A_FAIR = 25
const FAIR = '192.0.2.90'

export const proof: Proof = {
  id: 'Q1',
  title: 'Fair shares',
  claim:
    'Nobody uses up what others need: a customer who places and cancels without pause keeps no link of another person waiting, one home mails few strangers and its requests keep no others waiting, and people behind one address do not lock each other out.',
  how: "For an hour of the shop's clock a customer places and cancels orders at the allowed rate, while no mail is sent; then another person asks for a recovery link, which must be the next mail, and the customer's mails are counted. Visitors from 256 networks of one /56 ask for access for as many strangers as they can; another visitor's code must go out at once. People at one address ask for access and confirm it one after the other, none of whom may wait. After thirty wrong passwords from that address a customer signs in there, from a browser that the account knows.",
  oneTry: 'an order placed and cancelled',
  note: "Calls the application in the proof's own process, whose clock the proof sets.",
  tries: { full: 1_800, short: 240 },
  async run(context) {
    const failures = new Failures()
    const shop = await openTestShop(context, await placeOn(context, await newCluster(context)), {
      rateLimitFactor: 1,
      trustProxy: '1',
    })
    shop.clock.set(new Date())
    const mails = await placeAndCancel(shop, context.tries, failures)
    const strangers = await oneHome(shop, failures)
    await fair(shop, failures)
    await knownBrowser(shop, failures)
    return {
      tries: `${context.tries} orders placed and cancelled in an hour, 256 networks of one home, ${AT_A_FAIR} people at a fair`,
      figure: `${mails} mails of the customer, then the link of another person; ${strangers} strangers mailed by one home`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'first-come-first-served',
      patches: [
        {
          find: ".orderBy('rank')\n.orderBy('turn')\n.orderBy('next_attempt_at')",
          replace: ".orderBy('next_attempt_at')",
        },
      ],
      failsWith: /the link waits/,
    },
    {
      name: 'a-mail-for-each-order',
      patches: [
        {
          find: 'if (isWithin === undefined) return [letter]',
          replace: 'if (isWithin !== null) return [letter]',
        },
      ],
      failsWith: /too many mails/,
    },
    {
      name: 'a-home-of-many-networks',
      patches: [
        {
          find: 'return { ofOne: [group, `${a}:${b}:${c}:${byte.toString(16)}00::/56`], wide: networkOf(plain) }',
          replace:
            'return { ofOne: [group], wide: `${networkOf(plain)} ${a}:${b}:${c}:${byte.toString(16)} ${group}` }',
        },
      ],
      failsWith: /one home mails/,
    },
    {
      name: 'counts-the-confirmed',
      patches: [
        {
          find: 'for (const [limit, subject] of turnsOf(address, email)) await cancelTurn(shop.db, shop, limit, subject)',
          replace: 'void cancelTurn',
        },
      ],
      failsWith: /somebody at the fair waits/,
    },
    {
      name: 'address-before-browser',
      patches: [
        {
          find: 'if (insider) {\n    const key = counterKey(secret, ...insider)',
          replace:
            "if (address) await takeTurnForNow(shop, 'signInFailures', addressGroup(address))\n  if (insider) {\n    const key = counterKey(secret, ...insider)",
        },
      ],
      failsWith: /the known browser/,
    },
  ],
}

async function placeAndCancel(shop: TestShop, tries: number, failures: Failures): Promise<number> {
  const [customer, other] = [await shop.signIn(), await accountsIn(shop).hasAccount()]
  const item = await newItem(shop.shop, 1_000)
  await shop.shop.db.deleteFrom('outbox').execute()
  let taken = 0
  for (let n = 0; n < tries; n += 1) {
    const { status, body } = await customer.post('/orders/', orderOf(item))
    if (status === 201) await customer.put(`/orders/${body.id}/`, { status: 'cancelled' })
    if (status === 201) taken += 1
    shop.clock.advance((60 * MINUTE) / tries)
  }
  if (taken === 0) failures.add('no order was taken')
  const caused = (await shop.mails()).length
  if (caused > MOST_MAILS_AN_HOUR) failures.add('too many mails of one customer', String(caused))
  await shop.anonymous.post('/auth/recover/', { email: other.email }, { 'x-forwarded-for': '198.51.100.1' })
  await backgroundEnded()
  const next = await takeNextMail(shop.shop.db, shop.clock.now(), shop.clock.now())
  if (next?.recipient !== other.email) failures.add('the link waits', next?.subject)
  return caused
}

const ask = (shop: TestShop, email: string, address: string) =>
  shop.anonymous.post(
    '/auth/access-requests/',
    { email, first_name: 'Ana', last_name: 'Paz', adult: true, terms: true },
    { 'x-forwarded-for': address },
  )

/** The number of strangers who are mailed at once. */
async function oneHome(shop: TestShop, failures: Failures): Promise<number> {
  let atOnce = 0
  for (let n = 0; n < 256; n += 1) {
    const { status, body } = await ask(
      shop,
      `ajena_${n}@correo.example`,
      `2001:db8:5:7${n.toString(16).padStart(2, '0')}::1`,
    )
    if (status === 202 && body.code_at === undefined) atOnce += 1
  }
  if (atOnce !== FROM_ONE_HOME) failures.add('one home mails other than the limit says', String(atOnce))
  const { status, body } = await ask(shop, 'otra@correo.example', '198.51.100.2')
  if (status !== 202 || body.code_at !== undefined)
    failures.add('a visitor waits for the requests of one home', `${status} ${body.code_at}`)
  return atOnce
}

async function fair(shop: TestShop, failures: Failures): Promise<void> {
  for (let n = 0; n < AT_A_FAIR; n += 1) {
    const email = `feria_${n}@correo.example`
    const { status, body } = await ask(shop, email, FAIR)
    if (status !== 202 || body.code_at !== undefined)
      failures.add('somebody at the fair waits', `number ${n + 1}, ${status}`)
    await backgroundEnded()
    const confirmed = await shop.anonymous.post(
      '/auth/access-requests/verify/',
      { email, code: await accountsIn(shop).codeSentTo(email) },
      { 'x-forwarded-for': FAIR },
    )
    if (body.code_at === undefined) failures.expect('a code at the fair', confirmed.status, 200)
  }
}

async function knownBrowser(shop: TestShop, failures: Failures): Promise<void> {
  const { username } = await accountsIn(shop).hasAccount()
  const login = (name: string, password: string, device?: string) =>
    shop.anonymous.post(
      '/auth/login/',
      { username_or_email: name, password, ...(device && { device }) },
      { 'x-forwarded-for': FAIR },
    )
  const { device } = (await login(username, PASSWORD)).body
  for (let n = 0; n < 30; n += 1) await login(`nadie_${n}`, 'otra-clave-1')
  failures.expect(
    'an unknown browser after thirty wrong passwords',
    (await login(username, PASSWORD)).status,
    429,
  )
  failures.expect('the known browser beside them', (await login(username, PASSWORD, device)).status, 200)
}
