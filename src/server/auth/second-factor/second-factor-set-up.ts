import type * as factor from '../../../contract/accounts/second-factor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notAllowed, sessionOver } from '../../errors.ts'
import { isOfShop, type SessionUser } from '../../http/caller.ts'
import type { InputOf } from '../../http/input.ts'
import { guess } from '../../limits/guesses.ts'
import { factorAddedMail, factorRemovedMail, recoveryCodesRenewedMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { checkOwnPassword } from '../passwords/own-password.ts'
import {
  confirmKey,
  countCodesLeft,
  deleteFactor,
  findFactor,
  findPendingKey,
  putPendingKey,
  replaceRecoveryCodes,
} from './factor-queries.ts'
import { lockAccount } from '../queries.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { seal, unseal } from './sealed.ts'
import { digitsOf, recordFactor, staffMustHaveFactor, withFactor, wrongFactor } from './second-factor.ts'
import { replaceSessions } from '../sessions/sessions.ts'
import { base32, newTotpKey, otpauth, stepWith } from './totp.ts'

const ALREADY = 'La verificación en dos pasos ya está activada'
const NONE = 'La verificación en dos pasos no está activada'
const NO_KEY = 'Esa clave ya no sirve. Empezá de nuevo.'

/** Whether sign-in asks the caller for a second factor. */
export async function readSecondFactor({ shop, user }: InputOf<typeof factor.readSecondFactor>) {
  const factor = await findFactor(shop.db, user.id)
  return {
    confirmed_at: factor?.confirmed_at?.toISOString() ?? null,
    codes_left: factor ? await countCodesLeft(shop.db, user.id) : 0,
    may_start: isOfShop(user),
    required: isOfShop(user) && (await staffMustHaveFactor(shop)),
  }
}

/**
 * Creates a key for an authenticator app, valid for fifteen minutes. Sign-in does not need it until its first code is
 * entered. Throws FORBIDDEN, WRONG_PASSWORD, CONFLICT.
 */
export async function startSecondFactor({
  shop,
  user,
  body: { password },
}: InputOf<typeof factor.startSecondFactor>) {
  if (!isOfShop(user)) throw notAllowed()
  await checkOwnPassword(shop, user, password)
  const key = newTotpKey()
  const sealed = seal(shop.secret, { purpose: 'totp', userId: user.id }, key)
  if (!(await putPendingKey(shop.db, user.id, sealed, shop.now()))) throw new DomainError('CONFLICT', ALREADY)
  const { shop_name: issuer } = await getRememberedSettings(shop)
  return { key: base32(key), otpauth: otpauth(key, { issuer, account: user.username }) }
}

/**
 * Activates the key and returns the recovery codes once. Ends every session, as a thief may have opened one with the
 * password only, and opens one. Throws FORBIDDEN, WRONG_CODE, CONFLICT, TOO_MANY_REQUESTS as a sign-in.
 */
export async function confirmSecondFactor({
  shop,
  user,
  body: { code },
  browser,
}: InputOf<typeof factor.confirmSecondFactor, 'browser'>) {
  if (!isOfShop(user)) throw notAllowed()
  const { id: userId } = user
  const at = shop.now()
  const pending = await findPendingKey(shop.db, userId, at)
  const key = pending && unseal(shop.secret, { purpose: 'totp', userId }, pending.sealed_key)
  if (!key) throw new DomainError('CONFLICT', NO_KEY)
  const guessed = {
    name: String(userId),
    what: 'second factor',
    insider: ['session', user.sessionId],
  } as const
  const step = await guess(shop, guessed, async () => stepWith(key, digitsOf(code) ?? '', at))
  if (step === undefined) throw wrongFactor()
  const codes = newRecoveryCodes()
  const { tokens, keepKey } = await inTransaction(shop.database, async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) throw sessionOver()
    if (!(await confirmKey(tx, { userId, sealedKey: pending.sealed_key, step, at })))
      throw new DomainError('CONFLICT', NO_KEY)
    await replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash))
    await recordFactor(tx, userId, 'Verificación en dos pasos activada', at)
    await enqueueMail(tx, { to: account.email, userId, ...factorAddedMail(at), at })
    return replaceSessions(tx, user, at, browser)
  })
  keepKey()
  return { codes, tokens }
}

interface Proof {
  password: string
  code: string
}

/**
 * Allowed even if staff must have one, so that a new phone can replace an old one; the panel is closed meanwhile.
 * Throws WRONG_PASSWORD, WRONG_CODE, CONFLICT.
 */
export async function removeSecondFactor({
  shop,
  user,
  body: proof,
}: InputOf<typeof factor.removeSecondFactor>) {
  await change(shop, user, proof, async (tx, { id, email }, at) => {
    await deleteFactor(tx, id)
    await recordFactor(tx, id, 'Verificación en dos pasos quitada', at)
    await enqueueMail(tx, { to: email, userId: id, ...factorRemovedMail(at), at })
  })
}

/** Replaces the recovery codes with ten new ones. Throws WRONG_PASSWORD, WRONG_CODE, CONFLICT. */
export async function renewRecoveryCodes({
  shop,
  user,
  body: proof,
}: InputOf<typeof factor.renewRecoveryCodes>) {
  const codes = newRecoveryCodes()
  await change(shop, user, proof, async (tx, { id, email }, at) => {
    await replaceRecoveryCodes(tx, id, codes.map(recoveryCodeHash))
    await recordFactor(tx, id, 'Códigos de recuperación nuevos', at)
    await enqueueMail(tx, { to: email, userId: id, ...recoveryCodesRenewedMail(at), at })
  })
  return { codes }
}

/** Checks password and code, so that a stolen session cannot remove the second factor. */
async function change(
  shop: Shop,
  user: SessionUser,
  { password, code }: Proof,
  work: (...input: Parameters<Parameters<typeof withFactor>[2]>) => Promise<void>,
): Promise<void> {
  if (!(await findFactor(shop.db, user.id))) throw new DomainError('CONFLICT', NONE)
  await checkOwnPassword(shop, user, password)
  const typed = { userId: user.id, code, insider: ['session', user.sessionId] as const }
  const done = await withFactor(shop, typed, async (...input) => {
    await work(...input)
    return true
  })
  if (!done) throw wrongFactor()
}
