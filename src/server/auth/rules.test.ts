import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { passwordError } from '../../contract/accounts/password.ts'
import { maskedEmail, maskedName } from '../masked.ts'
import { newCode } from '../opaque-tokens.ts'
import { isOutdated, passwordProblem } from './passwords/passwords.ts'
import { rotationOf, sessionLimits } from './rules.ts'
import { codeHmac, isDeviceOf, newDevice } from './tokens.ts'

const secret = Buffer.alloc(32, 7)

describe('rotationOf', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const later = new Date('2026-03-02T12:00:00Z')

  const fresh = { expiresAt: later, usedAt: null, childWasUsed: false, siblingWasUsed: false }

  it('exchanges an unused token', () => {
    expect(rotationOf(fresh, now)).toBe('first-use')
  })
  it('gives a sibling until exactly ten seconds after the first use', () => {
    expect(rotationOf({ ...fresh, usedAt: ago(10_000) }, now)).toBe('sibling')
    expect(rotationOf({ ...fresh, usedAt: ago(10_001) }, now)).toBe('stolen')
  })
  it('calls a token stolen once one of its children was used', () => {
    expect(rotationOf({ ...fresh, usedAt: ago(1), childWasUsed: true }, now)).toBe('stolen')
  })
  it('calls an unused token stolen once one of its siblings was used', () => {
    expect(rotationOf({ ...fresh, siblingWasUsed: true }, now)).toBe('stolen')
  })
  it('expires, used or not', () => {
    expect(rotationOf({ ...fresh, expiresAt: now, siblingWasUsed: true }, now)).toBe('expired')
    expect(rotationOf({ ...fresh, expiresAt: now, usedAt: ago(60_000), childWasUsed: true }, now)).toBe(
      'expired',
    )
  })
})

describe('sessionLimits', () => {
  it('lets customers be idle for two weeks and admins for half a day', () => {
    const hour = 3_600_000
    expect(sessionLimits(false)).toEqual({ idleMs: 14 * 24 * hour, absoluteMs: 30 * 24 * hour })
    expect(sessionLimits(true)).toEqual({ idleMs: 12 * hour, absoluteMs: 24 * hour })
  })
})

describe('masked names', () => {
  it('show only a letter and the provider', () => {
    expect(maskedEmail('ana@correo.example')).toBe('a…@correo.example')
    expect(maskedName('Ángela')).toBe('Á…')
    expect(maskedName(null)).toBe('')
  })
})

describe('passwordProblem', () => {
  const listed = readFileSync(new URL('passwords/common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((entry) => entry && entry !== '#' && !entry.startsWith('# '))

  it('knows at least 3,000 common passwords that the rule of the contract accepts', () => {
    expect(new Set(listed).size).toBeGreaterThanOrEqual(3_000)
    expect(listed.filter((password) => passwordError(password) !== undefined)).toEqual([])
    expect(listed.filter((password) => passwordProblem(password, 'Surbrote') === undefined)).toEqual([])
  })
  it.each(['Password1', 'QWERTY123', 'boca1234', 'Surbrote2026', '2026-surbrote!'])(
    'refuses %s',
    (password) => {
      expect(passwordProblem(password, 'Surbrote')).toMatch(/común/)
    },
  )
  it.each(['Delta2026', 'semillas-del-delta1', 'semillasdeldeltaargentina9'])(
    'refuses %s, the name of the shop',
    (password) => {
      expect(passwordProblem(password, 'Semillas del Délta')).toBe(
        password === 'Delta2026' ? undefined : passwordProblem('Password1', ''),
      )
    },
  )
  it.each(['Semilla2026', 'tres tristes tigres 3', 'ñandúes7patas'])('takes %s', (password) => {
    expect(passwordProblem(password, 'Surbrote')).toBeUndefined()
  })
  it.each(['corta1a', 'sololetras', '12345678'])('keeps the rule of the contract for %s', (password) => {
    expect(passwordProblem(password, 'Surbrote')).toBe(passwordError(password))
    expect(passwordProblem(password, 'Surbrote')).toBeDefined()
  })
})

describe('isOutdated', () => {
  it('is true for hashes with other parameters', () => {
    expect(isOutdated('$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA')).toBe(false)
    expect(isOutdated('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true)
  })
})

describe('codes and devices', () => {
  it('makes codes of exactly six digits', () => {
    expect(Array.from({ length: 200 }, newCode).filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  })
  it('binds a code to account, purpose, address and key', () => {
    const use = { userId: 1, purpose: 'verify_email', email: 'a@b.example' } as const
    const others = [
      codeHmac(secret, { ...use, userId: 2 }, '123456'),
      codeHmac(secret, { ...use, purpose: 'email_change' }, '123456'),
      codeHmac(secret, { ...use, email: 'c@b.example' }, '123456'),
      codeHmac(Buffer.alloc(32, 8), use, '123456'),
      codeHmac(secret, use, '123457'),
    ]
    const own = codeHmac(secret, use, '123456')
    expect(others.filter((other) => other.equals(own))).toEqual([])
  })
  it('knows the device of one account only, and no forged one', () => {
    const device = newDevice(secret, 1)
    expect(isDeviceOf(secret, 1, device)).toBe(true)
    expect(isDeviceOf(secret, 2, device)).toBe(false)
    expect(isDeviceOf(secret, 2, device.replace(/^1/, '2'))).toBe(false)
    expect(isDeviceOf(Buffer.alloc(32, 8), 1, device)).toBe(false)
    for (const wrong of [undefined, '', '1', '1.a', '1.a.b', `${device}.x`])
      expect(isDeviceOf(secret, 1, wrong)).toBe(false)
  })
})
