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

/**
 * The same while a refusal is sent, for what was refused before any of it was read: who listens while it sends hears it
 * at once, who listens afterwards finds it there.
 */
export function readOn({ raw }: FastifyRequest, reply: FastifyReply): void {
  // As Fastify would close the connection.
  reply.removeHeader('connection')
  let left = LINGER_BYTES
  const timer = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0 && reply.raw.writableFinished) raw.destroy()
  })
  for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer))
  raw.resume()
}
