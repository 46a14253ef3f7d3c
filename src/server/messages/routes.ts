import * as mails from '../../contract/messages/mails.ts'
import * as templates from '../../contract/messages/template-calls.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { listMails, resendMail, retryMail, settleMail } from './mails.ts'
import { listTemplates, saveTemplate } from './templates.ts'

export function messageRoutes(api: Api): void {
  on(api, mails.listMails, ({ shop, query }) => listMails(shop, query), { polled: true })
  on(api, mails.retryMail, ({ shop, user, params }) => retryMail(shop, user, params.id))
  on(api, mails.resendMail, ({ shop, user, params, http }) =>
    resendMail(shop, user, params.id, http.idempotencyKey),
  )
  on(api, mails.settleMail, ({ shop, user, params }) => settleMail(shop, user, params.id))
  on(api, templates.listTemplates, ({ shop }) => listTemplates(shop))
  on(api, templates.saveTemplate, ({ shop, user, params, body }) =>
    saveTemplate(shop, user, params.key, body),
  )
}
