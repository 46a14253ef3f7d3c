import { rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { inScope } from '../../test/support/scope.ts'
import type { Outcome, Proof } from './proof.ts'

/** What prove.ts sends to the process of one proof. */
export interface Task {
  file: string
  tries: number
  full: boolean
  broken: string | undefined
}

/** The response. `error`: it could not be tried. */
export type Result = { outcome: Outcome } | { error: string }

/** One proof in its own process, so that it can be killed and patched, and leaves nothing behind. */
process.once('message', (task: Task) => {
  void run(task).then((result) => process.send?.(result, () => process.exit(0)))
})

async function run({ file, ...task }: Task): Promise<Result> {
  try {
    return await inScope(async (scope) => {
      // Without its parent the proof ends, and with it all processes on its channels.
      process.on('disconnect', () => {
        rmSync(scope.folder, { recursive: true, force: true, maxRetries: 3 })
        process.exit(1)
      })
      const { proof } = (await import(file)) as { proof: Proof }
      const judgesTime = (loadavg()[0] ?? 0) < cpus().length
      const say = (text: string) => console.log(`  ${text}`)
      return { outcome: await proof.run({ ...scope, ...task, judgesTime, say }) }
    }, process.env.PROOFS_DIR)
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
