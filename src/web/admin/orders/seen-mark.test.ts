import { expect, it } from 'vitest'
import { Refusal } from '../../data/api.ts'
import { afterNews } from './seen-mark.ts'

const stale = () => ({ error: new Refusal(409, { code: 'STALE' }), fields: {}, general: [] })

it('follows the order once after each STALE answer', () => {
  const opened = { mark: 1 }
  expect(afterNews(opened, 2, undefined)).toBe(opened)
  expect(afterNews(opened, 2, { ...stale(), error: new Refusal(409, { code: 'CONFLICT' }) })).toBe(opened)
  const refused = stale()
  const followed = afterNews(opened, 2, refused)
  expect(followed.mark).toBe(2)
  expect(afterNews(followed, 3, refused)).toBe(followed)
  expect(afterNews(followed, 3, stale()).mark).toBe(3)
})
