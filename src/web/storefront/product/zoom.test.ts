import { describe, expect, it } from 'vitest'
import { clampView, FIT, levelDown, levelUp, nextLevel, zoomAt } from './zoom.ts'

const picture = { width: 400, height: 500 }
const window = { width: 400, height: 600 }

describe('zoomAt', () => {
  it('keeps the same spot under the point', () => {
    const view = zoomAt(FIT, 2.5, { x: 100, y: 50 }, picture, window)
    expect((100 - view.x) / view.scale).toBeCloseTo(100)
    expect((50 - view.y) / view.scale).toBeCloseTo(50)
  })

  it('stays between the whole picture and four times its size', () => {
    expect(zoomAt(FIT, 9, { x: 0, y: 0 }, picture, window).scale).toBe(4)
    expect(zoomAt(FIT, 0.2, { x: 90, y: 90 }, picture, window)).toEqual(FIT)
  })
})

describe('clampView', () => {
  it('leaves no gap at the edge', () => {
    expect(clampView({ scale: 2.5, x: 9999, y: -9999 }, picture, window)).toEqual({
      scale: 2.5,
      x: 300,
      y: -325,
    })
    expect(clampView({ scale: 1, x: 20, y: 20 }, picture, window)).toEqual(FIT)
  })
})

describe('the levels', () => {
  it('go up, down and back to the start', () => {
    expect([levelUp(1), levelUp(2.5), levelUp(4)]).toEqual([2.5, 4, 4])
    expect([levelDown(4), levelDown(3), levelDown(1)]).toEqual([2.5, 2.5, 1])
    expect(nextLevel(4)).toBe(1)
  })
})
