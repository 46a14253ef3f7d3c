import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ANALYZE = '/usr/bin/systemd-analyze'

describe.skipIf(!existsSync(ANALYZE))('the units of deploy/', () => {
  it.each(['surbrote.service', 'surbrote-backup.service', 'surbrote-backup.timer'])(
    '%s is understood',
    async (unit) => {
      const { stderr } = await run(ANALYZE, ['verify', `deploy/${unit}`]).catch(
        (error: { stderr: string }) => error,
      )
      // The shop is not installed here.
      const wrong = stderr
        .split('\n')
        .filter((line) => line !== '' && !/\/opt\/surbrote\/.* is not executable/.test(line))
      expect(wrong.filter((line) => line.includes('surbrote'))).toEqual([])
    },
  )

  it.each(['surbrote.service', 'surbrote-backup.service'])('%s is confined', async (unit) => {
    const { stdout } = await run(ANALYZE, ['security', '--offline=true', '--no-pager', `deploy/${unit}`])
    expect(Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(2)
  })
})
