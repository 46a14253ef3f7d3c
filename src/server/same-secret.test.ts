import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../test/support/database.ts'
import type { Database } from './db/connect.ts'
import { watchForOtherSecrets } from './same-secret.ts'

describe('watchForOtherSecrets', () => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase('postgres')
  })
  afterEach(() => database.close())

  async function instance(secret: string) {
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
    const stop = await watchForOtherSecrets({ database, secret: Buffer.from(secret), log })
    return { said, stop }
  }

  /** Everything said on the channel before has been heard, and so has this, which each takes for one more other. */
  async function afterAllWasHeard() {
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const stop = await database.listen('secret_mark', (said) => said === 'tell of-none' && resolve())
    await database.notify('secret_mark', 'tell of-none')
    await heard
    stop()
  }

  it('is said once by each of those that differ, whoever started first, and never what it is', async () => {
    const all = [
      await instance('one-secret'),
      await instance('one-secret'),
      await instance('another-secret'),
      await instance('another-secret'),
    ]
    await expect.poll(() => all.map(({ said }) => said.length)).toEqual([1, 1, 1, 1])
    await afterAllWasHeard()
    for (const { said, stop } of all) {
      stop()
      expect(said).toHaveLength(2)
      for (const line of said) expect(line).toContain('SHOP_SECRET: another instance')
      expect(said.join('')).not.toMatch(/one-secret|another-secret/)
    }
  })

  it('is no word among instances with one secret', async () => {
    const all = [await instance('one-secret'), await instance('one-secret')]
    await afterAllWasHeard()
    for (const { said, stop } of all) {
      stop()
      expect(said).toHaveLength(1)
    }
  })
})
