import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { atMost } from './at-most.ts'

describe('atMost', () => {
  it('runs no more than so many at once and all in the end', async () => {
    const take = atMost(2)
    let [running, most, done] = [0, 0, 0]
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
      done += 1
    }
    const all = Promise.all(Array.from({ length: 20 }, () => take(work)))
    await take.settled()
    expect({ most, done, running }).toEqual({ most: 2, done: 20, running: 0 })
    await all
  })

  it('refuses who would wait behind too many, and goes on after a failure', async () => {
    const take = atMost(1, { waiting: 1 })
    const failing = take(async () => {
      await sleep(1)
      throw new Error('broken')
    })
    const waiting = take(() => Promise.resolve('done'))
    await expect(take(() => Promise.resolve('no'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('done')
  })
})
