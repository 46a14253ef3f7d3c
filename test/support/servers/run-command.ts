import { execFile } from 'node:child_process'
import { FLAGS } from './start-server.ts'
import { editsOfEnvironment, flagsFor } from '../../../proofs/wrong-builds/edits.ts'
import { type Place, ROOT, SECRET } from '../test-environment.ts'

export interface CommandResult {
  code: number
  /** Standard output and error, one after the other. */
  text: string
  ms: number
}

/** `npm run shop -- …args` on a place, in its own process. */
export function runCommand(
  place: Place,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const began = performance.now()
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...FLAGS, ...flagsFor(editsOfEnvironment()), 'src/server/operator/shop-command.ts', ...args],
      {
        cwd: ROOT,
        maxBuffer: 64 * 1024 ** 2,
        env: {
          ...process.env,
          DATA_DIR: place.dataDir,
          DATABASE_URL: place.databaseUrl ?? '',
          SHOP_SECRET: SECRET,
          DEMO: '0',
          ...env,
        },
      },
      (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0
        resolve({ code, text: stdout + stderr, ms: performance.now() - began })
      },
    )
  })
}
