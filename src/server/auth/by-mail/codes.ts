import { EMAIL_VERIFIED, CODE_SENT } from '../../../contract/accounts/account-rules.ts'
import type * as contract from '../../../contract/accounts/auth.ts'
import { after } from '../../clock.ts'
import type { CodePurpose } from '../../db/tables.ts'
import type { Db } from '../../db/connect.ts'
import type { InputOf } from '../../http/input.ts'
import { addressGroup } from '../../limits/address.ts'
import type { LimitName } from '../../limits/limits.ts'
import { giveBack, takeTurn, takeTurnForNow, tryTurn } from '../../limits/quota.ts'
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

/** Sends a code within this limit: ten codes a day with five tries each cannot be guessed. */
async function sendCodeWithin(shop: Shop, limit: LimitName, use: CodeUse): Promise<void> {
  const heldBackUntil = await tryTurn(shop.db, shop, limit, use.userId)
  if (!heldBackUntil) await inTransaction(shop.database, (tx) => issueCode(tx, shop, use))
}

/** For callers who proved the password: with separate quotas, as strangers can use up those of the address. */
export async function sendCodeIfNoneLives(shop: Shop, use: CodeUse): Promise<void> {
  if (!(await hasLiveCode(shop.db, use.userId, use.purpose, CODE_TRIES, shop.now())))
    await sendCodeWithin(shop, 'codesAfterPassword', use)
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

/** Counts a request for a mail by one visitor, for any e-mail. */
export function takeMail(shop: Shop, address: string): Promise<void> {
  return takeTurn(shop.db, shop, 'mailsAsked', addressGroup(address))
}

/** A mail that reached its person was no nuisance, so that people behind one address do not use up each other's. */
export function giveBackMail(shop: Shop, address: string): Promise<void> {
  return giveBack(shop.db, shop, {
    limit: 'mailsAsked',
    subject: addressGroup(address),
    takenAt: shop.now(),
  })
}

/**
 * Counts a try of a code, which `judge` throws out or not, by its visitor, and by visitor and e-mail: a stranger has fewer
 * tries than the codes allow, and cannot use up the owner's. A right code counts for nothing.
 */
export async function tryCode<Result>(
  shop: Shop,
  { address, email }: { address: string; email: string },
  judge: () => Promise<Result>,
): Promise<Result> {
  const from = addressGroup(address)
  const ofAddress = await takeTurnForNow(shop, 'codeFailures', from)
  const ofEmail = await takeTurnForNow(shop, 'codeFailuresOfEmail', `${from} ${email}`)
  const result = await judge()
  await ofAddress()
  await ofEmail()
  await giveBackMail(shop, address)
  return result
}

/** No account has this id: unknown e-mails cause the same query. */
const NOBODY = { id: 0 }

/**
 * Throws WRONG_CODE with the same text, work and time for a wrong code, an expired one and an unknown e-mail;
 * TOO_MANY_REQUESTS after five wrong ones for one address, or sixty in all.
 */
export function verifyEmail({
  shop,
  body: { email, code },
  address,
}: InputOf<typeof contract.verifyEmail, 'address'>) {
  return inSameTime(() => tryCode(shop, { address, email }, () => verifyAccount(shop, email, code)))
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
export function resendVerification({
  shop,
  body: { email },
  address,
}: InputOf<typeof contract.resendVerification, 'address'>) {
  return inSameTime(async () => {
    await takeMail(shop, address)
    await takeTurn(shop.db, shop, 'codesAsked', email)
    inBackground(shop, resend(shop, email))
    return { message: CODE_SENT }
  })
}

async function resend(shop: Shop, email: string): Promise<void> {
  const account = await findByName(shop.db, email)
  if (!account || account.email_verified_at || !account.is_active) return
  await sendCodeWithin(shop, 'codesSent', {
    userId: account.id,
    purpose: 'verify_email',
    email: account.email,
  })
}
