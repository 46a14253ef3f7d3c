import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { OperatorError } from '../operator-error.ts'

/** Reads the password from the terminal, without echo, or from a pipe. Throws `OperatorError` without one. */
export function askPassword(): Promise<string> {
  return askSecret('Contraseña', 'Falta la contraseña.')
}

/** Reads the secret key of a backup from the terminal, or a whole file of `age-keygen` from a pipe. */
export function askSecretKey(): Promise<string> {
  return process.stdin.isTTY
    ? askSecret('Clave secreta (AGE-SECRET-KEY-1…)', 'Falta la clave secreta.')
    : text(process.stdin)
}

/** As a password, for another text that nobody else should see. */
export async function askSecret(what: string, missing: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write(`${what}: `)
  try {
    const answer = await readLine(silent)
    if (answer === '') throw new OperatorError(missing)
    return answer
  } finally {
    process.stderr.write('\n')
  }
}

/** Asks at the terminal; undefined without one. */
export async function askAtTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  process.stderr.write(question)
  return readLine(process.stderr)
}

async function readLine(output: NodeJS.WritableStream): Promise<string> {
  const input = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  try {
    const ended = once(input, 'close').then(() => '')
    return await Promise.race([input.question(''), ended])
  } finally {
    input.close()
  }
}
