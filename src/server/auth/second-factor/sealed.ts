import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** AES-256-GCM: https://csrc.nist.gov/pubs/sp/800/38/d/final */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a value for the database, bound to this purpose and owner. */
export function seal(secret: Buffer, use: SealedFor, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(secret, use), nonce).setAAD(ownerOf(use))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Undefined when it was sealed with another secret, purpose or owner. */
export function unseal(secret: Buffer, use: SealedFor, sealed: Buffer): Buffer | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const cipher = createDecipheriv(CIPHER, keyFor(secret, use), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(ownerOf(use)).setAuthTag(tag)
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()])
  } catch {
    return undefined
  }
}

interface SealedFor {
  purpose: 'totp'
  userId: number
}

function keyFor(secret: Buffer, { purpose }: SealedFor): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32))
}

function ownerOf({ userId }: SealedFor): Buffer {
  return Buffer.from(String(userId))
}
