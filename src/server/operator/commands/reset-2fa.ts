import { parseArgs } from 'node:util'
import { type Command, databaseName, onlyArgument, say } from './command.ts'
import { onShop } from './on-shop.ts'

export const reset2fa: Command = {
  usage: 'USUARIO',
  help: 'quita la verificación en dos pasos de una cuenta (usuario o email) y cierra sus sesiones',
  async run(call) {
    const name = onlyArgument(
      parseArgs({ args: call.args, allowPositionals: true }).positionals,
      'el usuario',
    )
    const { username } = await onShop(call, { ask: 'reset second factor', name })
    return say(`Verificación en dos pasos de ${username} quitada en ${databaseName(call.config)}.`)
  },
}
