import { randomUUID } from 'node:crypto'
import type * as contract from '../../../contract/accounts/auth.ts'
import { after, earlier, latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sessionOver } from '../../errors.ts'
import { sameBytes } from '../../hmac.ts'
import type { Browser } from '../../http/browser-key.ts'
import { isOfShop, type SessionUser } from '../../http/caller.ts'
import type { InputOf } from '../../http/input.ts'
import { newToken, tokenHash } from '../../opaque-tokens.ts'
import { ACCESS_MS, isAdmin, MAX_SESSIONS, rotationOf, sessionLimits } from '../rules.ts'
import {
  deleteOldest,
  deleteSession,
  deleteSessions,
  findRefreshToken,
  findSessionOf,
  insertSession,
  insertTokens,
  lockSession,
  markUsed,
  updateIdle,
} from './session-queries.ts'

export interface Tokens {
  access: string
  refresh: string
}

/** A new session, and a function that sends its browser's key once the transaction has committed. */
export interface Opened {
  tokens: Tokens
  keepKey: () => void
}

/**
 * Creates a session, bound to the browser if there is one, and drops the oldest above the limit. Lock the account
 * before.
 */
export async function openSession(
  tx: Db,
  { id: userId, admin }: { id: number; admin: boolean },
  at: Date,
  browser: Browser | undefined,
): Promise<Opened> {
  const { idleMs, absoluteMs } = sessionLimits(admin)
  const id = randomUUID()
  const endsAt = after(at, absoluteMs)
  const idleUntil = earlier(after(at, idleMs), endsAt)
  const key = newToken()
  const keyHash = browser?.binds ? tokenHash(key) : null
  const { agent, network } = browser ?? { agent: '', network: '' }
  await insertSession(tx, { id, userId, at, idleUntil, endsAt, keyHash, agent, network })
  await deleteOldest(tx, userId, { newest: id, kept: MAX_SESSIONS, at })
  const tokens = await giveTokens(tx, { sessionId: id, parent: null, at, idleUntil, endsAt })
  return { tokens, keepKey: () => browser?.keep(key, absoluteMs) }
}

/**
 * Ends every session of the account, the caller's too, and opens a new one. Throws UNAUTHENTICATED if the caller's
 * has ended.
 */
export async function replaceSessions(
  tx: Db,
  user: SessionUser,
  at: Date,
  browser: Browser | undefined,
): Promise<Opened> {
  const ended = await deleteSessions(tx, user.id)
  if (!ended.includes(user.sessionId)) throw sessionOver()
  return openSession(tx, { id: user.id, admin: isOfShop(user) }, at, browser)
}

async function giveTokens(
  tx: Db,
  given: { sessionId: string; parent: Buffer | null; at: Date; idleUntil: Date; endsAt: Date },
): Promise<Tokens> {
  const tokens = { access: newToken(), refresh: newToken() }
  await insertTokens(tx, given.sessionId, given.parent, [
    {
      hash: tokenHash(tokens.access),
      kind: 'access',
      issued_at: given.at,
      expires_at: earlier(after(given.at, ACCESS_MS), given.endsAt),
    },
    { hash: tokenHash(tokens.refresh), kind: 'refresh', issued_at: given.at, expires_at: given.idleUntil },
  ])
  return tokens
}

const REFUSALS = {
  elsewhere: 'refresh token of a browser sent from elsewhere: refused',
  stolen: 'refresh token used twice: session ended',
}

/**
 * Exchanges a refresh token for a new pair. A bound session also needs its browser's key. Reuse of a token ends the
 * session, except within ten seconds; so does using both pairs of one token (`rotationOf`). Throws UNAUTHENTICATED.
 */
export async function refreshTokens({
  shop,
  body: { refresh },
  browser,
}: InputOf<typeof contract.refreshTokens, 'browser'>) {
  const hash = tokenHash(refresh)
  const sessionId = await findSessionOf(shop.db, hash)
  if (!sessionId) throw sessionOver()
  const now = shop.now()
  const tokens = await inTransaction(shop.database, (tx) => rotate(tx, { sessionId, hash, now, browser }))
  if (typeof tokens === 'string') shop.log.warn({ sessionId }, REFUSALS[tokens])
  if (!tokens || typeof tokens === 'string') throw sessionOver()
  return tokens
}

/** Returns the refusal instead of throwing it, so that ending the session is not rolled back. */
async function rotate(
  tx: Db,
  {
    sessionId,
    hash,
    now,
    browser,
  }: { sessionId: string; hash: Buffer; now: Date; browser?: Browser | undefined },
): Promise<Tokens | keyof typeof REFUSALS | undefined> {
  const session = await lockSession(tx, sessionId)
  const token = await findRefreshToken(tx, hash)
  if (!session || !token || !session.is_active || session.ends_at <= now) return undefined
  if (token.issuedAt > latestStart(now)) return undefined
  const rotation = rotationOf(token, now)
  if (rotation === 'expired') return undefined
  // Ends it without the browser's key too: a reused token is a copy, and the access token may be copied as well.
  if (rotation === 'stolen') {
    await deleteSession(tx, sessionId)
    return 'stolen'
  }
  if (!isFromItsBrowser(session.browser_key_hash, browser)) return 'elsewhere'
  const idleUntil = earlier(after(now, sessionLimits(isAdmin(session)).idleMs), session.ends_at)
  await markUsed(tx, hash, now)
  await updateIdle(tx, sessionId, { idleUntil, seenAt: now })
  return giveTokens(tx, { sessionId, parent: hash, at: now, idleUntil, endsAt: session.ends_at })
}

function isFromItsBrowser(keyHash: Buffer | null, browser: Browser | undefined): boolean {
  return keyHash === null || (browser?.keys ?? []).some((key) => sameBytes(tokenHash(key), keyHash))
}

/** Ends the caller's session and that of the refresh token. Unknown tokens are no error. */
export async function signOut({
  shop,
  user,
  body: { refresh },
  browser,
}: InputOf<typeof contract.logout, 'browser'>) {
  if (user) await deleteSession(shop.db, user.sessionId)
  const sessionId = refresh === undefined ? undefined : await findSessionOf(shop.db, tokenHash(refresh))
  if (sessionId !== undefined) await deleteSession(shop.db, sessionId)
  // Only pages of the shop may remove the cookie; else a sibling site could sign people out.
  if (browser && browser.keys.length > 0) browser.forget()
}
