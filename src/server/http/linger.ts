import type { FastifyReply, FastifyRequest } from 'fastify'

const LINGER_BYTES = 512 * 1024
const LINGER_MS = 2_000

/**
 * Reads on for a while before a refusal: who is still sending when the connection is closed hears an error of the
 * network instead of our answer. Who sends far too much is cut all the same.
 */
export async function linger({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  reply.header('connection', 'close')
  raw.unpipe()
  let left = LINGER_BYTES
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LINGER_MS)
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) resolve()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => resolve())
  raw.resume()
  await promise
  raw.pause()
  clearTimeout(timer)
}
