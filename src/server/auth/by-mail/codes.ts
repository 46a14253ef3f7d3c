import { EMAIL_VERIFIED, CODE_SENT } from '../../../contract/accounts/account-rules.ts'
import { after } from '../../clock.ts'
import type { CodePurpose } from '../../db/tables.ts'
import type { Db } from '../../db/connect.ts'
import { addressGroup } from '../../limits/address.ts'
import { perDay, perHour, type Quota, takeTurn, tryTurns, turnsOf } from '../../limits/quota.ts'
import { tooManyAttempts } from '../../limits/too-many-attempts.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import { sameBytes } from '../../hmac.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { emailChangeMail, type Mail, verificationMail } from '../../mail/templates.ts'
import { newCode } from '../../opaque-tokens.ts'
import type { Shop } from '../../shop.ts'
import { deleteCode, hasLiveCode, putCode, takeTry } from './code-queries.ts'
import { findByName, updateVerified } from '../queries.ts'
import { recordActivity } from '../../activity/activity.ts'
import { CODE_MS, CODE_TRIES } from '../rules.ts'
import { inBackground, inSameTime } from '../../limits/same-time.ts'
import { codeHmac, type CodeUse } from '../tokens.ts'

const MAILS: Record<CodePurpose, (code: string) => Mail> = {
  verify_email: verificationMail,
  email_change: emailChangeMail,
}

/**
 * Creates a code, which replaces an earlier one, and enqueues its mail. Call it inside a transaction; checks no
 * limits.
 */
export async function issueCode(tx: Tx, shop: Shop, use: CodeUse): Promise<void> {
  const now = shop.now()
  const code = newCode()
  await putCode(tx, use, codeHmac(shop.secret, use, code), after(now, CODE_MS))
  await enqueueMail(tx, { to: use.email, userId: use.userId, ...MAILS[use.purpose](code), at: now })
}

/** Sends a code within the quotas of this name: ten codes a day with five tries each cannot be guessed. */
async function sendCodeWithin(shop: Shop, quotaName: string, use: CodeUse): Promise<void> {
  const heldBackUntil = await takeCodeTurn(shop, quotaName, use.userId)
  if (!heldBackUntil) await inTransaction(shop.database, (tx) => issueCode(tx, shop, use))
}

/** Quotas of requested or sent codes. The hour comes first, so that what it refuses does not use up the day. */
const CODE_QUOTAS: Record<string, Quota> = { hour: { ...perHour(5), gapMs: 60_000 }, day: perDay(10) }

/** Counts one more requested or sent code of this name, or returns when it is allowed. */
export function takeCodeTurn(shop: Shop, name: string, subject: string | number): Promise<Date | undefined> {
  return tryTurns(shop, turnsOf(name, subject, CODE_QUOTAS))
}

/** For callers who proved the password: with separate quotas, as strangers can use up those of the address. */
export async function sendCodeIfNoneLives(shop: Shop, use: CodeUse): Promise<void> {
  if (!(await hasLiveCode(shop.db, use.userId, use.purpose, CODE_TRIES, shop.now())))
    await sendCodeWithin(shop, `sent after the password:${use.purpose}`, use)
}

/**
 * Counts one try and checks the code; returns its HMAC for `useUp`, or throws WRONG_CODE. Outside of the transaction that
 * uses the code up, so that the try counts even if that fails.
 */
export async function checkCode(shop: Shop, use: CodeUse, code: string): Promise<Buffer> {
  const live = await takeTry(shop.db, use, CODE_TRIES, shop.now())
  const expected = codeHmac(shop.secret, use, code)
  if (!live || live.email !== use.email || !sameBytes(live.code_hmac, expected)) throw wrongCode()
  return expected
}

/** Deletes the code, so that only one of two requests with it succeeds. Throws WRONG_CODE for the other. */
export async function useUp(tx: Db, use: CodeUse, hmac: Buffer): Promise<void> {
  if (!(await deleteCode(tx, use.userId, use.purpose, hmac))) throw wrongCode()
}

export function wrongCode(): DomainError {
  return new DomainError('WRONG_CODE', 'El código no es correcto o ya venció')
}

/**
 * Tries of one visitor for one e-mail: fewer than the codes allow, so that a stranger cannot use up the owner's
 * tries.
 */
const TRIES: Quota = { max: CODE_TRIES, windowMs: CODE_MS, gapMs: 0 }
/**
 * Tries and requests of codes and links by one visitor, for any e-mail. Each leaves up to three counters, so this also bounds
 * their table: an address adds 180 an hour here and 180 by failed sign-ins, which are kept for 25 hours.
 */
const CALLS = perHour(60)

export function takeCall(shop: Shop, address: string): Promise<void> {
  return takeTurn(shop.db, shop, { name: 'calls about codes', subject: addressGroup(address), quota: CALLS })
}

/** Counts a call that tries a code of an e-mail. */
export async function takeTries(shop: Shop, address: string, email: string): Promise<void> {
  await takeCall(shop, address)
  const subject = `${addressGroup(address)} ${email}`
  await takeTurn(shop.db, shop, { name: 'codes tried', subject, quota: TRIES })
}

/** No account has this id: unknown e-mails cause the same query. */
const NOBODY = { id: 0 }

/**
 * Throws WRONG_CODE with the same text, work and time for a wrong code, an expired one and an unknown e-mail;
 * TOO_MANY_REQUESTS after five tries for one address, or sixty in all.
 */
export function verifyEmail(shop: Shop, { email, code }: { email: string; code: string }, address: string) {
  return inSameTime(async () => {
    await takeTries(shop, address, email)
    return verifyAccount(shop, email, code)
  })
}

async function verifyAccount(shop: Shop, email: string, code: string) {
  const account = (await findByName(shop.db, email)) ?? { ...NOBODY, email }
  const use: CodeUse = { userId: account.id, purpose: 'verify_email', email: account.email }
  const hmac = await checkCode(shop, use, code)
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    await useUp(tx, use, hmac)
    if (!(await updateVerified(tx, account.id, account.email, at))) throw wrongCode()
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'user',
      entityId: account.id,
      description: 'Email verificado',
      userId: account.id,
      changes: { email_verified: { before: false, after: true } },
    })
  })
  return { message: EMAIL_VERIFIED }
}

/**
 * The response is the same for every address: limits do not depend on an account, and it does not wait for the work
 * of one.
 */
export function resendVerification(shop: Shop, { email }: { email: string }, address: string) {
  return inSameTime(async () => {
    await takeCall(shop, address)
    const waitUntil = await takeCodeTurn(shop, 'asked', email)
    if (waitUntil) throw tooManyAttempts(waitUntil, shop.now())
    inBackground(shop, resend(shop, email))
    return { message: CODE_SENT }
  })
}

async function resend(shop: Shop, email: string): Promise<void> {
  const account = await findByName(shop.db, email)
  if (!account || account.email_verified_at || !account.is_active) return
  await sendCodeWithin(shop, 'sent:verify_email', {
    userId: account.id,
    purpose: 'verify_email',
    email: account.email,
  })
}
