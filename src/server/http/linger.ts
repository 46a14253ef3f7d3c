import type { FastifyReply, FastifyRequest } from 'fastify'

const LINGER_BYTES = 512 * 1024
const LINGER_MS = 2_000

/**
 * Reads on for a while beside a refusal: who is still sending when the connection is closed hears an error of the
 * network instead of our answer. Who listens while it sends hears it at once, who listens afterwards finds it there.
 * Who sends far too much is not read any more, and cut a moment later: cut at once, it would not hear the answer.
 */
export function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.readableEnded || raw.destroyed) return
  // As Fastify would close the connection.
  reply.removeHeader('connection')
  raw.unpipe()
  let left = LINGER_BYTES
  const timer = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) raw.pause()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer))
  raw.resume()
}
