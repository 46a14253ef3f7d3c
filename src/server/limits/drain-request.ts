import type { FastifyReply, FastifyRequest } from 'fastify'

const DRAIN_BYTES = 512 * 1024
const DRAIN_MS = 2_000

/**
 * Reads on for a while beside a refusal: a client that is still sending when the connection closes gets a network error
 * instead of the answer. One that sends far too much is no longer read, and cut a moment later, as it would not get the
 * answer if it were cut at once.
 */
export function drainRequest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded || raw.destroyed) return
  // Fastify set it to close the connection.
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
