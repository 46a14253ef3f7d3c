import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import type { HeadingFont } from '../../contract/settings/look.ts'
import { isWithoutGate, meantSearch, withoutEndSlashes } from '../../contract/page-address.ts'
import { dayOf } from '../days.ts'
import type { Api } from '../http/api.ts'
import { pagePolicy } from '../http/headers.ts'
import { asDomainError, refusing } from '../http/refusals.ts'
import { type OfflineParts, offlineRoutes } from './offline.ts'
import { acceptPlainForms, sendRefusalPage } from './plain-page.ts'

export interface RenderedPage {
  status: number
  html: string
  location?: string
}

/** The exports of `src/web/app/entry-server.tsx`. */
export interface PageModule {
  render(url: string, assets: PageAssets, options: { gate: boolean }): Promise<RenderedPage>
  answerInProcess(publicCall: PublicCall): void
  inlineScripts: string[]
  offline: OfflineParts
}

/** The key of the shop's own look is in the address of the sheet of the site; it is empty for the drawn one. */
export interface LookOfPage {
  key: string
  font: HeadingFont
}

/** The entry script, and tags for the head of a page. */
export interface PageAssets {
  entry: string
  tagsFor(pageModules: string[], look: LookOfPage): string
  preloadsFor(pageModules: string[]): string
}

/** A call of the anonymous API by the renderer. Refusals are returned, as over HTTP. */
export type PublicCall = (
  endpoint: string,
  input: { params?: unknown; query?: unknown },
) => Promise<{ answer: unknown } | { status: number; refusal: { error: string; code: ErrorCode } }>

/** Renders pages and serves their assets: `built-renderer.ts` from the build, `dev-renderer.ts` from the sources. */
export interface Renderer {
  render(url: string, options: { gate: boolean }): Promise<RenderedPage>
  /** Gives the renderer its only source of data: the anonymous API, without a request. */
  connect(publicCall: PublicCall): void
  /** Registers the routes of scripts, sheets and fonts. `tokens`: the shop's own look. */
  serveAssets(api: Api, tokens: () => Promise<string>): Promise<void>
  /** The inline scripts of its pages, the only ones that the policy allows. */
  inlineScripts: readonly string[]
  /** Without it pages that cannot be loaded are the browser's affair. */
  offline?: OfflineParts
  /** While developing, pages are not cached and their policy allows Vite's tools. */
  developing: boolean
}

interface PageOptions {
  /** The shop's own look. */
  tokens: () => Promise<string>
  /** Told of the query of each list of products. */
  searched: (query: unknown, address: string) => void
}

export async function pageRoutes(
  api: Api,
  renderer: Renderer,
  { tokens, searched }: PageOptions,
): Promise<void> {
  renderer.connect(async (endpoint, input) => {
    const answer = api.publicCalls.get(endpoint)
    if (!answer) throw new Error(`${endpoint} is not public`)
    try {
      return { answer: JSON.parse(await answer(input)) as unknown }
    } catch (error) {
      const refusal = asDomainError(error)
      if (refusal !== error) api.shop.log.error({ err: error, endpoint }, 'a page could not be rendered')
      return { status: refusal.status, refusal: { error: refusal.message, code: refusal.code } }
    }
  })
  await renderer.serveAssets(api, tokens)
  if (renderer.offline) offlineRoutes(api, renderer.offline)

  // In a scope of its own, as no other route accepts plain forms.
  await api.app.register(async (forms) => plainForms(api, forms))
  const policy = renderer.developing ? DEVELOPING_POLICY : pagePolicy(renderer.inlineScripts)
  api.app.get('/*', { errorHandler: refusing(sendRefusalPage) }, (request, reply) => {
    if (/^\/(?:productos|merch)\/?\?/.test(request.url)) searched(request.query, request.ip)
    return sendPage(api, renderer, policy, request, reply)
  })
}

/** For pages without JavaScript, or before it has loaded: the age gate, and forms that can only be sent again. */
function plainForms({ shop }: Api, forms: FastifyInstance): void {
  acceptPlainForms(forms)
  // Sets the cookie and returns the visitor to the page they came from.
  forms.post('/edad', async (request, reply) => {
    const target = (request.body as Record<string, string> | undefined)?.['volver'] ?? '/' // safe: the parser above makes texts
    const secure = shop.config.publicUrl.startsWith('https:') ? '; Secure' : ''
    return reply
      .header('set-cookie', `ageVerified=true; Max-Age=31536000; Path=/; SameSite=Lax${secure}`)
      .redirect(ownPath(target), 303)
  })
  // Forms sent before the script has loaded. The body is not read, so that no password gets into an address or a log.
  for (const path of [
    '/login',
    '/recuperar',
    '/entrar',
    '/registro',
    '/invitacion',
    '/mi-cuenta',
    '/panel',
    '/garantia',
    '/carrito',
  ]) {
    forms.post(path, (request, reply) => reply.redirect(ownPath(request.url), 303))
  }
}

async function sendPage(
  api: Api,
  renderer: Renderer,
  policy: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const url = canonicalAddress(api.shop.config.publicUrl, request.url)
  if (!url) return reply.redirect('/', 302)
  const isConfirmed = /(?:^|; )ageVerified=true/.test(request.headers.cookie ?? '')
  const gate = !isConfirmed && !isWithoutGate(url.pathname)
  reply.header('content-security-policy', policy)
  const render = async () => {
    const { status, html, location } = await renderer.render(url.href, { gate })
    return { status, text: html, ...(location !== undefined && { location }) }
  }
  if (renderer.developing) {
    const { status, text, location } = await render()
    if (location !== undefined) return reply.redirect(location, 302)
    return reply.code(status).type('text/html; charset=utf-8').send(text)
  }
  // Banners begin and end with the day, so pages are cached by day.
  const day = dayOf(api.shop.now())
  return api.publicCache.send(request, reply, {
    kind: 'page',
    variant: `${day} ${gate ? 'gate' : 'open'}`,
    vary: 'cookie',
    key: () => `page:${url.pathname}${url.search}`,
    type: 'text/html; charset=utf-8',
    make: render,
  })
}

/**
 * The address in its canonical form, so that noise in links neither splits nor fills the cache. Always on our own origin,
 * whatever the request says: a cached page goes to everybody.
 */
function canonicalAddress(publicUrl: string, rawUrl: string): URL | undefined {
  const path = rawUrl.replace(/^[/\\]+/, '/')
  if (!URL.canParse(path, publicUrl)) return undefined
  const asked = new URL(path, publicUrl)
  const meant = new URL(publicUrl)
  // Parsing removes dot segments and can leave two slashes, which would begin the address of another site.
  meant.pathname = withoutEndSlashes(asked.pathname.replace(/^\/+/, '/'))
  meant.search = meantSearch(asked.search)
  return meant
}

/**
 * A path of this site, else `/`: anybody can set the form's hidden field. Only ASCII without blanks and backslashes, as in
 * encoded addresses, because it goes into a header.
 */
function ownPath(target: string): string {
  return /^\/(?![/\\])[!-[\]-~]*$/.test(target) ? target : '/'
}

/** With Vite's inline scripts and its worker, which waits for a server that restarts. */
const DEVELOPING_POLICY =
  "default-src 'self'; worker-src 'self' blob:; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self' ws:"
