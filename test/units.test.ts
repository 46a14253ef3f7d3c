import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianFile } from './support/debian-files.ts'
import { openScope } from './support/scope.ts'
import { MEMORY } from './support/servers/start-server.ts'

const SERVICES = ['surbrote.service', 'surbrote-backup.service', 'surbrote-backup-failed.service']
const run = promisify(execFile)
const LIBRARIES = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/systemd`
const ANALYZE = debianFile('usr/bin/systemd-analyze') ?? ''
/** Where it finds its library when it is not installed. */
const env = { ...process.env, LD_LIBRARY_PATH: path.join(path.dirname(ANALYZE), '../lib', LIBRARIES) }

const STARTS = globSync(['deploy/*.{service,sh}', 'deploy/Dockerfile', 'scripts/run-file.mjs']).filter(
  (file) => readFileSync(file, 'utf8').includes('NODE_ENV'),
)

describe('every start of the shop', () => {
  it.each(STARTS)('%s limits its memory', (file) => {
    const text = readFileSync(file, 'utf8')
    for (const [name, value] of Object.entries(MEMORY)) {
      const said = new RegExp(`${name}(?:=|: ')([\\w=-]+)`).exec(text)?.[1]
      expect([name, said]).toEqual([name, value])
    }
  })
})

describe('hourly-backup.sh', () => {
  const scope = openScope()
  afterAll(() => scope.end())

  it.each([
    ['is there', 'mkdir "$2"; exit 3', []],
    ['is not there', 'exit 3', ['2020-old']],
  ])('removes old folders when the new one %s, and fails as the backup does', async (_, command, old) => {
    const place = await mkdtemp(path.join(scope.folder, 'backups-'))
    await mkdir(path.join(place, '2020-old'))
    await utimes(path.join(place, '2020-old'), 0, 0)
    const words = ['deploy/hourly-backup.sh', place, 'sh', '-c', command, 'sh']
    await expect(run('sh', words)).rejects.toMatchObject({ code: 3 })
    expect((await readdir(place)).filter((name) => name === '2020-old')).toEqual(old)
  })

  it('makes another backup within the same minute', async () => {
    const place = await mkdtemp(path.join(scope.folder, 'backups-'))
    const words = ['deploy/hourly-backup.sh', place, 'sh', '-c', 'mkdir "$2"', 'sh']
    await run('sh', words)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await run('sh', words)
    expect(await readdir(place)).toHaveLength(2)
  })
})

describe.skipIf(ANALYZE === '')('the units of deploy/', () => {
  const scope = openScope()
  /** As install.sh puts them. */
  const units = path.join(scope.folder, 'units')
  beforeAll(async () => {
    await cp('deploy', units, { recursive: true })
    await cp('deploy/surbrote.service', path.join(units, 'surbrote@.service'))
  })
  afterAll(() => scope.end())

  it.each([...SERVICES, 'surbrote@3001.service', 'surbrote-backup.timer'])(
    '%s is understood',
    async (unit) => {
      const { stderr } = await run(ANALYZE, ['verify', path.join(units, unit)], { env }).catch(
        (error: { stderr: string }) => error,
      )
      // The shop is not installed here.
      const wrong = stderr
        .split('\n')
        .filter((line) => line !== '' && !/\/opt\/surbrote\/.* is not executable/.test(line))
      expect(wrong.filter((line) => line.includes('surbrote'))).toEqual([])
    },
  )

  it.each(SERVICES)('%s is confined', async (unit) => {
    const args = ['security', '--offline=true', '--no-pager', `deploy/${unit}`]
    const { stdout } = await run(ANALYZE, args, { env })
    expect(Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2)
  })
})
