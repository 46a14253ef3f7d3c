import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'

/** Operational warnings for admins. */
export const Notice = z.object({
  kind: z.enum(['no-mail-server', 'mail-waits', 'sender', 'orders-email', 'address', 'backup']),
  text: z.string(),
})
export type Notice = z.output<typeof Notice>

/** Empty without problems, and in a demo shop. */
export const listNotices = endpoint(calls.listNotices, {
  summary: 'Operational warnings',
  access: 'admin',
  reply: reply(z.array(Notice)),
})

/** Answers before the mail is sent. TOO_MANY_REQUESTS above ten an hour. */
export const sendTestMail = endpoint(calls.sendTestMail, {
  summary: 'Send a test mail to the caller',
  access: 'admin',
  reply: reply(z.object({ message: z.string() })),
})
