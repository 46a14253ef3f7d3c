import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DomainError } from '../errors.ts'
import { escapeHtml } from '../escape.ts'
import { hashSource } from '../http/headers.ts'
import { setRetryAfter } from '../http/refusals.ts'
import { LOCALE } from '../../contract/place.ts'

const STYLE =
  'body{max-width:32rem;margin:20vh auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif}a{color:inherit}'
const POLICY = `default-src 'none'; style-src ${hashSource(STYLE)}; frame-ancestors 'none'; base-uri 'none'`

/** A refusal as static HTML, as there may be no capacity to render a page. */
export function sendRefusalPage(
  _request: FastifyRequest,
  reply: FastifyReply,
  refusal: DomainError,
): FastifyReply {
  setRetryAfter(reply, refusal)
  reply.code(refusal.status)
  return sendPlainPage(reply, { text: refusal.message, link: { to: '', text: 'Intentar de nuevo' } })
}

/** A page of one sentence and one link. */
export function sendPlainPage(
  reply: FastifyReply,
  page: { text: string; link: { to: string; text: string } },
): FastifyReply {
  const text = escapeHtml(page.text)
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${text}</title><style>${STYLE}</style></head>` +
        `<body><h1>${text}</h1><p><a href="${escapeHtml(page.link.to)}">${escapeHtml(page.link.text)}</a></p></body></html>\n`,
    )
}

/** Parses plain forms within one Fastify scope. The body is an object of strings. */
export function acceptPlainForms(forms: FastifyInstance): void {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
