import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { passwordError } from '../../contract/password.ts'
import { DomainError } from '../errors.ts'

/** argon2id, the least OWASP advises: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** 19 MiB and a thread each. Who comes when the queue is full is sent away at once rather than after a long wait. */
const AT_ONCE = 4
const QUEUE = 50

const waiting: (() => void)[] = []
let running = 0

/** How many passwords are worked on, and how many wait. */
export function passwordTurns(): { running: number; waiting: number } {
  return { running, waiting: waiting.length }
}

/** Throws `UNAVAILABLE` when too many wait. Never call it inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/** Without a hash to compare (nobody has that name) it works as long and says no. */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    if (passwordHash?.startsWith('$argon2')) return verify(passwordHash, password)
    await hash(password, COST)
    return false
  })
}

export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(CURRENT)
}

/** Why this password must not be set, or undefined. The contract's rule and the list of what is guessed first. */
export function passwordProblem(password: string): string | undefined {
  return (
    passwordError(password) ??
    (isCommon(password) ? 'La contraseña es demasiado común: elegir otra' : undefined)
  )
}

const BRAND_WORDS = ['surbrote', 'surbroteseeds', 'surbrotegenetics', 'surbroteargentina']

function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  // A brand word with digits or signs around it is what somebody who knows the shop tries first.
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

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  await turn()
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed over, not freed: nobody can slip in between.
    if (next) next()
    else running -= 1
  }
}

function turn(): Promise<void> | undefined {
  if (running < AT_ONCE) {
    running += 1
    return undefined
  }
  if (waiting.length >= QUEUE) {
    throw new DomainError('UNAVAILABLE', 'La tienda está ocupada. Intentar de nuevo en unos segundos.', {
      retryAfterSeconds: 2,
    })
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  return promise
}
