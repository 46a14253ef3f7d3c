import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** A client that has just connected may still send its request. */
const WAIT_MS = 1_000
/** What a client has not sent or read by then, it has no time for before the stop is cut. */
const SLOW_MS = 5_000
const LOOK_MS = 100

/**
 * Returns a function for the begin of a stop: from then on it closes idle connections, after a second those without
 * a complete request head, such as the spare ones of browsers, and after five those that wait for the client.
 * `server.close()` waits for all three, and Node no longer applies `headersTimeout` then.
 */
export function closeUnusedConnections(server: Server): () => void {
  /** The requests of each connection that are not answered yet; undefined before its first. */
  const connections = new Map<Socket, Set<IncomingMessage> | undefined>()
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const requests = connections.get(socket) ?? new Set()
    if (connections.has(socket)) connections.set(socket, requests.add(request))
    response.once('close', () => requests.delete(request))
  })
  // Node's own, which `close()` calls, also cuts responses that are still being sent.
  server.closeIdleConnections = () => {
    for (const [socket, requests] of connections) if (requests?.size === 0) socket.destroy()
  }
  return () => {
    const began = performance.now()
    setInterval(() => {
      const passed = performance.now() - began
      server.closeIdleConnections()
      for (const [socket, requests] of connections) {
        if (passed >= WAIT_MS && !requests) socket.destroy()
        if (passed >= SLOW_MS && isSlow(socket, requests)) socket.destroy()
      }
    }, LOOK_MS).unref()
  }
}

/** Whether the client still has to send or to read. */
function isSlow(socket: Socket, requests: Set<IncomingMessage> = new Set()): boolean {
  return socket.writableLength > 0 || [...requests].some(({ complete }) => !complete)
}
