import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError } from '../operator-error.ts'

/** Reads the password from the terminal, without echo, or from a pipe. Throws `OperatorError` without one. */
export async function askPassword(): Promise<string> {
  process.stderr.write('Contraseña: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  try {
    const ended = once(input, 'close').then(() => '')
    const password = await Promise.race([input.question(''), ended])
    if (password === '') throw new OperatorError('Falta la contraseña.')
    return password
  } finally {
    input.close()
    process.stderr.write('\n')
  }
}
