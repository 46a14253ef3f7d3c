import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { migratedPlace } from '../../../../test/support/databases/embedded-dump.ts'
import { inScope } from '../../../../test/support/scope.ts'
import { FLAGS } from '../../../../test/support/servers/start-server.ts'
import { ROOT, SECRET } from '../../../../test/support/test-environment.ts'

const run = promisify(execFile)

it('reads the embedded database without optimizing its code, which needs 600 MB', async () => {
  const trace = await inScope(async (scope) => {
    const place = await migratedPlace(scope)
    const command = ['--trace-wasm-compilation-times', 'src/server/operator/shop-command.ts', 'check']
    const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: '', SHOP_SECRET: SECRET, DEMO: '0' }
    return (await run(process.execPath, [...FLAGS, ...command], { cwd: ROOT, env, maxBuffer: 1e8 })).stdout
  })
  // Node's own WebAssembly, which strips types, has no function of 100 kB.
  const [, database] = /(0x\w+)#\d+ using Liftoff.*bodysize \d{6}/.exec(trace) ?? []
  expect(database).toBeDefined()
  expect(trace.match(new RegExp(`${database}#\\d+ using TurboFan`, 'g'))).toBeNull()
}, 180_000)
