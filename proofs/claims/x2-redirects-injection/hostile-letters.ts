import { once } from 'node:events'
import { connect } from 'node:net'
import { inTransaction } from '../../../src/server/db/transaction.ts'
import { enqueueMail } from '../../../src/server/mail/outbox.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { PASSWORD } from '../../../test/support/people/accounts.ts'
import { insertPerson } from '../../../test/support/people/people.ts'
import { until } from '../../../test/support/sales/buyers.ts'
import { clientAt } from '../../../test/support/calls/client.ts'
import { headerOf, headOf, type MailServer } from '../../../test/support/servers/mail-server.ts'
import type { Failures } from '../../support/proof.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'

const VICTIM = 'victima@evil.example'
const ADDRESSES = [
  `ana@correo.example\r\nBcc: ${VICTIM}`,
  `ana@correo.example\nBcc: ${VICTIM}`,
  `ana@correo.example\rBcc: ${VICTIM}`,
  `ana@correo.example%0d%0aBcc: ${VICTIM}`,
  `ana@correo.example>\r\nRCPT TO:<${VICTIM}`,
  `ana@correo.example> NOTIFY=SUCCESS`,
  `ana@correo.example,${VICTIM}`,
  `ana@correo.example, ${VICTIM}`,
  `ana@correo.example;${VICTIM}`,
  `ana@correo.example ${VICTIM}`,
  `"${VICTIM}, x" <ana@correo.example>`,
  `"${VICTIM}"@correo.example`,
  `"ana@correo.example ${VICTIM}"@correo.example`,
  `<${VICTIM}> ana@correo.example`,
  `ana@correo.example<${VICTIM}>`,
  `grupo: ana@correo.example, ${VICTIM};`,
  `ana(${VICTIM})@correo.example`,
  `ana@[127.0.0.1]`,
  `@evil.example:ana@correo.example`,
  `ana%evil.example@correo.example`,
  `ana!evil@correo.example`,
  `ana@correo.example\0${VICTIM}`,
  `ana@correo.example\u2028Bcc: ${VICTIM}`,
  `=?utf-8?q?=0d=0aBcc=3a?=@correo.example`,
  `ana@cörreo.example`,
  `ａna@correo.example`,
  `ana@correo。example`,
  `ana@@correo.example`,
  `ana`,
  `@`,
  `-oQ/tmp@correo.example`,
  `ana+etiqueta@correo.example`,
  ' ana@correo.example ',
  `${'a'.repeat(65)}@correo.example`,
  `a@${'b.'.repeat(126)}example`,
]
const ALLOWED = new Set([
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'auto-submitted',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])

/** For a wrong build: mails with other line ends, sent to `mail` over SMTP. */
export async function sendBareBreaks(mail: MailServer): Promise<void> {
  const socket = connect(Number(new URL(mail.url).port), '127.0.0.1')
  const head = ['From: <tienda@correo.example>', 'To: <ana@correo.example>', `Subject: Hola\nBcc: ${VICTIM}`]
  const lines = ['EHLO aqui', 'MAIL FROM:<tienda@correo.example>', 'RCPT TO:<ana@correo.example>', 'DATA']
  socket.end([...lines, ...head, '', 'Hola', '.', 'QUIT', ''].join('\r\n'))
  socket.resume()
  await once(socket, 'close')
}

/** Typed texts go through the API; and, to test the second guard, directly into the outbox. */
export async function letters(shop: Shop, server: Server, mail: MailServer, failures: Failures) {
  const visitor = clientAt(server.url)
  const admin = clientAt(server.url, (await insertPerson(shop, { admin: true })).access)
  const accepted = new Set<string>()
  for (const [n, email] of ADDRESSES.entries()) {
    const user = {
      first_name: 'Ana',
      last_name: 'Paz',
      username: `x2_${n}`,
      email,
      password: PASSWORD,
      password2: PASSWORD,
    }
    const resend = await visitor.post('/auth/resend-verification/', { email })
    const created = await admin.post('/auth/admin/create-user/', user)
    for (const { status, text } of [resend, created])
      if (status >= 500) failures.add('an unexpected error', `${JSON.stringify(email)}: ${text}`)
    if (created.status === 201) accepted.add(created.body.email)
  }
  for (const email of accepted)
    if (!/^[a-z0-9._%+-]+@correo\.example$/.test(email))
      failures.add('an odd address is accepted', JSON.stringify(email))
  const subjects = [
    `Hola\r\nBcc: ${VICTIM}`,
    `Hola\nBcc: ${VICTIM}`,
    `Hola\rBcc: ${VICTIM}`,
    `Hola\r\n\r\nBcc: ${VICTIM}`,
    `Hola\0x`,
    `Hola\u2028Bcc: ${VICTIM}`,
    `=?utf-8?b?${btoa(`x\r\nBcc: ${VICTIM}`)}?=`,
    'ñ'.repeat(300),
  ]
  const at = new Date()
  const straight = ADDRESSES.filter((address) => !address.includes('\0'))
  await inTransaction(shop.database, async (tx) => {
    for (const to of straight)
      await enqueueMail(tx, {
        to,
        userId: null,
        kind: 'order_note',
        subject: 'Hola',
        text: `.\r\n.\r\nBcc: ${VICTIM}`,
        at,
      })
    for (const subject of subjects)
      await enqueueMail(tx, {
        to: 'ana@correo.example',
        userId: null,
        kind: 'order_note',
        subject,
        text: 'Hola',
        at,
      })
  })
  const counts = async () => await shop.db.selectFrom('outbox').select(['sent_at', 'last_error']).execute()
  let left = await counts()
  await until(
    'all mails are tried',
    () => {
      void counts().then((rows) => (left = rows))
      return (
        left.length >= accepted.size + straight.length + subjects.length &&
        left.every((row) => row.sent_at !== null || row.last_error !== '')
      )
    },
    120,
  )
  for (const each of mail.received) {
    if (each.to.length !== 1) failures.add('more than one recipient', each.to.join())
    if (each.to.some((to) => !/^<[^<>\r\n]*>$/.test(to) || to === `<${VICTIM}>`))
      failures.add('another recipient', each.to.join())
    const names = each.headers.map(([name]) => name)
    const odd = names.filter((name, place) => !ALLOWED.has(name) || names.indexOf(name) !== place)
    if (odd.length > 0) failures.add('another header', odd.join())
    const bare = /.{0,40}(?:(?<!\r)\n|\r(?!\n)).{0,40}/.exec(headOf(each))
    if (bare) failures.add('a bare line break in the head', JSON.stringify(bare[0]))
    if (headerOf(each, 'to').length !== 1) failures.add('not one To', headerOf(each, 'to').join())
  }
  for (const line of mail.unknown) failures.add('another command', line)
  if (mail.received.length < accepted.size + subjects.length)
    failures.add('too few mails', String(mail.received.length))
  return { tried: ADDRESSES.length * 3 + subjects.length, sent: mail.received.length }
}
