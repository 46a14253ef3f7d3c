import type * as contract from '../../contract/settings/notices.ts'
import { inTransaction } from '../db/transaction.ts'
import type { InputOf } from '../http/input.ts'
import { takeTurn } from '../limits/quota.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { testMail } from '../mail/templates.ts'

/** Sends the caller a test mail through the outbox. Throws TOO_MANY_REQUESTS. */
export async function sendTestMail({ shop, user: { id, email } }: InputOf<typeof contract.sendTestMail>) {
  await takeTurn(shop.db, shop, 'testMails', id)
  await inTransaction(shop.database, (tx) =>
    enqueueMail(tx, { to: email, userId: id, ...testMail(shop.config.publicUrl), at: shop.now() }),
  )
  return {
    message:
      shop.config.smtpUrl === undefined
        ? 'Falta SMTP_URL: el mail queda como archivo en el servidor.'
        : `Mail de prueba en camino a ${email}. Si no llega en unos minutos, mirá el spam y los avisos de este panel.`,
  }
}
