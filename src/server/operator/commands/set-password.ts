import { parseArgs } from 'node:util'
import { askPassword } from './ask.ts'
import { type Command, databaseName, onlyArgument, say } from './command.ts'
import { onShop } from './on-shop.ts'

export const setPassword: Command = {
  usage: 'USUARIO',
  help: 'cambia la contraseña de una cuenta (usuario o email) y cierra sus sesiones; pide la nueva',
  async run(call) {
    const name = onlyArgument(
      parseArgs({ args: call.args, allowPositionals: true }).positionals,
      'el usuario',
    )
    const password = await askPassword()
    const { username } = await onShop(call, { ask: 'set password', name, password })
    return say(`Contraseña de ${username} cambiada en ${databaseName(call.config)}.`)
  },
}
