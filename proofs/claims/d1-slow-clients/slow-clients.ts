import { readFileSync } from 'node:fs'
import net from 'node:net'
import type { Server } from '../../../test/support/servers/start-server.ts'

/** All of 127.0.0.0/8 is this machine: slow clients use the first address. */
export const SLOW_ADDRESS = '127.0.0.1'

/** Sends headers a line at a time, sends a body ten bytes at a time, or requests much and reads nothing. */
export type SlowKind = 'header' | 'body' | 'read'

/** A slow connection. */
export interface Slow {
  socket: net.Socket
  began: number
  /** Undefined while it is open. */
  cutAfterMs: number | undefined
}

/** Opens a slow connection; `access` is the token for its body. */
export function openSlow(kind: SlowKind, { server, access }: { server: Server; access: string }): Slow {
  const began = performance.now()
  const socket = net.connect({ port: server.port, host: '127.0.0.1', localAddress: SLOW_ADDRESS })
  const slow: Slow = { socket, began, cutAfterMs: undefined }
  const every = setInterval(() => {
    if (kind === 'header') socket.write(`X-${Math.random()}: 1\r\n`)
    if (kind === 'body') socket.write('aaaaaaaaaa')
  }, 2_000)
  const ended = () => {
    clearInterval(every)
    slow.cutAfterMs ??= performance.now() - began
  }
  socket.on('error', ended)
  socket.once('close', ended)
  if (kind === 'header') socket.write('GET /api/products/ HTTP/1.1\r\nHost: localhost\r\n')
  if (kind === 'body')
    socket.write(
      `POST /api/orders/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${access}\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"a":"`,
    )
  if (kind === 'read') {
    socket.pause()
    // More than the kernel buffers for the server.
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100))
  } else socket.resume()
  return slow
}

/**
 * A client that does not read does not see the end of its connection. A connection that the server has closed, but whose
 * data the kernel still sends, is no longer in state established: https://docs.kernel.org/networking/proc_net_tcp.html
 */
export function seeWhoIsCut(slow: Slow[], port: number): void {
  const held = new Set(heldOf(slow, port))
  for (const each of slow) {
    const isKnown = each.socket.localPort !== undefined
    if (isKnown && !held.has(each)) each.cutAfterMs ??= performance.now() - each.began
  }
}

/** The connections that the server has open. */
export function heldOf(slow: Slow[], port: number): Slow[] {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')
  const held = new Set(
    [...readFileSync('/proc/net/tcp', 'utf8').matchAll(/: \w{8}:(\w{4}) \w{8}:(\w{4}) 01 /g)].flatMap(
      ([, local, remote = '']) => (local === hex(port) ? remote : []),
    ),
  )
  return slow.filter(({ socket: { localPort } }) => localPort !== undefined && held.has(hex(localPort)))
}
