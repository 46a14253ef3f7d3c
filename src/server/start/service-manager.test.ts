import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openScope } from '../../../test/support/scope.ts'
import { tellServiceManager } from './service-manager.ts'

const scope = openScope()
afterAll(() => scope.end())

it('tells systemd that the shop is ready and alive', async () => {
  const said = join(scope.folder, 'said')
  writeFileSync(said, '')
  writeFileSync(join(scope.folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> ${said}\n`, {
    mode: 0o755,
  })
  const log = { warn: vi.fn() }
  const environment = { PATH: `${scope.folder}:/usr/bin:/bin`, WATCHDOG_USEC: '100000' }
  tellServiceManager(environment, log).stop()
  const { stop } = tellServiceManager({ ...environment, NOTIFY_SOCKET: '/run/notify' }, log)
  const words = () => readFileSync(said, 'utf8').trim().split('\n')
  await expect
    .poll(words, { timeout: 10_000 })
    .toEqual(
      expect.arrayContaining(['/run/notify READY=1', '/run/notify WATCHDOG=1', '/run/notify WATCHDOG=1']),
    )
  expect(words()[0]).toBe('/run/notify READY=1')
  stop()
  expect(log.warn).not.toHaveBeenCalled()
})
