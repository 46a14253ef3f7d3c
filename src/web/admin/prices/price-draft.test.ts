import { describe, expect, it } from 'vitest'
import { EMPTY, filterOf, ruleOf, type SentPrices, withToken } from './price-draft.ts'

function asked(percent: string) {
  const draft = { ...EMPTY, percent }
  const rule = ruleOf(draft)
  if (!rule) throw new Error(`no rule: ${percent}`)
  return { rule, filter: filterOf(draft) }
}

describe('withToken', () => {
  const sent = withToken(asked('10'), 'before', undefined)

  it('takes the token of the preview', () => {
    expect(sent.token).toBe('before')
  })

  it('keeps the token of the same rule while its outcome is unknown, after a reload too', () => {
    const stored: SentPrices = JSON.parse(JSON.stringify(sent))
    expect(withToken(asked('10'), 'after', stored)).toEqual(sent)
  })

  it('takes the new token for another rule or time', () => {
    expect(withToken(asked('11'), 'after', sent).token).toBe('after')
    expect(withToken({ ...asked('10'), apply_at: '2026-12-01T12:00:00Z' }, 'after', sent).token).toBe('after')
  })
})

it('a percentage may be typed with its sign', () => {
  expect(asked('8 %').rule).toEqual(asked('8').rule)
})
