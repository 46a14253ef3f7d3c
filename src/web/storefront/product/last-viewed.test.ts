import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../browser/fake-storage.fixture.ts'
import { LAST_VIEWED, lastViewed, noteViewed } from './last-viewed.ts'

describe('last viewed products', () => {
  beforeEach(() => void vi.stubGlobal('localStorage', fakeStorage()))
  afterEach(() => void vi.unstubAllGlobals())

  it('come newest first, each once', () => {
    for (const id of [3, 7, 3]) noteViewed(id)
    expect(lastViewed()).toEqual([3, 7])
  })

  it('are at most one row of cards', () => {
    for (const id of [1, 2, 3, 4, 5]) noteViewed(id)
    expect(lastViewed()).toEqual([5, 4, 3, 2])
    expect(lastViewed()).toHaveLength(LAST_VIEWED)
    // The page of a product shows a whole row of others.
    expect(lastViewed(5)).toEqual([4, 3, 2, 1])
  })

  it.each(['{}', 'no JSON', '["a", null, 1.5]'])('are none when storage holds %s', (kept) => {
    localStorage.setItem('lastViewed', kept)
    expect(lastViewed()).toEqual([])
  })

  it('last as long as the page where storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    noteViewed(1)
    expect(lastViewed()).toEqual([1])
  })
})
