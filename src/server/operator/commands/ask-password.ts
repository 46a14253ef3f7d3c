import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { OperatorError } from '../operator-error.ts'

/** Reads the password from the terminal, without echo, or from a pipe. Throws `OperatorError` without one. */
export function askPassword(): Promise<string> {
  return ask('Contraseña: ', 'Falta la contraseña.')
}

/** Reads the secret key of a backup from the terminal, without echo, or a whole file of `age-keygen` from a pipe. */
export function askSecretKey(): Promise<string> {
  return process.stdin.isTTY
    ? ask('Clave secreta (AGE-SECRET-KEY-1…): ', 'Falta la clave secreta.')
    : text(process.stdin)
}

async function ask(prompt: string, missing: string): Promise<string> {
  process.stderr.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  try {
    const ended = once(input, 'close').then(() => '')
    const answer = await Promise.race([input.question(''), ended])
    if (answer === '') throw new OperatorError(missing)
    return answer
  } finally {
    input.close()
    process.stderr.write('\n')
  }
}
