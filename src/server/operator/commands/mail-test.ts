import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Email } from '../../../contract/text.ts'
import { reasonOf } from '../../mail/sender.ts'
import { testMail } from '../../mail/templates.ts'
import { openTransport } from '../../mail/transport.ts'
import { OperatorError } from '../operator-error.ts'
import { SMTP_EXAMPLE } from '../../start/wrong-values.ts'
import { type Command, onlyArgument, say, UsageError } from './command.ts'

/** Bypasses the outbox to show the mail server's response at once. */
export const mailTest: Command = {
  usage: 'EMAIL',
  help: 'manda un mail de prueba y dice qué contestó el servidor de correo',
  async run({ config, args }) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const to = Email.safeParse(onlyArgument(positionals, 'la dirección'))
    if (!to.success) throw new UsageError(to.error.issues[0]?.message)
    if (config.smtpUrl === undefined)
      throw new OperatorError(
        `Falta SMTP_URL, así que los mails quedan como archivos en DATA_DIR/mail: ponela como ${SMTP_EXAMPLE}, reiniciá la tienda y repetí.`,
      )
    const transport = openTransport(config)
    try {
      await transport.send({
        id: 0,
        messageId: randomUUID(),
        recipient: to.data,
        ...testMail(config.publicUrl),
        replyTo: null,
        createdAt: new Date(),
      })
      return say(
        `El servidor de correo aceptó el mail de ${config.mailFrom} para ${to.data}. Si no llega, mirá el spam.`,
      )
    } catch (error) {
      throw new OperatorError(`El servidor de correo no aceptó el mail: ${reasonOf(error)}`, { cause: error })
    } finally {
      transport.close()
    }
  },
}
