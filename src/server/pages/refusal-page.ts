import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DomainError } from '../errors.ts'
import { escapeHtml } from '../escape.ts'
import { hashSource } from '../http/headers.ts'
import { setRetryAfter } from '../http/refusals.ts'

const STYLE =
  'body{max-width:32rem;margin:20vh auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif}a{color:inherit}'
const POLICY = `default-src 'none'; style-src ${hashSource(STYLE)}; frame-ancestors 'none'; base-uri 'none'`

/** A refusal as a page that is not rendered, as there may be no time to render one. */
export function sendRefusalPage(
  _request: FastifyRequest,
  reply: FastifyReply,
  refusal: DomainError,
): FastifyReply {
  const text = escapeHtml(refusal.message)
  setRetryAfter(reply, refusal)
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${text}</title><style>${STYLE}</style></head>` +
        `<body><h1>${text}</h1><p><a href="">Intentar de nuevo</a></p></body></html>\n`,
    )
}
