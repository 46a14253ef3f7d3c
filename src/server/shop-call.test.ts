import { expect, it } from 'vitest'
import { shopCall } from './shop-call.ts'

it('a release has no npm', () => {
  expect([shopCall('check', true), shopCall('', true)]).toEqual(['shop check', 'shop'])
  expect([shopCall('check', false), shopCall('', false)]).toEqual(['npm run shop -- check', 'npm run shop'])
})
