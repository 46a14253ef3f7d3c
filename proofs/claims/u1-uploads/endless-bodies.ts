import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Failures } from '../../support/proof.ts'
import type { Server } from '../../../test/support/servers/start-server.ts'

export const MEGABYTE = 1024 * 1024
/** Limit for a body that is too large. */
export const MOST_READ_MB = 6

/** Megabytes that the server reads of an endless body; the maximum of several ways to send one. */
export async function endless(server: Server, failures: Failures): Promise<number> {
  const head =
    '--x\r\ncontent-disposition: form-data; name="upload_preset"\r\n\r\nwarranty\r\n' +
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\u00ff'
  const ways = {
    'a form in chunks': [
      '/api/uploads/',
      'multipart/form-data; boundary=x',
      'transfer-encoding: chunked',
      head,
    ],
    'a form of 100 MB': [
      '/api/uploads/',
      'multipart/form-data; boundary=x',
      'content-length: 104857600',
      head,
    ],
    'JSON in chunks': ['/api/auth/login/', 'application/json', 'transfer-encoding: chunked', '{"password":"'],
    'JSON of 100 MB': ['/api/auth/login/', 'application/json', 'content-length: 104857600', '{"password":"'],
  } as const
  let most = 0
  for (const [name, way] of Object.entries(ways)) {
    const before = bytesRead(server)
    await pour(server, way)
    const read = (bytesRead(server) - before) / MEGABYTE
    if (read > MOST_READ_MB)
      failures.add(
        `more than ${MOST_READ_MB} MB of an endless body are read`,
        `${name}: ${read.toFixed(1)} MB`,
      )
    most = Math.max(most, read)
  }
  return most
}

/** Bytes read by its system calls, from sockets too: `man 5 proc`. */
function bytesRead({ pid }: Server): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}

/** Sends until the connection is closed, or 40 MB. */
function pour(
  server: Server,
  [address, type, length, head]: readonly [string, string, string, string],
): Promise<void> {
  const isChunked = length.startsWith('transfer')
  const piece = Buffer.alloc(64 * 1024, 'a')
  const wrapped = (bytes: Buffer) =>
    isChunked
      ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
      : bytes
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let sent = 0
    const end = () => {
      socket.destroy()
      resolve()
    }
    const limit = setTimeout(end, 30_000)
    const more = () => {
      while (!socket.destroyed && sent < 40 * MEGABYTE) {
        sent += piece.length
        if (!socket.write(wrapped(piece))) return
      }
      if (sent >= 40 * MEGABYTE) end()
    }
    socket.on('drain', more)
    socket.on('error', end)
    socket.on('close', () => {
      clearTimeout(limit)
      resolve()
    })
    socket.resume()
    socket.write(`POST ${address} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`)
    socket.write(wrapped(Buffer.from(head, 'latin1')))
    more()
  })
}
