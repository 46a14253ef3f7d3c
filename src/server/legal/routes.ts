import { regretFiled } from '../../contract/regret-rules.ts'
import * as regrets from '../../contract/regrets.ts'
import { invalid } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { fieldErrors, refusing } from '../http/refusals.ts'
import { acceptPlainForms, sendPlainPage, sendRefusalPage } from '../pages/plain-page.ts'
import { changeRegret } from './change-regret.ts'
import { fileRegret } from './file-regret.ts'
import { getRegret, listRegrets } from './legal.ts'

export function legalRoutes(api: Api): void {
  on(api, regrets.fileRegret, ({ shop, user, body, http }) => fileRegret(shop, user, body, http))
  on(api, regrets.listRegrets, ({ shop, query }) => listRegrets(shop, query), { polled: true })
  on(api, regrets.getRegret, ({ shop, params }) => getRegret(shop, params.id))
  on(api, regrets.changeRegret, ({ shop, user, params, body }) => changeRegret(shop, user, params.id, body))
  api.app.register(async (forms) => {
    acceptPlainForms(forms)
    // The form of the page, sent without its script: the browser goes back to what was typed after a refusal.
    forms.post('/arrepentimiento', { errorHandler: refusing(sendRefusalPage) }, async (request, reply) => {
      const typed = regrets.RegretRequest.safeParse(request.body ?? {})
      if (!typed.success) throw invalid(fieldErrors(typed.error))
      const sender = { address: request.ip, idempotencyKey: undefined }
      const { code } = await fileRegret(api.shop, undefined, typed.data, sender)
      const link = { to: '/', text: 'Ir a la tienda' }
      return sendPlainPage(reply.code(201), { text: regretFiled(code), link })
    })
  })
}
