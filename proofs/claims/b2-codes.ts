import { accountsIn, bearer, otherCode, PASSWORD } from '../../test/support/people/accounts.ts'
import type { TestShop } from '../../test/support/open-shop.ts'
import { countBy } from '../../test/support/calls/client.ts'
import type { Patch } from '../wrong-builds/locate-patches.ts'
import { newCluster, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { inParallel } from '../../test/support/calls/raw.ts'
import { openTestShop } from '../../test/support/open-shop.ts'
import { ownerBesideStranger } from './b2-codes/owner-beside-stranger.ts'
import { recoveryBesideStranger } from './b2-codes/recovery-beside-stranger.ts'

const TRIES = 5
const MINUTE = 60_000

const WITHOUT_END: Patch = {
  find: ".where('tries', '<', maxTries)\n    .returning(['email', 'code_hmac',",
  replace: ".returning(['email', 'code_hmac',",
}
/** The account itself cannot be verified twice: a second guard, which would hide that the first is missing. */
const VERIFIES_AGAIN: Patch = {
  find: ".where((user) => user.or([user('email_verified_at', 'is', null), user('email_verified_at', '=', user.ref('created_at'))]))",
  replace: '',
}

const ENDLESS_CODES = 'endless-codes'
const KEPT_OUT = ['one-quota-for-all', 'tries-of-everybody']
const CLOSED = ['one-recovery-quota', 'newer-link-ends-older']

export const proof: Proof = {
  id: 'B2',
  title: 'One-time codes',
  claim: `At most ${TRIES} guesses at a code are checked, no wrong code is accepted, and the right one works once. A stranger can neither keep an account unverified whose owner knows the password nor block its recovery.`,
  how: 'Guesses at one code, including the right one; codes that are used, replaced or expired, or belong to another purpose, person or address; the right code twenty times concurrently; forty concurrent guesses at two instances; requests for new codes during a day. A stranger at one address requests as many codes as a day allows and tries each until refused, also while the owner signs in and gets a second and a third one. Strangers at two addresses request recovery links for an e-mail for twelve hours; then its owner requests one, then two more strangers.',
  oneTry: 'a guess',
  note: "Calls the application in the proof's own process, whose clock the proof sets.",
  tries: { full: 10_000, short: 1_000 },
  async run(context) {
    const cluster = await newCluster(context)
    const place = await placeOn(context, cluster)
    const [shop, second] = [await openTestShop(context, place), await openTestShop(context, place)]
    // Instances of one shop share its secret.
    shop.shop.secret.copy(second.shop.secret)
    const now = new Date()
    for (const { clock } of [shop, second]) clock.set(now)
    const failures = new Failures()
    const judged = await guessMany(shop, context.tries, failures)
    const accepted = await rightAfterWrong(shop, failures)
    await twentyAtOnce(shop, failures)
    await fortyAtTwo(shop, second, failures)
    // Last, because it makes the codes expire.
    const wrong = Object.entries(await wrongOnes(shop, failures))
    for (const [name, taken] of wrong)
      if (taken !== 400) failures.add(`a wrong code is taken: ${name}`, `answered ${taken}`)
    const limited = await openTestShop(context, await placeOn(context, cluster), { rateLimitFactor: 1 })
    limited.clock.set(new Date())
    // It takes minutes, and notices only one wrong build.
    const asksForADay = !context.broken || context.broken === ENDLESS_CODES
    const mails = asksForADay ? await askForADay(limited, failures) : 'not asked:'
    if (!context.broken || KEPT_OUT.includes(context.broken)) await ownerBesideStranger(limited, failures)
    if (!context.broken || CLOSED.includes(context.broken)) await recoveryBesideStranger(limited, failures)
    return {
      tries: `${context.tries} guesses at one code, 0 to 7 wrong ones before the right one, ${wrong.length} kinds of wrong codes, 20 and 40 concurrently, 24 h of requests for codes, an owner and a stranger, a recovery and strangers`,
      figure: `${judged} of ${context.tries} guesses checked; the right one accepted after ${accepted.join(', ')} wrong ones; ${mails} codes a day when requested every minute`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'endless-tries',
      patches: [WITHOUT_END],
      failsWith: /more tries than 5 of one code are judged/,
    },
    {
      name: 'looks-before-it-counts',
      patches: [
        WITHOUT_END,
        {
          find: 'const live = await takeTry(',
          replace:
            'const live = (await hasLiveCode(shop.db, use.userId, use.purpose, CODE_TRIES, shop.now())) && await takeTry(',
        },
      ],
      failsWith: /judged of forty at once at two instances/,
    },
    {
      name: 'never-ends',
      patches: [
        {
          find: ".where(isLive('expires_at', now, CODE_MS))\n    .where('tries', '<', maxTries)\n    .returning(['email', 'code_hmac',",
          replace: ".where('tries', '<', maxTries)\n    .returning(['email', 'code_hmac',",
        },
      ],
      failsWith: /a wrong code is taken: ended: answered 200/,
    },
    {
      name: 'any-purpose',
      patches: [
        {
          find: ".where('purpose', '=', purpose)\n    .where(isLive('expires_at', now, CODE_MS))\n    .where('tries', '<', maxTries)\n    .returning(['email', 'code_hmac',",
          replace:
            ".where(isLive('expires_at', now, CODE_MS))\n    .where('tries', '<', maxTries)\n    .returning(['email', 'code_hmac',",
        },
        {
          find: "  const row = await tx\n    .deleteFrom('verification_codes')\n    .where('user_id', '=', userId)\n    .where('purpose', '=', purpose)\n",
          replace:
            "  const row = await tx\n    .deleteFrom('verification_codes')\n    .where('user_id', '=', userId)\n",
        },
        {
          find: "hmac(secret, ['code', userId, purpose, email, code])",
          replace: "hmac(secret, ['code', userId, email, code])",
        },
      ],
      failsWith: /a wrong code is taken: of another purpose: answered 200/,
    },
    {
      name: 'any-address',
      patches: [
        {
          find: "hmac(secret, ['code', userId, purpose, email, code])",
          replace: "hmac(secret, ['code', userId, purpose, code])",
        },
        { find: 'live.email !== use.email || ', replace: '' },
      ],
      failsWith: /a wrong code is taken: of another address: answered 200/,
    },
    {
      name: 'used-again',
      patches: [
        {
          find: 'if (!(await deleteCode(tx, use.userId, use.purpose, hmac))) throw wrongCode()',
          replace: 'void deleteCode; void tx; void hmac; await Promise.resolve()',
        },
        VERIFIES_AGAIN,
      ],
      failsWith: /a wrong code is taken: used once: answered 200/,
    },
    {
      name: 'used-by-two',
      patches: [
        {
          find: 'if (!(await deleteCode(tx, use.userId, use.purpose, hmac))) throw wrongCode()',
          replace: 'await deleteCode(tx, use.userId, use.purpose, hmac)',
        },
        VERIFIES_AGAIN,
      ],
      failsWith: /twenty at once/,
    },
    {
      name: ENDLESS_CODES,
      patches: [
        {
          find: 'return takeFrom(db, countersOf(shop, limit, subject), shop.now())',
          replace: 'await takeFrom(db, countersOf(shop, limit, subject), shop.now())\n return undefined',
        },
      ],
      failsWith: /codes a day/,
    },
    {
      name: 'one-quota-for-all',
      patches: [
        {
          find: "sendCodeWithin(shop, 'codesAfterPassword', use)",
          replace: "sendCodeWithin(shop, 'codesSent', use)",
        },
      ],
      failsWith: /codes after the right password/,
    },
    {
      name: 'tries-of-everybody',
      patches: [
        {
          find: "await takeTurnForNow(shop, 'codeFailuresOfEmail', `${from} ${email}`)",
          replace: 'async () => {}',
        },
      ],
      failsWith: /a stranger uses up the code of the owner/,
    },
    {
      name: 'one-recovery-quota',
      patches: [
        {
          find: "await takeTurn(shop.db, shop, 'linksAsked', `${purpose} ${addressGroup(address)} ${email}`)",
          replace: "await takeTurn(shop.db, shop, 'linksAsked', `${purpose} ${email}`)",
        },
      ],
      failsWith: /the owner asks for a link beside strangers/,
    },
    {
      name: 'newer-link-ends-older',
      patches: [
        {
          find: "await tx.insertInto('mail_links').values(link).execute()",
          replace:
            "await deleteLinks(tx, link.user_id, link.purpose)\n  await tx.insertInto('mail_links').values(link).execute()",
        },
      ],
      failsWith: /the link of the owner after those of strangers/,
    },
  ],
}

interface Unverified {
  id: number
  email: string
  code: string
}

async function unverified(shop: TestShop): Promise<Unverified> {
  const accounts = accountsIn(shop)
  const { id, email } = await accounts.hasAccount({ email_verified: false })
  return { id, email, code: await accounts.codeSentTo(email) }
}

async function verify(shop: TestShop, email: string, code: string): Promise<number> {
  return (await shop.anonymous.post('/auth/verify-email/', { email, code })).status
}

/** Wrong codes near the right one, and from the sixth on sometimes the right one. */
async function guessMany(shop: TestShop, tries: number, failures: Failures): Promise<number> {
  const { id, email, code } = await unverified(shop)
  const guess = (n: number) => {
    const isRight = n >= TRIES && n % 100 === TRIES
    const wrong = String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')
    return verify(shop, email, isRight ? code : wrong)
  }
  const statuses: number[] = []
  for (let n = 0; n < TRIES; n++) statuses.push(await guess(n))
  const others = Array.from({ length: tries - TRIES }, (_, n) => TRIES + n)
  await inParallel(others, 50, async (n) => void statuses.push(await guess(n)))
  const counts = countBy(statuses, String)
  failures.expect('an answer to guesses', counts, { 400: tries })
  const judged = (await triesOf(shop, id)) ?? tries
  if (judged > TRIES) failures.add(`more tries than ${TRIES} of one code are judged`, String(judged))
  return judged
}

async function rightAfterWrong(shop: TestShop, failures: Failures): Promise<number[]> {
  const accepted: number[] = []
  for (let wrong = 0; wrong <= 7; wrong++) {
    const { email, code } = await unverified(shop)
    for (let n = 0; n < wrong; n++) await verify(shop, email, otherCode(code))
    if ((await verify(shop, email, code)) === 200) accepted.push(wrong)
  }
  const allowed = Array.from({ length: TRIES }, (_, n) => n)
  if (accepted.length > TRIES) failures.add(`more tries than ${TRIES} are judged`, accepted.join())
  else failures.expect('the right code is taken within its tries', accepted, allowed)
  return accepted
}

/** The status of each kind of wrong code. */
async function wrongOnes(shop: TestShop, failures: Failures): Promise<Record<string, number>> {
  const accounts = accountsIn(shop)
  const [used, ended, replaced, mine, stranger] = [
    await unverified(shop),
    await unverified(shop),
    await unverified(shop),
    await unverified(shop),
    await unverified(shop),
  ]
  await verify(shop, used.email, used.code)
  const statuses: Record<string, number> = { 'used once': await verify(shop, used.email, used.code) }
  await shop.anonymous.post('/auth/resend-verification/', { email: replaced.email })
  for (let n = 0; n < 100 && (await accounts.codeSentTo(replaced.email)) === replaced.code; n++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  statuses['replaced'] = await verify(shop, replaced.email, replaced.code)
  statuses['of another person'] = await verify(shop, mine.email, stranger.code)
  statuses['of another person, for an address nobody has'] = await verify(shop, 'nadie@x.example', mine.code)

  // A change of address: the code is bound to its purpose and to the new address.
  const user = await accounts.hasAccount()
  const { access } = (await accounts.login(user.username)).body
  const change = (email: string, code: string, token = access) =>
    shop.anonymous.put('/auth/profile/', { email, verification_code: code }, bearer(token))
  await shop.anonymous.post(
    '/auth/verify-change/',
    { new_email: `nueva_${user.email}`, password: PASSWORD },
    bearer(access),
  )
  const changeCode = await accounts.codeSentTo(`nueva_${user.email}`)
  statuses['of another address'] = (await change(`otra_${user.email}`, changeCode)).status
  // As if the address were the account's own already: only the purpose differs.
  await setAccount(shop, user.id, { email: `nueva_${user.email}`, email_verified_at: null })
  statuses['of another purpose'] = await verify(shop, `nueva_${user.email}`, changeCode)
  await setAccount(shop, user.id, { email: user.email, email_verified_at: shop.clock.now() })
  const taken = await change(`nueva_${user.email}`, changeCode)
  failures.expect('the right code of a change is taken', taken.status, 200)
  // The change ended every token.
  const token = taken.body.tokens?.access
  statuses['used once, of a change'] = (await change(`nueva_${user.email}`, changeCode, token)).status

  const moved = await unverified(shop)
  await setAccount(shop, moved.id, { email: `otra_${moved.email}` })
  statuses['of another address, which replaced that of the code'] = await verify(
    shop,
    `otra_${moved.email}`,
    moved.code,
  )

  shop.clock.advance(10 * MINUTE + 1_000)
  statuses['ended'] = await verify(shop, ended.email, ended.code)
  return statuses
}

async function setAccount(
  shop: TestShop,
  id: number,
  fields: { email: string; email_verified_at?: Date | null },
): Promise<void> {
  await shop.shop.db.updateTable('users').set(fields).where('id', '=', id).execute()
}

async function triesOf(shop: TestShop, userId: number): Promise<number | undefined> {
  const row = await shop.shop.db
    .selectFrom('verification_codes')
    .select('tries')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.tries
}

async function fortyAtTwo(first: TestShop, second: TestShop, failures: Failures): Promise<void> {
  const { id, email, code } = await unverified(first)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => verify(n % 2 === 0 ? first : second, email, otherCode(code))),
  )
  failures.expect('judged of forty at once at two instances', await triesOf(first, id), TRIES)
}

async function twentyAtOnce(shop: TestShop, failures: Failures): Promise<void> {
  const { email, code } = await unverified(shop)
  const statuses = await Promise.all(Array.from({ length: 20 }, () => verify(shop, email, code)))
  failures.expect('twenty at once', countBy(statuses, String), { 200: 1, 400: 19 })
}

/** Each code allows five tries in a million, so the chance depends on the number of codes a day. */
async function askForADay(shop: TestShop, failures: Failures): Promise<number> {
  const accounts = accountsIn(shop)
  const { email } = await accounts.hasAccount({ email_verified: false })
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    await shop.anonymous.post('/auth/resend-verification/', { email })
    shop.clock.advance(MINUTE)
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  // The first was sent with the account.
  const mails = (await accounts.mailsTo(email)).length - 1
  if (mails > 10 || mails < 5) failures.add('codes a day', String(mails))
  return mails
}
