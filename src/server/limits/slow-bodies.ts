import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit for the body in milliseconds. */
    bodyMs?: number
  }
}

const BODY_MS = 20_000

/** The longest limit of any route, enforced by Node itself. */
export const LONGEST_BODY_MS = 60_000

/** Cuts connections that send a body too slowly: after 20 s, or the limit of the route. */
export function cutSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    const most = routeOptions.config?.bodyMs ?? BODY_MS
    if (!hasBody || most >= LONGEST_BODY_MS) return
    const timer = setTimeout(() => raw.destroy(), most).unref()
    const clear = () => clearTimeout(timer)
    raw.once('end', clear)
    // Stops with the response: a refusal does not wait for the body, and the connection may carry another request
    // later.
    reply.raw.once('finish', clear).once('close', clear)
  })
}
