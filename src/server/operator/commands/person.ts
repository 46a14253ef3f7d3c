import { parseArgs } from 'node:util'
import type { Config } from '../../config.ts'
import { Email } from '../../../contract/text.ts'
import { readPerson } from '../../users/users.ts'
import { OperatorError } from '../operator-error.ts'
import { askAtTerminal } from './ask.ts'
import { type Command, databaseName, onlyArgument, say, UsageError } from './command.ts'
import { onShop } from './on-shop.ts'
import { readShop } from './read-shop.ts'

export const exportPerson: Command = {
  usage: 'EMAIL',
  help: 'escribe en JSON todo lo que la tienda guarda de una persona',
  async run({ config, args }) {
    const email = emailIn(parseArgs({ args, allowPositionals: true }).positionals)
    const person = await readShop(config, ({ tx }) => readPerson(tx, email))
    return say(JSON.stringify({ email, ...person }, null, 2))
  },
}

export const forgetPerson: Command = {
  usage: 'EMAIL [--yes]',
  help: 'borra la cuenta y los datos de una persona, también los que mandó sin cuenta; pregunta antes, salvo con --yes',
  async run(call) {
    const { positionals, values } = parseArgs({
      args: call.args,
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false } },
    })
    const email = emailIn(positionals)
    if (!values.yes && !(await confirms(call.config, email))) return say('No se borró nada.', 1)
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

/** Shows what would go and asks. Throws `OperatorError` without a terminal. */
async function confirms(config: Config, email: string): Promise<boolean> {
  const person = await readShop(config, ({ tx }) => readPerson(tx, email))
  const { account, orders, claims, regrets, access_requests: access, mails } = person
  const pending = orders.filter(({ status }) => status === 'pending').length
  process.stderr.write(
    `${email} en ${databaseName(config)}: ${account ? `cuenta ${String(account['username'])}` : 'sin cuenta'}, pedidos ${orders.length} (${pending} pendientes), reclamos ${claims.length}, arrepentimientos ${regrets.length}, accesos ${access.length}, mails ${mails.length}.\n`,
  )
  const answer = await askAtTerminal('Esto no se deshace. Para borrar escribí sí, o el email: ')
  if (answer === undefined)
    throw new OperatorError(
      `Sin una terminal nadie puede confirmarlo: para borrar corré «person forget ${email} --yes».`,
    )
  return ['sí', 'si', email.toLowerCase()].includes(answer.trim().toLowerCase())
}

function emailIn(positionals: string[]): string {
  const email = Email.safeParse(onlyArgument(positionals, 'el email'))
  if (!email.success) throw new UsageError(email.error.issues[0]?.message)
  return email.data
}
