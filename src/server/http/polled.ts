import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from './etag.ts'

/** For this client only, and revalidated each time. */
const PRIVATE_CACHING = 'private, no-cache'
/** Signed addresses are valid for ten minutes: a list that has some gets a new tag every five. */
const RENEW_MS = 5 * 60_000
const SIGNATURE = /expires=\d+&signature=[\w-]+/g

/** Sends a list that screens poll, with an ETag: a 304 while it has not changed. */
export function sendPolled(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  now: Date,
): FastifyReply {
  const etag = tagOf(text, now)
  reply.header('etag', etag).header('cache-control', PRIVATE_CACHING)
  if (hasTag(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Weak: two addresses of one photo, signed at different times, count as the same. */
function tagOf(text: string, now: Date): string {
  const stable = text.replaceAll(SIGNATURE, '')
  const renewed = stable.length < text.length ? Math.floor(now.getTime() / RENEW_MS) : 0
  return `W/"${createHash('sha256').update(`${renewed}\n${stable}`).digest('base64url').slice(0, 27)}"`
}
