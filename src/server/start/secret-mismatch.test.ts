import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/databases/test-database.ts'
import type { Database } from '../db/connect.ts'
import { readConfig } from '../config.ts'
import { watchForFolderMismatch, watchForSecretMismatch } from './secret-mismatch.ts'

describe('watchForSecretMismatch', () => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase('postgres')
  })
  afterEach(() => database.close())

  async function instance(secret: string) {
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
    const stop = await watchForSecretMismatch({ database, secret: Buffer.from(secret), log })
    return { said, stop }
  }

  /** Waits until all messages so far have arrived; its own message looks like one more secret to each instance. */
  async function afterAllWasHeard() {
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const stop = await database.listen('secret_mark', (said) => said === 'tell of-none' && resolve())
    await database.notify('secret_mark', 'tell of-none')
    await heard
    stop()
  }

  it('is logged once by each instance that differs, in any order of starting, without the secret', async () => {
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
      for (const line of said) expect(line).toContain('SHOP_SECRET: otra instancia')
      expect(said.join('')).not.toMatch(/one-secret|another-secret/)
    }
  })

  it('is silent among instances with one secret', async () => {
    const all = [await instance('one-secret'), await instance('one-secret')]
    await afterAllWasHeard()
    for (const { said, stop } of all) {
      stop()
      expect(said).toHaveLength(1)
    }
  })
})

describe('watchForFolderMismatch', () => {
  it('warns of different folders, not of a shared one', async () => {
    const database = await openTestDatabase('postgres')
    const folders = [await mkdtemp(join(tmpdir(), 'surbrote-')), await mkdtemp(join(tmpdir(), 'surbrote-'))]
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
    const start = (folder = '') => {
      const config = readConfig({
        DATA_DIR: folder,
        DATABASE_URL: 'postgres://x@127.0.0.1/x',
        SHOP_SECRET: 'x'.repeat(32),
      })
      return watchForFolderMismatch({ database, log, config })
    }
    const stops = [await start(folders[0]), await start(folders[0]), await start(folders[1])]
    await expect.poll(() => said.length).toBe(3)
    for (const line of said) expect(line).toContain('DATA_DIR: otra instancia de esta base usa otra carpeta')
    for (const stop of stops) stop()
    await database.close()
    for (const folder of folders) await rm(folder, { recursive: true })
  })
})
