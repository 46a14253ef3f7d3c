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
  on(api, regrets.fileRegret, ({ shop, user, body, http }) => fileRegret(shop, user, body, http))
  on(api, regrets.listRegrets, ({ shop, query }) => listRegrets(shop, query), { polled: true })
  on(api, regrets.getRegret, ({ shop, params }) => getRegret(shop, params.id))
  on(api, regrets.changeRegret, ({ shop, user, params, body }) => changeRegret(shop, user, params.id, body))
  on(api, pages.listPages, async ({ shop }) => ({ results: await listPages(shop) }))
  on(api, pages.listWrittenPages, async ({ shop }) => ({ results: await listWrittenPages(shop) }))
  on(api, pages.getPage, ({ shop, params }) => getPage(shop, params.slug))
  on(api, pages.listPageVersions, async ({ shop, params }) => ({
    results: await listPageVersions(shop, params.slug),
  }))
  on(api, pages.savePage, ({ shop, user, params, body }) => savePage(shop, user, params.slug, body))
  // Well-known addresses.
  for (const slug of ['privacidad', 'preguntas'] as const)
    api.app.get(`/${slug}`, (_request, reply) => reply.redirect(pagePath(slug), 302))
  api.app.register(async (forms) => {
    acceptPlainForms(forms)
    // The form without JavaScript: after a refusal the browser goes back to the typed values.
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
