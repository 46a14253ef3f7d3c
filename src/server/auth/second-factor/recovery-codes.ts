import { hash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '../../../contract/accounts/second-factor-rules.ts'
import { base32 } from './totp.ts'

/** 80 random bits cannot be guessed, so a fast hash without a secret is enough. */
const CODE_BYTES = 10
/** Without I, L, O and U, which are misread: https://www.crockford.com/base32.html */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Each as `4F7K-9X2M-0QRT-6WZA`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(CODE_BYTES), SIGNS).match(/.{4}/g) ?? []).join('-'),
  )
}

/** The hash of a typed code. It does not depend on SHOP_SECRET, so codes survive a new one. */
export function recoveryCodeHash(code: string): Buffer {
  const signs = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return hash('sha256', signs, 'buffer')
}
