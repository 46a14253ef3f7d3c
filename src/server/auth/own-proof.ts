import { PASSWORD_REQUIRED } from '../../contract/accounts/password.ts'
import { PROOF_REQUIRED, FACTOR_CODE_REQUIRED } from '../../contract/accounts/second-factor-rules.ts'
import type * as factor from '../../contract/accounts/second-factor.ts'
import { latestStart } from '../clock.ts'
import { DomainError, invalid } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import type { Shop } from '../shop.ts'
import { checkOwnPasskey } from './passkeys/own-passkey.ts'
import type { WebAuthnResponse } from './passkeys/webauthn.ts'
import { checkOwnPassword } from './passwords/own-password.ts'
import { PROOF_MS } from './rules.ts'
import { findFactor } from './second-factor/factor-queries.ts'
import { withFactor, wrongFactor } from './second-factor/second-factor.ts'
import { updateProved } from './sessions/session-queries.ts'

/** What a call sends to prove that its caller owns the account. */
interface OwnProof {
  password?: string | undefined
  /** Instead of the password. */
  passkey?: WebAuthnResponse | undefined
  /** Of the second factor. */
  code?: string | undefined
}

/**
 * For what an owner cannot take back (decision 0063): password or passkey, and the code of the second factor if the
 * account has one. What is not sent, a sign-in or `proveSession` of the last minutes replaces. Throws WRONG_PASSWORD,
 * WRONG_CODE, VALIDATION for a passkey that does not fit, PROOF_REQUIRED with the missing fields. Compares passwords, so
 * never inside a transaction.
 */
export async function checkOwnProof(shop: Shop, user: SessionUser, proof: OwnProof): Promise<void> {
  const missing = await missingIn(shop, user, proof)
  if (missing && !isProved(user, shop.now()))
    throw new DomainError('PROOF_REQUIRED', PROOF_REQUIRED, { errors: missing })
}

/** The same for the next minutes of the caller's session. Throws like it, and VALIDATION for what is missing. */
export async function proveSession({ shop, user, body: proof }: InputOf<typeof factor.proveSession>) {
  const missing = await missingIn(shop, user, proof)
  if (missing) throw invalid(missing)
  await updateProved(shop.db, user.sessionId, shop.now())
}

/** Checks what was sent; resolves to a text for each field that was not. */
async function missingIn(
  shop: Shop,
  user: SessionUser,
  { password, passkey, code }: OwnProof,
): Promise<Record<string, string[]> | undefined> {
  if (password !== undefined) await checkOwnPassword(shop, user, password)
  else if (passkey) await checkOwnPasskey(shop, user, passkey)
  const hasFactor = (await findFactor(shop.db, user.id)) !== undefined
  if (hasFactor && code !== undefined) await checkOwnCode(shop, user, code)
  const missing = {
    ...(password === undefined && !passkey && { password: [PASSWORD_REQUIRED] }),
    ...(hasFactor && code === undefined && { code: [FACTOR_CODE_REQUIRED] }),
  }
  return Object.keys(missing).length > 0 ? missing : undefined
}

async function checkOwnCode(shop: Shop, user: SessionUser, code: string): Promise<void> {
  const typed = { userId: user.id, code, insider: ['session', user.sessionId] as const }
  if (!(await withFactor(shop, typed, async () => true))) throw wrongFactor()
}

function isProved({ provedAt }: SessionUser, now: Date): boolean {
  return now.getTime() - provedAt.getTime() < PROOF_MS && provedAt <= latestStart(now)
}
