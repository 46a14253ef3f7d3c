import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A client that has just connected may still send its request. */
const WAIT_MS = 1_000
const LOOK_MS = 100

/**
 * Returns a function for the begin of a stop: from then on it closes idle connections, and after a second those without
 * a complete request head, such as the spare ones of browsers. `server.close()` waits for both, and Node no longer applies
 * `headersTimeout` then.
 */
export function closeUnusedConnections(server: Server): () => void {
  const answering = new Map<Socket, number>()
  const add = (socket: Socket, requests: number) => {
    const now = answering.get(socket)
    if (now !== undefined) answering.set(socket, now + requests)
  }
  server.on('connection', (socket) => {
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  })
  return () => {
    const began = performance.now()
    setInterval(() => {
      server.closeIdleConnections()
      if (performance.now() - began < WAIT_MS) return
      for (const [socket, requests] of answering) if (requests === 0) socket.destroy()
    }, LOOK_MS).unref()
  }
}
