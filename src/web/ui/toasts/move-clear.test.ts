import { describe, expect, it } from 'vitest'
import { freeBottom } from './move-clear.ts'

const toast = { bottom: 700, height: 60 }

describe('freeBottom', () => {
  it('stays where nothing is covered', () => {
    expect(freeBottom(toast, [{ top: 500, bottom: 640 }])).toBe(700)
  })

  it('goes above what it would cover, with a gap', () => {
    expect(freeBottom(toast, [{ top: 650, bottom: 690 }])).toBe(642)
  })

  it('goes above all of a stack without room in between', () => {
    const kept = [
      { top: 650, bottom: 690 },
      { top: 560, bottom: 600 },
    ]
    expect(freeBottom(toast, kept)).toBe(552)
  })
})
