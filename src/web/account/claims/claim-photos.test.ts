import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStorage } from '../../browser/fake-storage.fixture.ts'
import { claimPhotosDraft } from './claim-draft.ts'
import { addressesOf, photosOf } from './claim-photos.ts'

beforeEach(() => void vi.stubGlobal('sessionStorage', fakeStorage()))
afterEach(() => void vi.unstubAllGlobals())

describe('photosOf', () => {
  it('takes over the photos of the visitor who signs in, also when the account was here before without any', () => {
    expect(addressesOf(photosOf(2))).toEqual([null, null, null])
    expect(photosOf(2)).toBe(photosOf(2))
    claimPhotosDraft.keep(null, ['/photo.webp', null, null])
    expect(addressesOf(photosOf(null))).toEqual(['/photo.webp', null, null])
    expect(addressesOf(photosOf(2))).toEqual(['/photo.webp', null, null])
    expect(addressesOf(photosOf(3))).toEqual([null, null, null])
  })
})
