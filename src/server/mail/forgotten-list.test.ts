import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { markOf, noteRemoval, pruneRemovals, removalsSince } from './forgotten-list.ts'

const ANA = 'ana@correo.example'
const DAY_MS = 86_400_000
const sha256 = (email: string) => createHash('sha256').update(email).digest('hex')

describe('the list of removed people', () => {
  let dataDir: string
  let now: Date
  const secret = randomBytes(32)
  const shopOf = (more: Record<string, string> = {}) => ({
    secret,
    now: () => now,
    config: readConfig({ DATA_DIR: dataDir, ...more }),
  })
  const list = () => readFile(path.join(dataDir, 'forgotten'), 'utf8')
  const marks = async (shop = shopOf(), since = now) =>
    (await removalsSince(shop, since)).map(({ mark }) => mark)

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'surbrote-list-'))
    now = new Date('2026-11-20T15:00:00Z')
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  it('does not tell whether a guessed address is in it', async () => {
    await noteRemoval(shopOf(), { userId: 7, email: ANA })
    expect(await list()).not.toContain(sha256(ANA))
    expect(await list()).not.toContain(markOf({ secret: randomBytes(32) }, ANA).split(':')[1])
    expect(await marks()).toEqual([markOf(shopOf(), ` ${ANA.toUpperCase()}`)])
    expect((await stat(path.join(dataDir, 'forgotten'))).mode & 0o777).toBe(0o600)
  })

  it('has removals of the time since a backup, with its margin', async () => {
    await noteRemoval(shopOf(), { userId: 7, email: null })
    expect(await removalsSince(shopOf(), new Date(now.getTime() + 9 * 60_000))).toEqual([
      { mark: '-', userId: 7, isUnreadable: false },
    ])
    expect(await marks(shopOf(), new Date(now.getTime() + 11 * 60_000))).toEqual([])
  })

  it('keys marks of older versions, which are recognised before and after', async () => {
    const older = `${sha256(ANA)} ${now.toISOString()} 7\n${sha256('beto@correo.example')}\n`
    await appendFile(path.join(dataDir, 'forgotten'), older)
    const read = () => removalsSince(shopOf(), now)
    const wanted = [
      { mark: markOf(shopOf(), ANA), userId: 7, isUnreadable: false },
      { mark: markOf(shopOf(), 'beto@correo.example'), userId: undefined, isUnreadable: false },
    ]
    expect(await read()).toEqual(wanted)
    await pruneRemovals(shopOf())
    expect(await list()).not.toMatch(/[\da-f]{64}/)
    expect(await read()).toEqual(wanted)
  })

  it('drops what is older than every backup, and nothing while backups are kept for ever', async () => {
    await noteRemoval(shopOf(), { userId: 7, email: ANA })
    now = new Date(now.getTime() + 33 * DAY_MS)
    await noteRemoval(shopOf(), { userId: 8, email: null })
    await pruneRemovals(shopOf({ BACKUP_KEEP_DAYS: '0' }))
    await pruneRemovals(shopOf({ BACKUP_KEEP_DAYS: '90' }))
    expect((await list()).split('\n')).toHaveLength(3)
    await pruneRemovals(shopOf({ BACKUP_KEEP_DAYS: '7' }))
    expect(await list()).toBe(`- ${now.toISOString()} 8\n`)
  })

  it('keeps a line that is written while it is pruned', async () => {
    const file = path.join(dataDir, 'forgotten')
    await appendFile(file, `${sha256(ANA)}\n`)
    const { ino } = await stat(file)
    // Opened before the old file is replaced, as another process may have.
    const late = await open(file, 'a')
    const pruning = pruneRemovals(shopOf())
    await expect.poll(async () => (await stat(file)).ino, { timeout: 10_000, interval: 5 }).not.toBe(ino)
    await late.appendFile(`- ${now.toISOString()} 9\n`)
    await late.close()
    await pruning
    expect(await marks()).toEqual([markOf(shopOf(), ANA), '-'])
  })

  it('says which marks another secret made', async () => {
    await noteRemoval({ ...shopOf(), secret: randomBytes(32) }, { userId: null, email: ANA })
    expect(await removalsSince(shopOf(), now)).toMatchObject([{ userId: null, isUnreadable: true }])
  })

  it('may be missing', async () => {
    await pruneRemovals(shopOf())
    expect(await marks()).toEqual([])
  })
})
