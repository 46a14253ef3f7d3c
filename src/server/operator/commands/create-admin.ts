import { parseArgs } from 'node:util'
import { z } from 'zod'
import { USERNAME, USERNAME_CHARACTERS, USERNAME_PATTERN } from '../../../contract/accounts/account-rules.ts'
import { LOGIN_NAME_MIN, USERNAME_MAX } from '../../../contract/limits.ts'
import { tooShort } from '../../../contract/sentences.ts'
import { Email, line } from '../../../contract/text.ts'
import { askPassword } from './ask.ts'
import { type Command, databaseName, say, UsageError } from './command.ts'
import { onShop } from './on-shop.ts'

/** Usable in the login form, which has a minimum length. */
export const NewAdmin = z.object({
  username: line(USERNAME_MAX, USERNAME)
    .min(LOGIN_NAME_MIN, tooShort(USERNAME, LOGIN_NAME_MIN))
    .regex(USERNAME_PATTERN, USERNAME_CHARACTERS),
  email: Email,
})

export const createAdmin: Command = {
  usage: '--username USUARIO --email EMAIL',
  help: 'crea un administrador; pide la contraseña',
  async run(call) {
    const { values } = parseArgs({
      args: call.args,
      options: { username: { type: 'string' }, email: { type: 'string' } },
    })
    const input = NewAdmin.safeParse(values)
    if (!input.success) throw new UsageError(input.error.issues[0]?.message)
    // Asked before opening the database, so that it is not locked while typing.
    const password = await askPassword()
    const { username } = await onShop(call, { ask: 'create admin', ...input.data, password })
    return say(`Administrador ${username} creado en ${databaseName(call.config)}.`)
  },
}
