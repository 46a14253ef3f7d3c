import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { HEAD_SCRIPT, INERT_SCRIPT, START_SCRIPT } from '../../contract/head-scripts.ts'

const sha256 = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * One policy for every page: nothing inline runs but three scripts, which are known by their hash (decision 0011), and
 * nothing comes from elsewhere.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sha256(HEAD_SCRIPT)} ${sha256(INERT_SCRIPT)} ${sha256(START_SCRIPT)}`,
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ')

/** On every answer, whatever it is. The camera is for photos of a claim, on our own pages only. */
export const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const

/** Security headers on every answer; pages set their policy themselves, everything else gets an empty one. */
export function setHeaders(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(ALWAYS)
    reply.header('x-request-id', request.id)
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    // Whatever was answered to a token belongs to its owner alone. Polled lists say more: `polled.ts`.
    if (request.headers.authorization !== undefined) {
      const isPrivate = String(reply.getHeader('cache-control')).startsWith('private')
      if (!isPrivate) reply.header('cache-control', 'private, no-store')
      reply.header('vary', 'authorization')
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
  })
}
