import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from '../src/server/db/data-lock.ts'
import { freePort } from './support/databases/postgres.ts'
import { openScope } from './support/scope.ts'
import { ROOT } from './support/test-environment.ts'

let scope: ReturnType<typeof openScope>
beforeEach(() => {
  scope = openScope()
})
afterEach(() => scope.end())

/** Has the folder of a shop, answers, and ends at SIGTERM: how the shop does that is in `stopping.test.ts`. */
const SERVER = `
  import { createServer } from 'node:http'
  import { lockDataDir } from ${JSON.stringify(join(ROOT, 'src/server/db/data-lock.ts'))}
  lockDataDir(process.env.DATA_DIR, 'serving')
  createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')`

/** As `npm start`, with this server in place of the shop. */
async function startByNpm() {
  const [folder, port] = [join(scope.folder, 'npm'), await freePort()]
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(folder, 'server.mjs'), SERVER)
  const start = `node "${join(ROOT, 'scripts/run.mjs')}" "${join(folder, 'server.mjs')}"`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  scope.onEnd(() => void npm.kill('SIGTERM'))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
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
