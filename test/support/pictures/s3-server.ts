import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Config } from '../../../src/server/config.ts'

const STARTS_WITHIN_MS = 20_000

/** A fault between the shop and S3. */
export type Fault =
  | 'nothing'
  /** The connection is reset in the middle of the request. */
  | 'reset'
  /** No response ever arrives. */
  | 'silence'
  /** Half of the file, and then nothing more, or the connection is cut. */
  | 'stall'
  | 'cut'
  /** Something other than S3 responds. */
  | 'website'
  /** S3 refuses. */
  | { status: number; code: string }

export interface S3Server {
  /** Settings of an existing bucket, with a key that has all rights. */
  config: S3Config
  /** Applied from now on, to every request or by request. */
  fault: Fault | ((asked: string) => Fault)
  /** The requests, e.g. `GET product/a/320.webp`. */
  asked: string[]
  /** Makes an object look as old as this. */
  age(key: string, at: Date): Promise<void>
  /** Number of connections so far. */
  connections: number
  close(): Promise<void>
}

/** A real S3 server (`s3rver`) in its own process, behind a proxy that injects faults. */
export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'surbrote-s3-'))
  const child = fork(join(import.meta.dirname, 'serve-s3.ts'), [folder], {
    // Its list tokens use DES, which OpenSSL 3 moved to the legacy provider.
    execArgv: ['--openssl-legacy-provider'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const door = createServer()
  const s3: S3Server = {
    config: {
      endpoint: '',
      bucket: 'shop',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    fault: 'nothing',
    asked: [],
    connections: 0,
    // Where `s3rver` keeps it; it answers with the time of the file.
    age: (key, at) => utimes(join(folder, s3.config.bucket, `${key}._S3rver_object`), at, at),
    async close() {
      door.closeAllConnections()
      door.close()
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    const port = await portOf(child)
    s3.config.endpoint = await open(door, s3, port)
    return s3
  } catch (error) {
    await s3.close()
    throw error
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The S3 server takes too long')), STARTS_WITHIN_MS)
    child.once('message', (message: { port: number }) => {
      clearTimeout(timer)
      resolve(message.port)
    })
    child.once('exit', (code) => reject(new Error(`The S3 server did not start: ${code}`)))
  })
}

async function open(door: Server, s3: S3Server, port: number): Promise<string> {
  door.on('connection', () => void (s3.connections += 1))
  door.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const asked = `${request.method} ${pathname.replace(/^\/shop\/?/, '') || searchParams.get('prefix') || ''}`
    s3.asked.push(asked)
    answer(typeof s3.fault === 'function' ? s3.fault(asked) : s3.fault, request, response, port)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`
}

function answer(fault: Fault, request: IncomingMessage, response: ServerResponse, port: number): void {
  if (fault === 'reset') {
    request.socket.destroy()
    return
  }
  if (fault === 'silence') return
  if (fault === 'website') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hola')
    return
  }
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>No</Message></Error>`)
    return
  }
  const { url, method, headers } = request
  const asked = httpRequest({ host: '127.0.0.1', port, path: url, method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 500, reply.headers)
    if (fault === 'nothing' || method !== 'GET') reply.pipe(response)
    else reply.once('data', (chunk: Buffer) => sendHalf(chunk, response, fault))
  })
  asked.on('error', () => response.destroy())
  request.pipe(asked)
}

function sendHalf(chunk: Buffer, response: ServerResponse, fault: 'stall' | 'cut'): void {
  response.write(chunk.subarray(0, chunk.length / 2), () => {
    if (fault === 'cut') response.destroy()
  })
}
