import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { passwordError } from '../../../contract/accounts/password.ts'
import { busy } from '../../errors.ts'
import { limitConcurrency } from '../../limits/limit-concurrency.ts'

/** argon2id with the minimum of OWASP: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Each needs 19 MiB and a thread. When the queue is full, requests are refused at once instead of waiting long. */
const hashing = limitConcurrency(4, {
  maxWaiting: 50,
  whenFull: busy,
})

/** Hashes and comparisons running, and waiting. */
export const hashingLoad = () => hashing.load()

/** Throws UNAVAILABLE when too many wait. Slow, so never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password.normalize('NFC'), COST))
}

/**
 * Without a hash (no such account) it takes the same time and returns false. Keyboards spell accents in one or two characters;
 * older hashes are of what was typed.
 */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return hashing(async () => {
    let isRight = false
    for (const spelling of new Set([password.normalize('NFC'), password])) {
      if (!passwordHash?.startsWith('$argon2')) await hash(spelling, COST)
      else if (await verify(passwordHash, spelling)) isRight = true
    }
    return isRight
  })
}

export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(CURRENT)
}

/** The error of a new password, or undefined: the contract's rule, common passwords, and the name of the shop. */
export function passwordProblem(password: string, shopName: string): string | undefined {
  return (
    passwordError(password) ??
    (isCommon(password) || namesShop(password, shopName)
      ? 'La contraseña es demasiado común: elegí otra'
      : undefined)
  )
}

function isCommon(password: string): boolean {
  return commonPasswords().has(password.toLowerCase())
}

const ADDED_TO_A_NAME = ['', 'seeds', 'semillas', 'genetics', 'argentina']

/** Ignores digits and punctuation around the word. */
function namesShop(password: string, shopName: string): boolean {
  const name = lettersOf(shopName)
  return name !== '' && ADDED_TO_A_NAME.some((added) => lettersOf(password) === name + added)
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
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
