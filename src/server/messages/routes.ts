import * as mails from '../../contract/messages/mails.ts'
import * as templates from '../../contract/messages/template-calls.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { listMails, resendMail, retryMail, settleMail } from './mails.ts'
import { listTemplates, saveTemplate } from './templates.ts'

export function messageRoutes(api: Api): void {
  on(api, mails.listMails, listMails, { polled: true })
  on(api, mails.retryMail, retryMail)
  on(api, mails.resendMail, resendMail)
  on(api, mails.settleMail, settleMail)
  on(api, templates.listTemplates, listTemplates)
  on(api, templates.saveTemplate, saveTemplate)
}
