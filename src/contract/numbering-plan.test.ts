import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AREA_CODES,
  knownPhoneError,
  readPhone,
  shopChatNumber,
  telegramLink,
  whatsappLink,
} from './numbering-plan.ts'
import { AREA_CODE_MISSING, optionalPhoneError, PHONE_INVALID, phoneError } from './orders/recipient.ts'

/** An area code, and the digits after it. */
const numbers = fc
  .constantFrom(...AREA_CODES)
  .chain((code) =>
    fc
      .tuple(fc.constantFrom(...'23456789'), fc.stringMatching(RegExp(`^\\d{${9 - code.length}}$`)))
      .map(([first, rest]) => ({ code, local: first + rest })),
  )

const BEFORE = [
  '',
  '0',
  '9',
  '54',
  '+54',
  '+54 0',
  '+54 9',
  '+549',
  '54 9 0',
  '0054',
  '0054 9',
  '00 54 9 0',
  '\u202a+54 9',
]
const BETWEEN = ['', ' ', '-', '.', '/', ') ', '\u00a0', '\u2011', '\u200b ', '  ']

/** The same number as people write it. */
const spelled = numbers.chain(({ code, local }) =>
  fc
    .record({
      before: fc.constantFrom(...BEFORE),
      mobile: fc.constantFrom('', '15'),
      signs: fc.array(fc.constantFrom(...BETWEEN), { minLength: 4, maxLength: 4 }),
      after: fc.constantFrom('', ' ', '\u202c'),
    })
    .map(({ before, mobile, signs: [a, b, c, d], after }) => ({
      digits: code + local,
      typed: `${before}${a}${code}${b}${mobile}${c}${local.slice(0, -4)}${d}${local.slice(-4)}${after}`,
    })),
)

describe('readPhone', () => {
  it('reads every spelling of a number as its ten digits', () => {
    fc.assert(
      fc.property(spelled, ({ digits, typed }) => {
        expect(readPhone(typed)).toBe(digits)
        // The page that does not know the area codes accepts it too.
        expect([phoneError(typed), knownPhoneError(typed)]).toEqual([undefined, undefined])
      }),
      { numRuns: 2_000 },
    )
  })

  it('knows the 300 area codes, none the beginning of a number of another kind', () => {
    expect(AREA_CODES.size).toBe(300)
    for (const code of AREA_CODES) expect(code).toMatch(/^(11|2[2-9]\d\d?|3[3-8]\d\d?)$/)
  })

  it('accepts only ten digits with an area code, and what it returns reads the same', () => {
    const typed = fc.oneof(fc.stringMatching(/^[+0-9 ()-]{6,18}$/), fc.string())
    fc.assert(
      fc.property(typed, (text) => {
        const digits = readPhone(text)
        if (digits === undefined) return
        expect([2, 3, 4].some((length) => AREA_CODES.has(digits.slice(0, length)))).toBe(true)
        expect([digits.length, readPhone(digits)]).toEqual([10, digits])
      }),
    )
  })

  it.each([
    ['+54 11 15 5555-4444', '1155554444'],
    ['0054 9 11 5555 4444', '1155554444'],
    ['(0351) 15-555-4444', '3515554444'],
    ['02202 15 45-6789', '2202456789'],
    ['0220 15 456-7890', '2204567890'],
  ])('reads %s', (typed, digits) => {
    expect(readPhone(typed)).toBe(digits)
  })

  it.each([
    ['15 5555-4444', AREA_CODE_MISSING],
    ['15 555-4444', AREA_CODE_MISSING],
    ['+54 9 15 5555 4444', AREA_CODE_MISSING],
    ['0351 555 444', PHONE_INVALID],
    ['0000000000', PHONE_INVALID],
    ['5555-4444', PHONE_INVALID],
    // Two digits short after the 15.
    ['351 15 55-444', PHONE_INVALID],
    ['11 0555-4444', PHONE_INVALID],
    ['399 555-4444', PHONE_INVALID],
    ['11 5555-4444 int. 3', PHONE_INVALID],
    ['+598 99 123 456', PHONE_INVALID],
    ['+47 23 45 67 89', PHONE_INVALID],
    [' ', 'El teléfono es requerido'],
  ])('refuses %s: %s', (typed, error) => {
    expect(knownPhoneError(typed)).toBe(error)
  })
})

describe('the links to a chat', () => {
  it('lead to a number that can exist, or are none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 -]{6,18}$/)), (stored) => {
        const link = whatsappLink(stored, '')
        if (link === undefined) return
        expect(link).toMatch(/^https:\/\/wa\.me\/(549[123]\d{9}|(?!54)\d{8,15})\?text=$/)
        expect(telegramLink(stored)).toBeDefined()
      }),
    )
  })

  it.each([
    ['1555554444', undefined],
    ['0000000000', undefined],
    ['no tengo', undefined],
    ['3515554444', 'https://wa.me/5493515554444?text=Hola'],
    ['+598 99 123 456', 'https://wa.me/59899123456?text=Hola'],
  ])('of the stored %s: %s', (stored, link) => {
    expect(whatsappLink(stored, 'Hola')).toBe(link)
  })
})

describe('an optional phone', () => {
  it.each([
    ['', undefined],
    ['+598 99 123 456', undefined],
    ['+1 (212) 555-0123', undefined],
    ['+598', PHONE_INVALID],
    ['+598 por la tarde 99123456', PHONE_INVALID],
    ['no tengo', PHONE_INVALID],
    ['15 5555-4444', AREA_CODE_MISSING],
  ])('%j: %s', (typed, error) => {
    expect(optionalPhoneError(typed, knownPhoneError)).toBe(error)
  })
})

describe('the number of the shop', () => {
  it.each([
    ['+54 9 11 2233-4455', '5491122334455'],
    ['11 2233-4455', '5491122334455'],
    ['54 11 15 2233 4455', '5491122334455'],
    // A landline has no 9.
    ['+54 11 2233-4455', '541122334455'],
    ['+598 99 123 456', '59899123456'],
  ])('%s is stored as %s', (typed, digits) => {
    expect(shopChatNumber(typed)).toBe(digits)
  })
})
