import { beforeEach, describe, expect, it } from 'vitest'
import { claimKey, forgetClaimDraft, forgetClaimKey, keepClaimDraft, readClaimDraft } from './claim-draft.ts'

// Without a browser there is no storage, so these run on what is kept where it is blocked.
beforeEach(forgetClaimDraft)

describe('readClaimDraft', () => {
  it('gives what an anonymous visitor wrote to whoever signs in, and never the other way', () => {
    keepClaimDraft(null, { description: 'No abrieron' })
    expect(readClaimDraft(7)).toEqual({ description: 'No abrieron' })
    keepClaimDraft(7, { description: 'Mía' })
    expect(readClaimDraft(null)).toEqual({})
    expect(readClaimDraft(8)).toEqual({})
    expect(readClaimDraft(7)).toEqual({ description: 'Mía' })
  })
})

describe('claimKey', () => {
  it('is the same for the same claim until the shop has said no', () => {
    const key = claimKey(7, { description: 'a' })
    expect(claimKey(7, { description: 'a' })).toBe(key)
    forgetClaimKey()
    expect(claimKey(7, { description: 'a' })).not.toBe(key)
  })

  it('is another for another claim', () => {
    expect(claimKey(7, { description: 'a' })).not.toBe(claimKey(7, { description: 'b' }))
  })
})
