import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ShopProcess } from '../../test/support/shop-process.ts'
import { ROOT } from './places.ts'

/** What is called to start it, or undefined where there is none. */
export function findNginx(): string | undefined {
  return ['/usr/sbin/nginx', 'nginx'].find((name) => {
    try {
      execFileSync(name, ['-v'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** Configurations that are wrong on purpose. */
const BROKEN: Record<string, (text: string) => string> = {
  'keeps answers to tokens': (text) =>
    text
      .replaceAll('proxy_no_cache $http_authorization $not_public;', '')
      .replace('proxy_ignore_headers Cache-Control;', 'proxy_ignore_headers Cache-Control Vary;'),
  'gives tokens what is kept': (text) =>
    text
      .replaceAll('proxy_cache_bypass $http_authorization;', '')
      .replace('proxy_ignore_headers Cache-Control;', 'proxy_ignore_headers Cache-Control Vary;'),
  'one page for both gates': (text) =>
    text
      .replace('$request_uri$encoding$age', '$request_uri$encoding')
      .replace('proxy_ignore_headers Cache-Control;', 'proxy_ignore_headers Cache-Control Vary;'),
  'one instance is asked for a script': (text) => text.replace('error timeout http_404', 'error timeout'),
  'believes visitors': (text) =>
    text.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for'),
}

interface Nginx {
  program: string
  /** Of its own, for all it reads and writes. */
  folder: string
  /** Of https; http has the one below. */
  port: number
  shops: readonly Pick<ShopProcess, 'url'>[]
  /** A name of `BROKEN`. */
  broken: string | undefined
}

/** Debian's nginx on the configuration of `deploy/`, with other places, names and ports. Returns its certificate. */
export async function startNginx(nginx: Nginx, onEnd: (end: () => unknown) => void): Promise<string> {
  const { program, folder, port } = nginx
  const place = (name: string) => path.join(folder, name)
  for (const name of ['tls', 'cache', 'data']) mkdirSync(place(name), { recursive: true })
  // Its workers run as nobody.
  for (const name of ['', 'cache']) chmodSync(place(name), 0o777)
  const [key, certificate] = [place('tls/privkey.pem'), place('tls/fullchain.pem')]
  makeCertificate(key, certificate)
  const text = configuration(nginx)
    .replaceAll('/etc/nginx/tls/fullchain.pem', certificate)
    .replaceAll('/etc/nginx/tls/privkey.pem', key)
  writeFileSync(place('nginx.conf'), spoiled(text, nginx.broken))
  execFileSync(program, ['-t', '-q', '-p', folder, '-c', place('nginx.conf')], { stdio: 'inherit' })
  const running = spawn(program, ['-p', folder, '-c', place('nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  })
  onEnd(async () => {
    running.kill('SIGQUIT')
    await new Promise((resolve) => running.once('exit', resolve))
  })
  const ca = readFileSync(certificate, 'utf8')
  for (let tries = 0; ; tries++) {
    const isThere = await askNginx(port, ca, { address: '/healthz', headers: {}, method: 'GET' }).then(
      () => true,
      () => false,
    )
    if (isThere) return ca
    if (tries > 100) throw new Error(`nginx does not answer: ${readFileSync(place('error.log'), 'utf8')}`)
    await sleep(50)
  }
}

function makeCertificate(key: string, certificate: string): void {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
}

function configuration({ folder, port, shops }: Nginx): string {
  const servers = shops.map(({ url }) => `server ${new URL(url).host} max_fails=2 fail_timeout=5s;`).join(' ')
  const place = (name: string) => path.join(folder, name)
  return (
    readFileSync(path.join(ROOT, 'deploy/nginx.conf'), 'utf8')
      .replace(/server shop:3000[^;]*;/, servers)
      .replaceAll('/var/cache/nginx/shop', place('cache'))
      .replaceAll('/run/nginx.pid', place('pid'))
      .replaceAll('/dev/stdout', place('access.log'))
      .replaceAll('/dev/stderr', place('error.log'))
      .replace(
        /listen 80 default_server;\n.*listen \[::\]:80 default_server;/,
        `listen 127.0.0.1:${port - 1};`,
      )
      .replace(
        /listen 443 ssl http2 default_server;\n.*listen \[::\]:443 ssl http2 default_server;/,
        `listen 127.0.0.1:${port} ssl http2;`,
      )
      .replace('worker_processes auto', 'worker_processes 1')
      // One address asks for all here.
      .replace('limit_conn addresses 100', 'limit_conn addresses 1000')
  )
}

function spoiled(text: string, broken: string | undefined): string {
  if (broken === undefined) return text
  const spoil = BROKEN[broken]
  if (!spoil) throw new Error(`--broken: one of ${Object.keys(BROKEN).join(', ')}`)
  const wrong = spoil(text)
  if (wrong === text) throw new Error(`--broken ${broken} changes nothing`)
  return wrong
}

interface Asked {
  address: string
  headers: Record<string, string>
  method: string
  body?: object | undefined
}

/** Over https, and unpacked. */
export function askNginx(port: number, ca: string, { address, headers, method, body }: Asked) {
  return new Promise<{ status: number; text: string; all: string; cache: string; requestId: string }>(
    (resolve, reject) => {
      const sent = https.request(
        {
          host: '127.0.0.1',
          port,
          servername: 'localhost',
          ca,
          method,
          path: address,
          headers: { host: 'localhost', ...(body && { 'content-type': 'application/json' }), ...headers },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => {
            const text = unpacked(Buffer.concat(parts), answer.headers['content-encoding'])
            resolve({
              status: answer.statusCode ?? 0,
              text,
              all: `${JSON.stringify(answer.headers)}\n${text}`,
              cache: String(answer.headers['x-cache'] ?? ''),
              requestId: String(answer.headers['x-request-id'] ?? ''),
            })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    },
  )
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
