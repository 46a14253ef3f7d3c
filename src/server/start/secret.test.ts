import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, WrongSetting } from '../config.ts'
import { openSecret } from './secret.ts'

describe('openSecret', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surbrote-secret-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('makes a secret that only the owner can read, and finds it again', async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'a') })
    const made = await Promise.all([openSecret(config), openSecret(config)])
    expect(made[0]).toEqual(made[1])
    expect(made[0].length).toBeGreaterThanOrEqual(32)
    expect(await openSecret(config)).toEqual(made[0])
    expect((await stat(join(folder, 'a/secret'))).mode & 0o777).toBe(0o600)
  })

  it('refuses a truncated file', async () => {
    const file = join(folder, 'secret')
    await writeFile(file, '')
    await expect(openSecret(readConfig({ DATA_DIR: folder }))).rejects.toThrow(WrongSetting)
    expect(await readFile(file, 'utf8')).toBe('')
  })
})
