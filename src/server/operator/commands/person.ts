import { parseArgs } from 'node:util'
import { Email } from '../../../contract/text.ts'
import { readPerson } from '../../users/users.ts'
import { type Command, databaseName, onlyArgument, say, UsageError } from './command.ts'
import { onShop } from './on-shop.ts'
import { readShop } from './read-shop.ts'

export const exportPerson: Command = {
  usage: 'EMAIL',
  help: 'escribe en JSON todo lo que la tienda guarda de una persona',
  async run({ config, args }) {
    const email = emailIn(args)
    const person = await readShop(config, ({ tx }) => readPerson(tx, email))
    return say(JSON.stringify({ email, ...person }, null, 2))
  },
}

export const forgetPerson: Command = {
  usage: 'EMAIL',
  help: 'borra la cuenta y los datos de una persona, también los que mandó sin cuenta',
  async run(call) {
    const email = emailIn(call.args)
    const { accounts, orders, claims, regrets, access, mails, files } = await onShop(call, {
      ask: 'forget person',
      email,
    })
    const count = `cuentas ${accounts}, pedidos ${orders}, reclamos ${claims}, arrepentimientos ${regrets}, accesos ${access}, mails ${mails}, archivos ${files}`
    return say(
      `Olvidada: ${count}; en ${databaseName(call.config)}. Las copias de seguridad todavía la nombran.`,
    )
  },
}

function emailIn(args: string[]): string {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const email = Email.safeParse(onlyArgument(positionals, 'el email'))
  if (!email.success) throw new UsageError(email.error.issues[0]?.message)
  return email.data
}
