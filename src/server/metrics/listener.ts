import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

/**
 * Serves only `GET /metrics`, on a separate address, so that no proxy publishes it by mistake. Rejects when the
 * address is in use.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    const isMetrics = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics'
    if (!isMetrics) response.writeHead(404).end()
    else
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      )
  })
  server.listen(port, host)
  await once(server, 'listening')
  // Does not keep the process alive.
  return server.unref()
}
