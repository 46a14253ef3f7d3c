import { ACCESS_CLOSED, ACCESS_CODE_SENT } from '../../contract/accounts/access-rules.ts'
import type * as contract from '../../contract/accounts/access.ts'
import type { AccessAsked } from '../../contract/accounts/access.ts'
import { recordActivity } from '../activity/activity.ts'
import { CODE_MS, CODE_TRIES, findByName, tryCode, wrongCode } from '../auth/auth.ts'
import { after, later, latestStart } from '../clock.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError } from '../errors.ts'
import { hmac, sameBytes } from '../hmac.ts'
import type { InputOf } from '../http/input.ts'
import { networksOf } from '../limits/address.ts'
import { LIMITS, type LimitName } from '../limits/limits.ts'
import { bookTurn, cancelTurn, type Subject, tryTurn } from '../limits/quota.ts'
import { inBackground, inSameTime } from '../limits/same-time.ts'
import {
  accessCodeMail,
  accessMailToShop,
  accessWaitingMail,
  accountExistsMail,
  tooManyRequestsMail,
} from '../mail/access-mails.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Mail } from '../mail/templates.ts'
import { newCode } from '../opaque-tokens.ts'
import { getRememberedSettings, getSettings, shopAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { type AgreedPages, agreedPages } from './agreed-pages.ts'
import { findOpenOf } from './invitation-queries.ts'
import { inviteAgain, requestToken, statePage } from './invitations.ts'
import * as queries from './queries.ts'

/** How long a code can be typed that was mailed later than it was asked for, when nobody waits for it. */
const LATE_CODE_MS = 24 * 60 * 60_000

/**
 * Takes a request for an account and mails a code, at once or when it is its turn (`code_at`). The answer, work and time are
 * the same for every address: free, waiting or of an account. Throws FORBIDDEN while the shop takes no requests, VALIDATION
 * under `terms`, TOO_MANY_REQUESTS.
 */
export function askForAccess({
  shop,
  body: { website, ...asked },
  address,
}: InputOf<typeof contract.askForAccess, 'address'>) {
  return inSameTime(async () => {
    const { access_mode: mode } = await getRememberedSettings(shop)
    if (mode === 'closed') throw new DomainError('FORBIDDEN', ACCESS_CLOSED)
    const agreed = await agreedPages(shop.db, asked)
    const asks = shop.now()
    // The honeypot field is filled: a bot must not use up the quotas of people.
    const turns = website ? turnsOfVisitor(address) : turnsOf(address, asked.email)
    let mailAt = asks
    for (const [limit, subject] of turns)
      mailAt = later(mailAt, await bookTurn(shop.db, shop, limit, subject))
    if (!website) inBackground(shop, store(shop, asked, agreed, mailAt))
    const isLater = mailAt > asks
    return { message: ACCESS_CODE_SENT, ...(isLater && { code_at: mailAt.toISOString() }) } as const
  })
}

/** The turns of one mail to an address that is not proved to be the visitor's, the narrowest limit first. */
function turnsOf(address: string, email: string): [LimitName, Subject][] {
  return [...turnsOfVisitor(address), ['accessMailsTo', email], ['accessMailsOfAll', 'all']]
}

function turnsOfVisitor(address: string): [LimitName, Subject][] {
  const { ofOne, wide } = networksOf(address)
  return [
    ...ofOne.map((network): [LimitName, Subject] => ['accessMails', network]),
    ['accessMailsOfNetwork', wide],
  ]
}

type Asked = Omit<AccessAsked, 'website'>

async function store(shop: Shop, asked: Asked, agreed: AgreedPages, at: Date): Promise<void> {
  const { email } = asked
  const account = await findByName(shop.db, email)
  await inTransaction(shop.database, async (tx) => {
    if (account) {
      // A deactivated account gets nothing.
      if (!account.is_active) return
      const mail = accountExistsMail(shop.config.publicUrl)
      return enqueueMail(tx, { to: email, userId: account.id, ...mail, at })
    }
    const isLate = at > shop.now()
    const code = { digits: newCode(), expiresAt: after(at, isLate ? LATE_CODE_MS : CODE_MS) }
    const before = await putRequest(tx, shop, { ...asked, agreed }, code)
    if (before?.status === 'unverified') return
    const page = `${shop.config.publicUrl}/registro#email=${encodeURIComponent(email)}`
    const mail = before
      ? accessWaitingMail(statePage(shop, before))
      : accessCodeMail(code.digits, isLate ? page : undefined)
    await enqueueMail(tx, { to: email, userId: null, ...mail, at })
  })
}

async function putRequest(
  tx: Tx,
  shop: Shop,
  asked: Asked & { agreed: AgreedPages },
  { digits, expiresAt }: { digits: string; expiresAt: Date },
) {
  const at = shop.now()
  const { email, first_name, last_name, phone, message, agreed } = asked
  const request = {
    email,
    first_name,
    last_name,
    phone,
    message,
    adult_declared_at: at,
    terms_version: agreed.terms,
    privacy_version: agreed.privacy,
    code_hmac: codeHmac(shop, email, digits),
    code_expires_at: expiresAt,
    created_at: at,
  }
  return queries.putRequest(tx, request, after(latestStart(at), LATE_CODE_MS))
}

function codeHmac({ secret }: Shop, email: string, digits: string): Buffer {
  return hmac(secret, ['access code', email, digits])
}

/**
 * Confirms the address of a request, which then waits for an admin or, in an `open` shop and after an
 * earlier approval, gets an invitation. Throws
 * WRONG_CODE, with the same text and time for every cause; TOO_MANY_REQUESTS.
 */
export function verifyAccess({
  shop,
  body: { email, code },
  address,
}: InputOf<typeof contract.verifyAccess, 'address'>) {
  return inSameTime(() =>
    tryCode(shop, { address, email }, async () => {
      const tried = await queries.takeTry(shop.db, email, {
        maxTries: CODE_TRIES,
        now: shop.now(),
        livesMs: LATE_CODE_MS,
      })
      const expected = codeHmac(shop, email, code)
      if (!tried || !sameBytes(tried.code_hmac, expected)) throw wrongCode()
      const proved = { id: tried.id, codeHmac: expected }
      const result = await inTransaction(shop.database, (tx) => verified(tx, shop, email, proved))
      for (const [limit, subject] of turnsOf(address, email)) await cancelTurn(shop.db, shop, limit, subject)
      return result
    }),
  )
}

async function verified(tx: Tx, shop: Shop, email: string, code: { id: number; codeHmac: Buffer }) {
  const at = shop.now()
  const isFlood = (await tryTurn(tx, shop, 'accessRequests', 'all')) !== undefined
  if (isFlood) await tellOfFlood(tx, shop)
  // Who was approved and lost the invitation comes in without asking anybody again.
  const invited = await findOpenOf(tx, email)
  const isOpen = !isFlood && (await getSettings(tx)).access_mode === 'open'
  const status = invited || isOpen ? 'approved' : 'waiting'
  const request = await queries.takeVerified(tx, { ...code, status, at })
  if (!request) throw wrongCode()
  await recordActivity(tx, {
    at,
    action: 'create',
    entity: 'access_request',
    entityId: request.id,
    description: `Pedido de acceso #${request.id} recibido`,
    userId: null,
  })
  if (status === 'approved') {
    const given = { label: '', ...invited, request_id: request.id, created_by: invited?.created_by ?? null }
    const { token } = await inviteAgain(tx, shop, email, given)
    return { state: 'ready', invitation: token } as const
  }
  if (!(await tryTurn(tx, shop, 'accessMailsToShop', 'all')))
    await mailShop(tx, shop, accessMailToShop(shop.config.publicUrl, request), request.email)
  await enqueueMail(tx, { to: email, userId: null, ...accessWaitingMail(statePage(shop, request)), at })
  return { state: 'waiting', request: requestToken(shop, request) } as const
}

/** Once a day. */
async function tellOfFlood(tx: Tx, shop: Shop): Promise<void> {
  if (await tryTurn(tx, shop, 'accessFloodMails', 'all')) return
  const [{ max }] = LIMITS.accessRequests.quotas
  await mailShop(tx, shop, tooManyRequestsMail(shop.config.publicUrl, max))
}

async function mailShop(tx: Tx, shop: Shop, mail: Mail, replyTo?: string): Promise<void> {
  const to = shopAddress(await getSettings(tx))
  if (to === '') return
  await enqueueMail(tx, { to, userId: null, ...mail, ...(replyTo && { replyTo }), at: shop.now() })
}
