import { vi } from 'vitest'
import { runCommand } from '../../../src/server/operator/run-command.ts'

/** `npm run shop -- …words` in this process, with what it writes to standard output and error. */
export async function runHere(words: string[], env: NodeJS.ProcessEnv) {
  let said = ''
  const hear = (text: unknown) => {
    said += String(text)
    return true
  }
  const spies = [process.stdout, process.stderr].map((out) => vi.spyOn(out, 'write').mockImplementation(hear))
  try {
    return { code: await runCommand(words, env), said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
