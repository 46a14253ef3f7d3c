import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** A script or a sheet inside a page, as a policy allows it. */
export const hashSource = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * One policy for every page: the only inline scripts are four that are allowed by their hash (decision 0011), and nothing
 * is loaded from other sites.
 */
export function pagePolicy(inlineScripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...inlineScripts.map(hashSource)].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Headers of every response. The camera is for photos of a claim, on our own pages only. */
export const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const

/** Sets security headers on every response. Pages set their own policy; everything else gets an empty one. */
export function setHeaders(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(ALWAYS)
    reply.header('x-request-id', request.id)
    // Without `includeSubDomains`, as subdomains may be unrelated sites; a proxy may add it.
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    // Responses to a token are for its owner only. Polled lists set their own header (`polled.ts`).
    if (request.headers.authorization !== undefined) {
      const isPrivate = String(reply.getHeader('cache-control')).startsWith('private')
      if (!isPrivate) reply.header('cache-control', 'private, no-store')
      reply.header('vary', 'authorization')
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
  })
}
