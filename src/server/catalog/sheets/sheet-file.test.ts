import { describe, expect, it } from 'vitest'
import { decodeSheet } from './sheet-file.ts'

describe('decodeSheet', () => {
  it('reads UTF-8, and the encoding of older versions of Excel', () => {
    expect(decodeSheet(new TextEncoder().encode('Ñandú'))).toBe('Ñandú')
    expect(decodeSheet(Buffer.from('\uFEFFÑandú', 'utf16le'))).toBe('Ñandú')
    expect(decodeSheet(Buffer.from('\uFEFFÑandú', 'utf16le').swap16())).toBe('Ñandú')
    expect(decodeSheet(Uint8Array.from([0xd1, 0x61, 0x6e, 0x64, 0xfa]))).toBe('Ñandú')
  })
})
