import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import { meantSearch, withoutEndSlashes } from '../../contract/page-address.ts'
import { dayOf } from '../days.ts'
import type { Api } from '../http/api.ts'
import { PAGE_POLICY } from '../http/headers.ts'
import { asDomainError } from '../http/refusals.ts'

export interface RenderedPage {
  status: number
  html: string
  location?: string
}

/** The anonymous API as the renderer calls it: refusals are answers too, as they are over HTTP. */
export type PublicCall = (
  endpoint: string,
  input: { params?: unknown; query?: unknown },
) => Promise<{ answer: unknown } | { status: number; refusal: { error: string; code: ErrorCode } }>

/** Draws pages and serves what they load. `built-renderer.ts` makes the built one, `dev-renderer.ts` the one with reload. */
export interface Renderer {
  render(url: string, options: { gate: boolean }): Promise<RenderedPage>
  /** Hands over the only source of data of the pages: the anonymous API, without a request. */
  connect(publicCall: PublicCall): void
  /** Registers the routes of scripts, sheets and fonts. */
  serveAssets(api: Api): Promise<void>
  /** While developing, pages are drawn anew each time and their policy allows the tools of the bundler. */
  developing: boolean
}

export async function pageRoutes(api: Api, renderer: Renderer): Promise<void> {
  renderer.connect(async (endpoint, input) => {
    const answer = api.publicCalls.get(endpoint)
    if (!answer) throw new Error(`${endpoint} is not public`)
    try {
      return { answer: JSON.parse(await answer(input)) as unknown }
    } catch (error) {
      const refusal = asDomainError(error)
      if (refusal !== error) api.shop.log.error({ err: error, endpoint }, 'a page could not be drawn')
      return { status: refusal.status, refusal: { error: refusal.message, code: refusal.code } }
    }
  })
  await renderer.serveAssets(api)

  // In a scope of its own: everywhere else a form stays a type that is not accepted.
  await api.app.register(async (forms) => plainForms(api, forms))
  api.app.get('/*', (request, reply) => sendPage(api, renderer, request, reply))
}

/** What works without JavaScript, or before it has come: the age gate, and forms that can only say «again». */
function plainForms({ shop }: Api, forms: FastifyInstance): void {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // The answer is remembered in a cookie, and the visitor goes on to where they were.
  forms.post('/edad', async (request, reply) => {
    const target = (request.body as Record<string, string> | undefined)?.['volver'] ?? '/' // safe: the parser above makes texts
    const secure = shop.config.publicUrl.startsWith('https:') ? '; Secure' : ''
    return reply
      .header('set-cookie', `ageVerified=true; Max-Age=31536000; Path=/; SameSite=Lax${secure}`)
      .redirect(ownPath(target), 303)
  })
  // Sent before the page's script was there: nothing is read, so that no password ends in an address or a log.
  for (const path of ['/login', '/mi-cuenta', '/panel', '/garantia', '/carrito']) {
    forms.post(path, (request, reply) => reply.redirect(ownPath(request.url), 303))
  }
}

async function sendPage(api: Api, renderer: Renderer, request: FastifyRequest, reply: FastifyReply) {
  const url = meantAddress(api.shop.config.publicUrl, request.url)
  if (!url) return reply.redirect('/', 302)
  const gate = !/(?:^|; )ageVerified=true/.test(request.headers.cookie ?? '')
  reply.header('content-security-policy', renderer.developing ? DEVELOPING_POLICY : PAGE_POLICY)
  const draw = async () => {
    const { status, html, location } = await renderer.render(url.href, { gate })
    return { status, text: html, ...(location !== undefined && { location }) }
  }
  if (renderer.developing) {
    const { status, text, location } = await draw()
    if (location !== undefined) return reply.redirect(location, 302)
    return reply.code(status).type('text/html; charset=utf-8').send(text)
  }
  // Banners begin and end with the day, so each day has pages of its own.
  const day = dayOf(api.shop.now())
  return api.kept.send(request, reply, {
    kind: 'page',
    variant: `${day} ${gate ? 'gate' : 'open'}`,
    vary: 'cookie',
    key: () => `page:${url.pathname}${url.search}`,
    type: 'text/html; charset=utf-8',
    make: draw,
  })
}

/**
 * The address with only what matters, in one order, so that noise in a link neither splits nor fills what is kept. Whatever
 * a stranger writes, the site is ours: what is kept goes to everybody.
 */
function meantAddress(publicUrl: string, rawUrl: string): URL | undefined {
  const path = rawUrl.replace(/^[/\\]+/, '/')
  if (!URL.canParse(path, publicUrl)) return undefined
  const asked = new URL(path, publicUrl)
  const meant = new URL(publicUrl)
  // Dots go only when an address is read, and can leave two slashes: the beginning of another site's.
  meant.pathname = withoutEndSlashes(asked.pathname.replace(/^\/+/, '/'))
  meant.search = meantSearch(asked.search)
  return meant
}

/**
 * A path of this site and nothing else: the form's hidden field can be set by anybody who makes a link to us. ASCII
 * without blanks and backslashes, as addresses are once they are encoded: a header carries nothing else.
 */
function ownPath(target: string): string {
  return /^\/(?![/\\])[!-[\]-~]*$/.test(target) ? target : '/'
}

const DEVELOPING_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self' ws:"
