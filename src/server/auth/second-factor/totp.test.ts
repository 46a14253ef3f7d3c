import { describe, expect, it } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { seal, unseal } from './sealed.ts'
import { base32, newTotpKey, otpauth, stepOf, stepWith, totpCode } from './totp.ts'

const KEY = Buffer.from('12345678901234567890')

describe('totpCode', () => {
  // https://www.rfc-editor.org/rfc/rfc6238#appendix-B, the rows of SHA-1
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is that of the RFC at %i seconds', (seconds, code) => {
    const step = stepOf(new Date(seconds * 1_000))
    expect(totpCode(KEY, step, 8)).toBe(code)
    expect(totpCode(KEY, step)).toBe(code.slice(2))
  })

  // https://www.rfc-editor.org/rfc/rfc4226#appendix-D
  it('matches the test vectors of the RFC', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => totpCode(KEY, counter))
    expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
  })
})

describe('stepWith', () => {
  const now = new Date('2026-11-24T12:00:15Z')
  const codeAt = (seconds: number) => totpCode(KEY, stepOf(new Date(now.getTime() + seconds * 1_000)))
  it('takes the codes of one step before and after, and no others', () => {
    const found = [-60, -46, -45, -16, 0, 14, 15, 44, 45, 60].map((seconds) => {
      const step = stepWith(KEY, codeAt(seconds), now)
      return step === undefined ? 'no' : step - stepOf(now)
    })
    expect(found).toEqual(['no', 'no', -1, -1, 0, 0, 1, 1, 'no', 'no'])
  })
  it('refuses anything but codes', () => {
    expect(['', '12345', '1234567', 'abcdef'].map((code) => stepWith(KEY, code, now))).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('the key of an app', () => {
  // https://www.rfc-editor.org/rfc/rfc4648#section-10
  it('is base32', () => {
    expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
    expect(base32(KEY)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(base32(newTotpKey())).toMatch(/^[A-Z2-7]{32}$/)
  })
  it('is an otpauth URL', () => {
    expect(otpauth(KEY, { issuer: 'Semillas: del Delta', account: 'ana' })).toBe(
      'otpauth://totp/Semillas%20%20del%20Delta:ana?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Semillas%3A%20del%20Delta&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('seal', () => {
  const [secret, use] = [Buffer.alloc(32, 7), { purpose: 'totp', userId: 3 } as const]
  it('is opened under the same secret for the same account only', () => {
    const sealed = seal(secret, use, KEY)
    expect(unseal(secret, use, sealed)).toEqual(KEY)
    expect(unseal(Buffer.alloc(32, 8), use, sealed)).toBeUndefined()
    expect(unseal(secret, { ...use, userId: 4 }, sealed)).toBeUndefined()
    sealed.writeUInt8(sealed.readUInt8(40) ^ 1, 40)
    expect(unseal(secret, use, sealed)).toBeUndefined()
    expect(unseal(secret, use, Buffer.alloc(4))).toBeUndefined()
  })
  it('never gives the same bytes twice', () => {
    expect(seal(secret, use, KEY)).not.toEqual(seal(secret, use, KEY))
  })
})

describe('recovery codes', () => {
  it('are ten of 80 bits, all different', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  })
  it('may be typed without hyphens, in small letters, and with O, I and L', () => {
    const hash = recoveryCodeHash('0001-1ABC-DEFG-HJKM')
    expect(recoveryCodeHash('ooo1 iabc defg hjkm')).toEqual(hash)
    expect(recoveryCodeHash('OO0LLABCDEFGHJKM')).toEqual(hash)
    expect(recoveryCodeHash('0001-1ABC-DEFG-HJKN')).not.toEqual(hash)
  })
})
