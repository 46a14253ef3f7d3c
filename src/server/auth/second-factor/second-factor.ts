import { FACTOR_WRONG } from '../../../contract/accounts/second-factor-rules.ts'
import { recordActivity } from '../../activity/activity.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import { guess, type Guessed } from '../../limits/guesses.ts'
import { recoveryCodeUsedMail } from '../../mail/factor-mails.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import type { Shop } from '../../shop.ts'
import { countCodesLeft, findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts'
import { lockAccount } from '../queries.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import type { AccountRow } from '../rules.ts'
import { unseal } from './sealed.ts'
import { stepWith } from './totp.ts'

interface Typed {
  userId: number
  code: string
  insider: Guessed['insider']
  address?: string
}

/**
 * Uses up a code of the app or a recovery code, and runs `work` in the same transaction, with the account locked.
 * Undefined for a wrong or used code. Guesses are counted per account, apart from those of its password; if `work`
 * fails the code stays valid.
 */
export function withFactor<Result>(
  shop: Shop,
  { userId, code, ...from }: Typed,
  work: (tx: Tx, account: AccountRow, at: Date) => Promise<Result>,
): Promise<Result | undefined> {
  const at = shop.now()
  return guess(shop, { name: String(userId), what: 'second factor', ...from }, () =>
    inTransaction(shop.database, async (tx) => {
      const account = await lockAccount(tx, userId)
      const used = account && (await takeCode(tx, shop, { userId, code, at }))
      if (!account || !used) return undefined
      if (used === 'recovery') await tellOfRecoveryCode(tx, account, at)
      return work(tx, account, at)
    }),
  )
}

/** With the setting `staff_2fa` required, staff without a second factor have the rights of a customer. */
export async function staffMustHaveFactor(shop: Shop): Promise<boolean> {
  return (await getRememberedSettings(shop)).staff_2fa === 'required'
}

export function wrongFactor(): DomainError {
  return new DomainError('WRONG_CODE', FACTOR_WRONG)
}

async function takeCode(
  tx: Tx,
  shop: Shop,
  { userId, code, at }: { userId: number; code: string; at: Date },
): Promise<'app' | 'recovery' | undefined> {
  const digits = digitsOf(code)
  if (digits === undefined)
    return (await takeRecoveryCode(tx, userId, recoveryCodeHash(code), at)) ? 'recovery' : undefined
  const factor = await findFactor(tx, userId)
  const key = factor && unseal(shop.secret, { purpose: 'totp', userId }, factor.sealed_key)
  if (factor && !key)
    shop.log.error({ userId }, 'second factor sealed under another SHOP_SECRET: only recovery codes work')
  const step = key && stepWith(key, digits, at)
  return step !== undefined && (await takeStep(tx, userId, step)) ? 'app' : undefined
}

/** Six digits, without the spaces that apps show; undefined for anything else. */
export function digitsOf(code: string): string | undefined {
  const signs = code.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(signs) ? signs : undefined
}

async function tellOfRecoveryCode(tx: Tx, { id, email }: AccountRow, at: Date): Promise<void> {
  const left = await countCodesLeft(tx, id)
  await recordFactor(tx, id, 'Código de recuperación usado', at)
  await enqueueMail(tx, { to: email, userId: id, ...recoveryCodeUsedMail(at, left), at })
}

export function recordFactor(tx: Tx, userId: number, description: string, at: Date): Promise<void> {
  return recordActivity(tx, { at, action: 'update', entity: 'user', entityId: userId, description, userId })
}
