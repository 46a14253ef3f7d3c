import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ANSWER_MS, backgroundEnded, inBackground, inSameTime } from './same-time.ts'

/** A timer of Node may go off a millisecond early. */
const LEAST = ANSWER_MS - 1

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  const outcome = await inSameTime(work).catch((error: unknown) => error)
  return { outcome, ms: performance.now() - start }
}

describe('inSameTime', () => {
  it.each([0, 40])('resolves and rejects equally late for work of %d ms', async (workMs) => {
    const [answered, thrown] = await Promise.all([
      timed(() => sleep(workMs, 'answer')),
      timed(() => sleep(workMs).then(() => Promise.reject(new Error('refused')))),
    ])
    expect([answered.outcome, thrown.outcome]).toEqual(['answer', new Error('refused')])
    expect(answered.ms).toBeGreaterThan(LEAST)
    expect(thrown.ms).toBeGreaterThan(LEAST)
  })

  it('does not wait again when the work took longer', async () => {
    let worked = 0
    const { ms } = await timed(async () => {
      const start = performance.now()
      await sleep(ANSWER_MS * 2)
      worked = performance.now() - start
    })
    expect(ms - worked).toBeLessThan(ANSWER_MS / 2)
  })
})

describe('inBackground', () => {
  it('logs a failure, and a stop waits for the rest', async () => {
    const logged: unknown[] = []
    const shop = { log: { error: (facts: unknown) => logged.push(facts) } } as never // safe: only errors are logged
    const done: string[] = []
    const mail = sleep(30).then(() => void done.push('mail'))
    inBackground(shop, Promise.reject(new Error('lost')))
    inBackground(shop, mail)
    await backgroundEnded()
    expect([done, logged]).toEqual([['mail'], [{ err: new Error('lost') }]])
  })
})
