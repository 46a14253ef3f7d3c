import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Within how many milliseconds the body must have come. */
    bodyMs?: number
  }
}

const BODY_MS = 20_000

/** The longest any body may take: the limit of Node itself, which knows no routes. */
export const LONGEST_BODY_MS = 60_000

/** Cuts who sends a body slowly: after 20 s, or what the route allows. */
export function cutSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    const most = routeOptions.config?.bodyMs ?? BODY_MS
    if (!hasBody || most >= LONGEST_BODY_MS) return
    const timer = setTimeout(() => raw.destroy(), most).unref()
    const clear = () => clearTimeout(timer)
    raw.once('end', clear)
    // A refusal does not wait for the rest, and the connection may be somebody's next request by then.
    reply.raw.once('finish', clear).once('close', clear)
  })
}
