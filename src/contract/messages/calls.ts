import type { Call } from '../endpoint.ts'
import type * as mails from './mails.ts'
import type * as templateCalls from './template-calls.ts'

export const listMails: Call<typeof mails, 'listMails'> = 'GET /messages/'
export const retryMail: Call<typeof mails, 'retryMail'> = 'POST /messages/:id/retry/'
export const resendMail: Call<typeof mails, 'resendMail'> = 'POST /messages/:id/resend/'
export const settleMail: Call<typeof mails, 'settleMail'> = 'POST /messages/:id/settle/'

export const listTemplates: Call<typeof templateCalls, 'listTemplates'> = 'GET /message-templates/'
export const saveTemplate: Call<typeof templateCalls, 'saveTemplate'> = 'PUT /message-templates/:key/'
