import type { CodePurpose } from '../db/tables.ts'
import type { Db } from '../db/connect.ts'
import { counterKey, tooMany } from '../db/quota.ts'
import { inTransaction } from '../db/retry.ts'
import { DomainError } from '../errors.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { emailChangeMail, type Mail, type Sender, verificationMail } from '../mail/templates.ts'
import { getSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { deleteCode, hasLiveCode, putCode, takeTry } from './code-queries.ts'
import { findByName, updateVerified } from './queries.ts'
import { recordActivity } from '../activity/activity.ts'
import { after, CODE_MS, CODE_TRIES } from './rules.ts'
import { inSameTime } from './same-time.ts'
import { takeCodeTurn } from './throttle.ts'
import { codeHmac, type CodeUse, newCode, sameBytes } from './tokens.ts'

const MAILS: Record<CodePurpose, (sender: Sender, code: string) => Mail> = {
  verify_email: verificationMail,
  email_change: emailChangeMail,
}

/** A new code, which ends an earlier one, and its mail. Inside a transaction; asks nobody whether it may. */
export async function issueCode(tx: Db, shop: Shop, use: CodeUse): Promise<void> {
  const now = shop.now()
  const code = newCode()
  await putCode(tx, use, codeHmac(shop.secret, use, code), after(now, CODE_MS))
  const mail = MAILS[use.purpose](await senderOf(tx, shop), code)
  await enqueueMail(tx, { to: use.email, ...mail, at: now })
}

/** Sends a code unless this account was sent too many lately: ten codes of five tries a day cannot be guessed. */
export async function sendCode(shop: Shop, use: CodeUse): Promise<{ heldBackUntil: Date | undefined }> {
  const heldBackUntil = await takeCodeTurn(shop, `sent:${use.purpose}`, use.userId)
  if (!heldBackUntil) await inTransaction(shop.db, (tx) => issueCode(tx, shop, use))
  return { heldBackUntil }
}

export async function sendCodeIfNoneLives(shop: Shop, use: CodeUse): Promise<void> {
  if (!(await hasLiveCode(shop.db, use.userId, use.purpose, CODE_TRIES, shop.now())))
    await sendCode(shop, use)
}

/**
 * Counts one try, and returns what `useUp` needs; throws WRONG_CODE. The try counts whatever becomes of it, so it is
 * no part of the transaction that uses the code up.
 */
export async function checkCode(shop: Shop, use: CodeUse, code: string): Promise<Buffer> {
  const live = await takeTry(shop.db, use, CODE_TRIES, shop.now())
  const expected = codeHmac(shop.secret, use, code)
  if (!live || live.email !== use.email || !sameBytes(live.code_hmac, expected)) throw wrongCode()
  return expected
}

/** Single use: of two who bring the same code at once, one gets through. */
export async function useUp(tx: Db, use: CodeUse, hmac: Buffer): Promise<void> {
  if (!(await deleteCode(tx, use.userId, use.purpose, hmac))) throw wrongCode()
}

export function wrongCode(): DomainError {
  return new DomainError('WRONG_CODE', 'El código no es correcto o ya venció')
}

/** Throws WRONG_CODE, the same and as late for a wrong code, an old one and an unknown address. */
export function verifyEmail(shop: Shop, { email, code }: { email: string; code: string }) {
  return inSameTime(() => verifyAccount(shop, email, code))
}

async function verifyAccount(shop: Shop, email: string, code: string) {
  const account = await findByName(shop.db, email)
  if (!account) throw wrongCode()
  const use: CodeUse = { userId: account.id, purpose: 'verify_email', email: account.email }
  const hmac = await checkCode(shop, use, code)
  const at = shop.now()
  await inTransaction(shop.db, async (tx) => {
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
  return { message: 'Email verificado correctamente. Ahora puedes iniciar sesión.' }
}

/**
 * The same answer for every address: the limit counts what was asked for, whoever is behind it, and what is done for
 * those who have an account is not waited for.
 */
export function resendVerification(shop: Shop, { email }: { email: string }) {
  return inSameTime(async () => {
    const waitUntil = await takeCodeTurn(shop, 'asked', counterKey(shop.secret, email))
    if (waitUntil) throw tooMany(waitUntil, shop.now())
    resendInBackground(shop, email).catch((error: unknown) => shop.log.error({ err: error }, 'code not sent'))
    return { message: 'Nuevo código enviado' }
  })
}

async function resendInBackground(shop: Shop, email: string): Promise<void> {
  const account = await findByName(shop.db, email)
  if (!account || account.email_verified_at || !account.is_active) return
  await sendCode(shop, { userId: account.id, purpose: 'verify_email', email: account.email })
}

export async function senderOf(tx: Db, shop: Shop): Promise<Sender> {
  const { shop_name } = await getSettings(tx)
  return { shopName: shop_name, publicUrl: shop.config.publicUrl }
}
