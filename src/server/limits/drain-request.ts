import type { FastifyReply, FastifyRequest } from 'fastify'

const DRAIN_BYTES = 512 * 1024
const DRAIN_MS = 2_000

/**
 * Keeps reading for a while after a refusal: a client that is still sending when the connection closes gets a network
 * error instead of the answer. Stops reading clients that send far too much, and cuts them a moment later, so that
 * they can still get the answer.
 */
export function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded || raw.destroyed) return
  // Fastify set the header to close the connection.
  reply.removeHeader('connection')
  raw.unpipe()
  let left = DRAIN_BYTES
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS)
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) raw.pause()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer))
  raw.resume()
}
