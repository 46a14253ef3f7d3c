import { ACCESS_CLOSED, ACCESS_CODE_SENT } from '../../contract/accounts/access-rules.ts'
import type { AccessAsked } from '../../contract/accounts/access.ts'
import { recordActivity } from '../activity/activity.ts'
import { CODE_MS, CODE_TRIES, findByName, takeTries, wrongCode } from '../auth/auth.ts'
import { after } from '../clock.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError } from '../errors.ts'
import { hmac, sameBytes } from '../hmac.ts'
import { addressGroup } from '../limits/address.ts'
import { perDay, perHour, takeTurn, tryTurn, tryTurns, turnsOf } from '../limits/quota.ts'
import { inBackground, inSameTime } from '../limits/same-time.ts'
import { tooManyAttempts } from '../limits/too-many-attempts.ts'
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
import { giveInvitation } from './invitations.ts'
import * as queries from './queries.ts'

/** Limits of one visitor, far below the limit for all together. */
const FROM_ADDRESS = { hour: perHour(5), day: perDay(10) }
/** Also limits mails caused by strangers and, with five tries a code, guesses. */
const FOR_EMAIL = perDay(3)
const PER_DAY = 200
const IN_ALL = perDay(PER_DAY)
/** Above this many a day, requests only appear in the list. */
const NOTICES = perDay(20)

/**
 * Takes a request for an account and mails a code. The answer, work and time are the same for every address: free,
 * waiting or of an account. Throws FORBIDDEN while the shop takes no requests, VALIDATION under `terms`,
 * TOO_MANY_REQUESTS.
 */
export function askForAccess(shop: Shop, { website, ...asked }: AccessAsked, address: string) {
  return inSameTime(async () => {
    const { access_mode: mode } = await getRememberedSettings(shop)
    if (mode === 'closed') throw new DomainError('FORBIDDEN', ACCESS_CLOSED)
    const agreed = await agreedPages(shop.db, asked)
    await takeOwn(shop, address)
    // The honeypot field is filled: a bot must not use up the quotas of people.
    if (website) return { message: ACCESS_CODE_SENT } as const
    await takeTurn(shop.db, shop, { name: 'access requests for', subject: asked.email, quota: FOR_EMAIL })
    await takeShared(shop)
    inBackground(shop, store(shop, asked, agreed))
    return { message: ACCESS_CODE_SENT } as const
  })
}

async function takeOwn(shop: Shop, address: string): Promise<void> {
  const until = await tryTurns(shop, turnsOf('access requests', addressGroup(address), FROM_ADDRESS))
  if (until) throw tooManyAttempts(until, shop.now())
}

/** Refuses a flood, and mails the shop once a day. */
async function takeShared(shop: Shop): Promise<void> {
  const until = await tryTurn(shop.db, shop, { name: 'access requests', subject: 'all', quota: IN_ALL })
  if (!until) return
  const warn = async (tx: Tx) => {
    const told = await tryTurn(tx, shop, { name: 'access flood', subject: 'all', quota: perDay(1) })
    if (!told) await mailShop(tx, shop, tooManyRequestsMail(shop.config.publicUrl, PER_DAY))
  }
  inBackground(shop, inTransaction(shop.database, warn))
  throw tooManyAttempts(until, shop.now())
}

type Asked = Omit<AccessAsked, 'website'>

async function store(shop: Shop, asked: Asked, agreed: AgreedPages): Promise<void> {
  const at = shop.now()
  const { email } = asked
  const account = await findByName(shop.db, email)
  await inTransaction(shop.database, async (tx) => {
    if (account) {
      // A deactivated account gets nothing.
      if (!account.is_active) return
      const mail = accountExistsMail(shop.config.publicUrl)
      return enqueueMail(tx, { to: email, userId: account.id, ...mail, at })
    }
    const digits = newCode()
    const isNew = await putRequest(tx, shop, { ...asked, agreed }, digits)
    const mail = isNew ? accessCodeMail(digits) : accessWaitingMail()
    await enqueueMail(tx, { to: email, userId: null, ...mail, at })
  })
}

async function putRequest(tx: Tx, shop: Shop, asked: Asked & { agreed: AgreedPages }, digits: string) {
  const at = shop.now()
  const { email, first_name, last_name, phone, message, agreed } = asked
  return queries.putRequest(tx, {
    email,
    first_name,
    last_name,
    phone,
    message,
    adult_declared_at: at,
    terms_version: agreed.terms,
    privacy_version: agreed.privacy,
    code_hmac: codeHmac(shop, email, digits),
    code_expires_at: after(at, CODE_MS),
    created_at: at,
  })
}

function codeHmac({ secret }: Shop, email: string, digits: string): Buffer {
  return hmac(secret, ['access code', email, digits])
}

/**
 * Confirms the address of a request, which then waits for an admin or, in an `open` shop, gets an invitation. Throws
 * WRONG_CODE, with the same text and time for every cause; TOO_MANY_REQUESTS.
 */
export function verifyAccess(
  shop: Shop,
  { email, code }: { email: string; code: string },
  address: string,
): Promise<{ state: 'waiting' | 'ready'; invitation?: string }> {
  return inSameTime(async () => {
    await takeTries(shop, address, email)
    const now = shop.now()
    const tried = await queries.takeTry(shop.db, email, {
      maxTries: CODE_TRIES,
      now,
      livesMs: CODE_MS,
    })
    const expected = codeHmac(shop, email, code)
    if (!tried || !sameBytes(tried.code_hmac, expected)) throw wrongCode()
    return inTransaction(shop.database, (tx) => verified(tx, shop, { id: tried.id, codeHmac: expected }))
  })
}

async function verified(tx: Tx, shop: Shop, code: { id: number; codeHmac: Buffer }) {
  const at = shop.now()
  const isOpen = (await getSettings(tx)).access_mode === 'open'
  const status = isOpen ? 'approved' : 'waiting'
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
  if (isOpen) {
    const { email, id } = request
    const { token } = await giveInvitation(tx, shop, { email, requestId: id, by: null, label: '' })
    return { state: 'ready', invitation: token } as const
  }
  const held = await tryTurn(tx, shop, { name: 'access mails to shop', subject: 'all', quota: NOTICES })
  if (!held) await mailShop(tx, shop, accessMailToShop(shop.config.publicUrl, request), request.email)
  return { state: 'waiting' } as const
}

async function mailShop(tx: Tx, shop: Shop, mail: Mail, replyTo?: string): Promise<void> {
  const to = shopAddress(await getSettings(tx))
  if (to === '') return
  await enqueueMail(tx, { to, userId: null, ...mail, ...(replyTo && { replyTo }), at: shop.now() })
}
