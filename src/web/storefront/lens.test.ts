import { describe, expect, it } from 'vitest'
import { behindGlass } from './lens.ts'

const PICTURE = { left: 100, top: 50 }

describe('the glass over a picture', () => {
  it('has the corner of the picture in its middle when the mouse is there', () => {
    expect(behindGlass({ x: 100, y: 50 }, PICTURE, 90)).toEqual({ x: 90, y: 90 })
  })

  it('moves the picture twice as far as the mouse', () => {
    expect(behindGlass({ x: 150, y: 80 }, PICTURE, 90)).toEqual({ x: -10, y: 30 })
  })
})
