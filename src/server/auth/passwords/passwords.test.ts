import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const [ONE, TWO] = ['Ñandú2026'.normalize('NFC'), 'Ñandú2026'.normalize('NFD')]

it('a password is the same from every keyboard, with accents in one character or two', async () => {
  for (const [set, typed] of [
    [ONE, TWO],
    [TWO, ONE],
    [TWO, TWO],
  ] as const)
    expect(await verifyPassword(typed, await hashPassword(set))).toBe(true)
  expect(await verifyPassword('Nandu2026', await hashPassword(ONE))).toBe(false)
})

it('a hash made of what was typed stays right', async () => {
  expect(await verifyPassword(TWO, await hash(TWO))).toBe(true)
})
