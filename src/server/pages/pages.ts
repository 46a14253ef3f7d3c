import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import type { HeadingFont } from '../../contract/settings/look.ts'
import {
  isWithoutGate,
  meantSearch,
  withoutEndSlashes,
  withoutPastedEnd,
} from '../../contract/page-address.ts'
import { dayOf } from '../days.ts'
import type { Api } from '../http/api.ts'
import { pagePolicy } from '../http/headers.ts'
import { asDomainError, refusing } from '../http/refusals.ts'
import { type OfflineParts, offlineRoutes } from './offline.ts'
import { acceptPlainForms, sendRefusalPage } from './plain-page.ts'

interface RenderedPage {
  status: number
  html: string
  location?: string
}

/** The exports of `src/web/app/entry-server.tsx`. */
export interface PageModule {
  render(
    url: string,
    assets: Record<'site' | 'panel', PageAssets>,
    options: { gate: boolean },
  ): Promise<RenderedPage>
  answerInProcess(publicCall: PublicCall): void
  inlineScripts: string[]
  offline: OfflineParts
}

/** The theme's key in the URL of the style sheet; empty for the default theme. */
export interface LookOfPage {
  key: string
  font: HeadingFont
}

/** Of storefront and account, or of the panel: the entry script, and tags for the head of a page. */
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
  /** Sets the renderer's only data source: the anonymous API, called in process. */
  connect(publicCall: PublicCall): void
  /** Registers the routes of scripts, style sheets and fonts. `tokens`: the shop's theme. */
  serveAssets(api: Api, tokens: () => Promise<string>): Promise<void>
  /** The only inline scripts that the policy allows. */
  inlineScripts: readonly string[]
  /** Without it there is no offline page. */
  offline?: OfflineParts
  /** In development pages are not cached and the policy allows Vite's tools. */
  developing: boolean
}

interface PageOptions {
  /** CSS of the shop's theme. */
  tokens: () => Promise<string>
  /** Called with the query of each product list. */
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

  // In a separate Fastify scope, as no other route accepts plain forms.
  await api.app.register(async (forms) => plainForms(api, forms))
  const policy = renderer.developing ? DEVELOPING_POLICY : pagePolicy(renderer.inlineScripts)
  api.app.get('/*', { errorHandler: refusing(sendRefusalPage) }, (request, reply) => {
    if (/^\/(?:productos|merch)\/?\?/.test(request.url)) searched(request.query, request.ip)
    return sendPage(api, renderer, policy, request, reply)
  })
}

/** Fallbacks without JavaScript, or before it has loaded: the age gate, and forms that must be sent again. */
function plainForms({ shop }: Api, forms: FastifyInstance): void {
  acceptPlainForms(forms)
  // Sets the cookie and returns the visitor to the page they came from.
  forms.post('/edad', async (request, reply) => {
    const target = (request.body as Record<string, string> | undefined)?.['volver'] ?? '/' // safe: the parser above yields strings
    const secure = shop.config.publicUrl.startsWith('https:') ? '; Secure' : ''
    return reply
      .header('set-cookie', `ageVerified=true; Max-Age=31536000; Path=/; SameSite=Lax${secure}`)
      .redirect(ownPath(target), 303)
  })
  // Forms sent before the script has loaded. Does not read the body, so that no password gets into a URL or log.
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
  const whole = withoutPastedEnd(url.pathname)
  if (whole !== url.pathname) return reply.redirect(whole, 301)
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
  // Banners change with the day, so pages are cached by day.
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
 * The canonical URL, so that tracking parameters neither split nor fill the cache. Always on our own origin, whatever
 * the request says, as a cached page goes to everybody.
 */
function canonicalAddress(publicUrl: string, rawUrl: string): URL | undefined {
  const path = rawUrl.replace(/^[/\\]+/, '/')
  if (!URL.canParse(path, publicUrl)) return undefined
  const asked = new URL(path, publicUrl)
  const meant = new URL(publicUrl)
  // Parsing removes dot segments and can leave two leading slashes, which would mean another site.
  meant.pathname = withoutEndSlashes(asked.pathname.replace(/^\/+/, '/'))
  // A form without scripts sends one for each choice.
  const facets = asked.searchParams.getAll('facets').toSorted().join('*')
  if (facets !== '') asked.searchParams.set('facets', facets)
  const ids = asked.searchParams.getAll('ids').join(',')
  if (ids !== '') asked.searchParams.set('ids', ids)
  meant.search = meantSearch(asked.search)
  return meant
}

/**
 * A path of this site, else `/`, against open redirects. Only ASCII without blanks and backslashes, because it goes
 * into a header.
 */
function ownPath(target: string): string {
  return /^\/(?![/\\])[!-[\]-~]*$/.test(target) ? target : '/'
}

/** Also allows Vite's inline scripts and worker. */
const DEVELOPING_POLICY =
  "default-src 'self'; worker-src 'self' blob:; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self' ws:"
