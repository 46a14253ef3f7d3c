import * as templates from '../../contract/messages/template-calls.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { listTemplates, saveTemplate } from './messages.ts'

export function messageRoutes(api: Api): void {
  on(api, templates.listTemplates, ({ shop }) => listTemplates(shop))
  on(api, templates.saveTemplate, ({ shop, user, params, body }) =>
    saveTemplate(shop, user, params.key, body),
  )
}
