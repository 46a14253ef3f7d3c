import { createHash, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '../contract/limits.ts'

const TOKEN_BYTES = 32

/** A random token, valid while its row exists. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The stored form of a token. Tokens are random, so one fast hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}
