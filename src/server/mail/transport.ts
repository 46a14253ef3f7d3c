import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

/** The mark comes with the mail: most programs do not load other pictures until asked. */
export const MARK_ID = 'marca'

/** A mail to be sent. */
export interface Outgoing {
  /** The sender's name if `MAIL_FROM` is only an address. */
  fromName?: string
  id: number
  messageId: string
  recipient: string
  subject: string
  text: string
  html: string
  /** The PNG of the header, as `cid:${MARK_ID}` in the HTML. */
  mark?: Buffer | undefined
  replyTo: string | null
  createdAt: Date
}

export interface MailTransport {
  send(mail: Outgoing): Promise<void>
  /** Signs in to the mail server without sending anything. Rejects as `send` would. */
  check?(): Promise<void>
  close(): void
}

/** Time limit for each step of an SMTP session; nodemailer's default is ten minutes. */
const STEP_MS = 10_000

/** SMTP if `SMTP_URL` is set, else an `.eml` file for each mail in `<dataDir>/mail/`. */
export function openTransport(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): MailTransport {
  return config.smtpUrl === undefined
    ? toFiles(mailFolder(config.dataDir), config.mailFrom)
    : toServer(config.smtpUrl, config.mailFrom)
}

function toServer(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from))
    },
    async check() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Of mails that are files. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

export function mailFileName({ createdAt, id }: Pick<Outgoing, 'createdAt' | 'id'>): string {
  return `${createdAt.toISOString().replaceAll(':', '-')}-${id}.eml`
}

function toFiles(folder: string, from: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(mail, from))
      await mkdir(folder, { recursive: true })
      const name = mailFileName(mail)
      // A dot file until complete.
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, bytes as Buffer) // safe: `buffer: true`
      await rename(unfinished, join(folder, name))
    },
    close: () => transport.close(),
  }
}

function message(mail: Outgoing, from: string) {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    from: mail.fromName && !from.includes('<') ? { name: mail.fromName, address: from } : from,
    // An object, so that the address is not parsed as a list.
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(mail.mark && {
      attachments: [
        {
          cid: MARK_ID,
          filename: 'marca.png',
          contentType: 'image/png',
          contentDisposition: 'inline' as const,
          content: mail.mark,
        },
      ],
    }),
    messageId: `<${mail.messageId}@${domain}>`,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
