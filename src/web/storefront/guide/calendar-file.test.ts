import { describe, expect, it } from 'vitest'
import { reminderFile } from './calendar-file.ts'

const now = new Date('2026-11-20T23:30:00Z')
const file = (text: string) => reminderFile({ text, now, address: 'https://surbrote.example/como-germinar' })

describe('reminderFile', () => {
  it('rings a day later', () => {
    expect(file('Mirar').split('\r\n')).toEqual(
      expect.arrayContaining(['DTSTART:20261121T233000Z', 'DTEND:20261121T234500Z', 'SUMMARY:Mirar']),
    )
  })

  it('escapes the special characters of the format', () => {
    expect(file('a, b; c\nd')).toContain(String.raw`SUMMARY:a\, b\; c\nd`)
  })

  it('has no line of more than 75 bytes', () => {
    const lines = file('ñandú '.repeat(40)).split('\r\n')
    expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
    expect(file('ñandú '.repeat(40)).replaceAll('\r\n ', '')).toContain('ñandú '.repeat(40))
  })
})
