import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import type { Outcome, Proof, ProofContext } from './proof.ts'

/** What prove.ts tells the process of one proof. */
export interface Task {
  file: string
  tries: number
  full: boolean
  broken: string | undefined
}

/** And what it hears. `error`: it could not be tried. */
export type Result = { outcome: Outcome } | { error: string }

/** One proof in a process of its own, so that it may be killed, patched, and leave nothing behind. */
process.once('message', (task: Task) => {
  void run(task).then((result) => process.send?.(result, () => process.exit(0)))
})

async function run({ file, tries, full, broken }: Task): Promise<Result> {
  const parent = process.env.PROOFS_DIR ?? tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'surbrote-proof-'))
  // Whoever asked is gone: all that was started hangs on channels of ours and ends with us.
  process.on('disconnect', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    process.exit(1)
  })
  const undo: (() => unknown)[] = []
  const context: ProofContext = {
    tries,
    full,
    broken,
    judgesTime: (loadavg()[0] ?? 0) < cpus().length,
    folder,
    onEnd: (each) => void undo.push(each),
    say: (text) => console.log(`  ${text}`),
  }
  try {
    const { proof } = (await import(file)) as { proof: Proof }
    return { outcome: await proof.run(context) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    for (const each of undo.toReversed()) {
      try {
        await each()
      } catch (error) {
        console.error('  Left behind:', error instanceof Error ? error.message : error)
      }
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
