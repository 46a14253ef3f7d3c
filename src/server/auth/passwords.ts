import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { passwordError } from '../../contract/password.ts'
import { busy } from '../errors.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'

/** argon2id with the minimum of OWASP: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** 19 MiB and a thread each. When the queue is full, a request is refused at once rather than after a long wait. */
const hashing = limitConcurrency(4, {
  maxWaiting: 50,
  whenFull: busy,
})

/** How many passwords are being hashed or compared, and how many wait. */
export const hashingLoad = () => hashing.load()

/** Throws UNAVAILABLE when too many wait. Not inside a transaction: it takes time. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, COST))
}

/** Without a hash (no such account) it takes as long and returns false. */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return hashing(async () => {
    if (passwordHash?.startsWith('$argon2')) return verify(passwordHash, password)
    await hash(password, COST)
    return false
  })
}

export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(CURRENT)
}

/** Why this password must not be set, or undefined: the contract's rule and the list of common passwords. */
export function passwordProblem(password: string): string | undefined {
  return (
    passwordError(password) ??
    (isCommon(password) ? 'La contraseña es demasiado común: elegí otra' : undefined)
  )
}

const BRAND_WORDS = ['surbrote', 'surbroteseeds', 'surbrotegenetics', 'surbroteargentina']

function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  // A brand word with digits or signs around it is an obvious guess.
  const letters = lower.replace(/[^\p{L}]/gu, '')
  return commonPasswords().has(lower) || BRAND_WORDS.includes(letters)
}

let common: Set<string> | undefined

function commonPasswords(): Set<string> {
  common ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((entry) => entry !== '' && entry !== '#' && !entry.startsWith('# ')),
  )
  return common
}
