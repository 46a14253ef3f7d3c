import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { USERNAME_MAX } from '../../../contract/limits.ts'
import { Email, line } from '../../../contract/text.ts'
import { openShop } from '../../start/open-shop.ts'
import { OperatorError } from '../operator-error.ts'
import { createAccount } from '../../users/users.ts'
import { type Command, say, UsageError } from './command.ts'

const NewAdmin = z.object({
  username: line(USERNAME_MAX, 'El usuario').regex(
    /^[A-Za-z0-9_]{3,30}$/,
    'El usuario debe tener de 3 a 30 letras, números o guiones bajos',
  ),
  email: Email,
})

export const createAdmin: Command = {
  usage: '--username USUARIO --email EMAIL',
  help: 'crea un administrador; pide la contraseña',
  async run({ config, root, args }) {
    const { values } = parseArgs({
      args,
      options: { username: { type: 'string' }, email: { type: 'string' } },
    })
    const input = NewAdmin.safeParse(values)
    if (!input.success) throw new UsageError(input.error.issues[0]?.message)
    // Before the database is opened, so that it is not blocked while somebody types.
    const password = await askPassword()
    const shop = await openShop(config, root)
    try {
      const user = await createAccount(shop, {
        ...input.data,
        password,
        is_staff: true,
        is_superuser: true,
        email_verified: true,
        createdBy: null,
      })
      return say(`Administrador ${user.username} creado.`)
    } finally {
      await shop.database.close()
    }
  },
}

/** Reads the password from the terminal, without echo, or from a pipe. Throws `OperatorError` without one. */
async function askPassword(): Promise<string> {
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
