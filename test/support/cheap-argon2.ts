import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as argon2 from '@node-rs/argon2'

/**
 * Stands in for argon2 in the API tests, which compute thousands of hashes: those with the shop's parameters take a
 * hundredth of the time, and say that they are like the others. `login.test.ts`, which runs alone, and every server in a
 * process of its own compute the real ones.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2

const CLAIMED = '$m=19456,t=2,p=1$'
const CHEAP = '$m=64,t=1,p=1$'
/** Twelve bytes, so that their base64 stands whole in a hash. */
const MARK = Buffer.from('cheap in test'.slice(0, 12))
const MARKED = `${CLAIMED}${MARK.toString('base64')}`

export async function hash(
  password: Parameters<typeof argon2.hash>[0],
  options?: argon2.Options,
): Promise<string> {
  if (options?.memoryCost !== 19_456 || options.timeCost !== 2) return real.hash(password, options)
  const salt = Buffer.concat([MARK, randomBytes(12)])
  const made = await real.hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1, salt })
  return made.replace(CHEAP, CLAIMED)
}

export function verify(
  passwordHash: string,
  password: Parameters<typeof argon2.verify>[1],
): Promise<boolean> {
  return real.verify(
    passwordHash.includes(MARKED) ? passwordHash.replace(CLAIMED, CHEAP) : passwordHash,
    password,
  )
}
