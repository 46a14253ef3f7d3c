import { regretFiled } from '../../contract/legal/regret-rules.ts'
import { pagePath } from '../../contract/legal/page-rules.ts'
import * as pages from '../../contract/legal/pages.ts'
import * as regrets from '../../contract/legal/regrets.ts'
import { invalid } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { fieldErrors, refusing } from '../http/refusals.ts'
import { acceptPlainForms, sendPlainPage, sendRefusalPage } from '../pages/plain-page.ts'
import { changeRegret } from './change-regret.ts'
import { fileRegret } from './file-regret.ts'
import { getRegret, listRegrets } from './legal.ts'
import { getPage, listPages, listPageVersions, listWrittenPages, savePage } from './pages.ts'

export function legalRoutes(api: Api): void {
  on(api, regrets.fileRegret, fileRegret)
  on(api, regrets.listRegrets, listRegrets, { polled: true })
  on(api, regrets.getRegret, getRegret)
  on(api, regrets.changeRegret, changeRegret)
  on(api, pages.listPages, listPages)
  on(api, pages.listWrittenPages, listWrittenPages)
  on(api, pages.getPage, getPage)
  on(api, pages.listPageVersions, listPageVersions)
  on(api, pages.savePage, savePage)
  // Well-known addresses.
  for (const slug of ['privacidad', 'preguntas'] as const)
    api.app.get(`/${slug}`, (_request, reply) => reply.redirect(pagePath(slug), 302))
  api.app.register(async (forms) => {
    acceptPlainForms(forms)
    // The form without JavaScript: after a refusal the browser goes back to the typed values.
    forms.post('/arrepentimiento', { errorHandler: refusing(sendRefusalPage) }, async (request, reply) => {
      const typed = regrets.RegretRequest.safeParse(request.body ?? {})
      if (!typed.success) throw invalid(fieldErrors(typed.error))
      const { code } = await fileRegret({ shop: api.shop, body: typed.data, address: request.ip })
      const link = { to: '/', text: 'Ir a la tienda' }
      return sendPlainPage(reply.code(201), { text: regretFiled(code), link })
    })
  })
}
