import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from '../src/server/db/data-lock.ts'
import { fillDataDir } from './support/databases/embedded-dump.ts'
import { freePort } from './support/databases/postgres.ts'
import { openScope } from './support/scope.ts'
import { WITHOUT_BUILD } from './support/servers/start-server.ts'
import { ROOT } from './support/test-environment.ts'

let scope: ReturnType<typeof openScope>
beforeEach(() => {
  scope = openScope()
})
afterEach(() => scope.end())

/** As `npm start`, without a build. */
async function startByNpm() {
  const [folder, port] = [join(scope.folder, 'npm'), await freePort()]
  const dataDir = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  await fillDataDir(dataDir)
  const start = `node "${join(ROOT, 'scripts/run.mjs')}" "${WITHOUT_BUILD}"`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '' }
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'production', DEMO: '0' },
    stdio: 'ignore',
  })
  scope.onEnd(() => void npm.kill('SIGTERM'))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 90_000 }).toBe(true)
  return { npm, answers, dataDir }
}

it.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s of npm alone ends the server, and frees its folder',
  async (signal) => {
    const { npm, answers, dataDir } = await startByNpm()
    expect(() => lockDataDir(dataDir)).toThrow('está abierta')
    npm.kill(signal)
    await once(npm, 'exit')
    await expect.poll(answers, { timeout: 20_000 }).toBe(false)
    await expect
      .poll(() => {
        lockDataDir(dataDir).release()
        return true
      })
      .toBe(true)
  },
  150_000,
)
