import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

describe('limitConcurrency', () => {
  it('never runs more than the limit concurrently, and runs everything', async () => {
    const limited = limitConcurrency(2)
    let [running, most, done] = [0, 0, 0]
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
      done += 1
    }
    const all = Promise.all(Array.from({ length: 20 }, () => limited(work)))
    await limited.idle()
    expect({ most, done, running }).toEqual({ most: 2, done: 20, running: 0 })
    await all
  })

  it('refuses work when the queue is full, and continues after a failure', async () => {
    const limited = limitConcurrency(1, { maxWaiting: 1, whenFull: () => new Error('full') })
    const failing = limited(async () => {
      await sleep(1)
      throw new Error('broken')
    })
    const waiting = limited(() => Promise.resolve('done'))
    await expect(limited(() => Promise.resolve('no'))).rejects.toThrow('full')
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('done')
  })
})
