import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { collectOnceStarted, STARTED } from './collect-once.ts'

afterEach(() => vi.useRealTimers())

test('what a start left is collected once it is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const left = new WeakRef(Array.from({ length: 1_000 }, (_, id) => ({ id })))
  // What a job has made lives until its end: https://tc39.es/ecma262/#sec-weak-ref.prototype.deref
  await setImmediate()
  collectOnceStarted()
  vi.advanceTimersByTime(STARTED - 1)
  await setImmediate()
  expect(left.deref()).toBeDefined()
  await setImmediate()
  vi.advanceTimersByTime(1)
  await setImmediate()
  expect(left.deref()).toBeUndefined()
})
