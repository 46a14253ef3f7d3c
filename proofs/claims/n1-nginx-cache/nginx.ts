import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ROOT } from '../../../test/support/test-environment.ts'

/** Otherwise nginx keeps a copy for each token by itself, and the configuration's rules are not tested. */
const NO_VARY = {
  find: 'proxy_ignore_headers Cache-Control;',
  replace: 'proxy_ignore_headers Cache-Control Vary;',
}

interface Spoiled {
  /** Each piece occurs once, or as often as `times` says. */
  pieces: { find: string; replace: string; times?: number }[]
  failsWith: RegExp
}

/** Deliberately wrong configurations. */
export const SPOILED: Record<string, Spoiled> = {
  'keeps-answers-to-tokens': {
    pieces: [{ find: 'proxy_no_cache $http_authorization $not_public;', replace: '' }, NO_VARY],
    failsWith: /a price for a visitor/,
  },
  'gives-tokens-what-is-kept': {
    pieces: [{ find: 'proxy_cache_bypass $http_authorization;', replace: '', times: 3 }, NO_VARY],
    failsWith: /no price for a customer/,
  },
  'one-page-for-both-gates': {
    pieces: [{ find: '$request_uri$encoding$age', replace: '$request_uri$encoding' }, NO_VARY],
    failsWith: /the page of the other gate/,
  },
  'gives-the-key-to-every-call': {
    pieces: [{ find: '~^/api/auth/ $key;', replace: '~^/ $key;' }],
    failsWith: /other cookies than it needs: \/api\/products\//,
  },
  'gives-every-cookie': {
    pieces: [{ find: '~^/api/auth/ $key;', replace: '~^/api/auth/ $http_cookie;' }],
    failsWith: /other cookies than it needs: \/api\/auth\//,
  },
  'gives-one-key-of-two': {
    pieces: [{ find: '(?:.*; browserKey\\d*=[^;]*)?', replace: '' }],
    failsWith: /other cookies than it needs: \/api\/auth\/token\/refresh\//,
  },
  'keeps-cookies': {
    pieces: [
      {
        find: 'proxy_ignore_headers Cache-Control;',
        replace: 'proxy_ignore_headers Cache-Control Set-Cookie;',
      },
    ],
    failsWith: /a cookie for another visitor/,
  },
  'keeps-nothing': {
    pieces: [{ find: 'proxy_cache_valid 200 404 1s;', replace: '' }],
    failsWith: /too little is kept/,
  },
  'keeps-for-long': {
    pieces: [{ find: 'proxy_cache_valid 200 404 1s;', replace: 'proxy_cache_valid 200 404 1m;' }],
    failsWith: /a change is not seen/,
  },
  'asks-who-has-gone': {
    pieces: [{ find: 'proxy_next_upstream error timeout;', replace: 'proxy_next_upstream off;' }],
    failsWith: /notices that one stops/,
  },
  'asks-one-for-a-script': {
    pieces: [{ find: 'error timeout http_404', replace: 'error timeout' }],
    failsWith: /scripts while upgrading/,
  },
  'believes-visitors': {
    pieces: [{ find: 'X-Forwarded-For $remote_addr', replace: 'X-Forwarded-For $http_x_forwarded_for' }],
    failsWith: /chose their own address/,
  },
  'lets-visitors-name-requests': {
    pieces: [{ find: 'X-Request-Id $request_id;', replace: 'X-Request-Id $http_x_request_id;' }],
    failsWith: /the id of a request is not one/,
  },
  'limits-nobody': {
    pieces: [{ find: 'rate=2r/s', replace: 'rate=1000r/s' }],
    failsWith: /one home searches without end/,
  },
  'limits-each-address-of-a-home': {
    pieces: [{ find: '$network;', replace: '$binary_remote_addr;' }],
    failsWith: /one home searches without end/,
  },
  'limits-all-homes-as-one': {
    pieces: [{ find: '{8}).{8}$', replace: '{4}).{12}$' }],
    failsWith: /another home is refused/,
  },
}

interface Nginx {
  program: string
  /** Its own folder for everything it reads and writes. */
  folder: string
  /** The https port. */
  port: number
  /** The http port. */
  plainPort: number
  shops: readonly { url: string }[]
  /** Keeps its limits, and believes `X-Address` about the visitor's address; else one address may ask for all. */
  limits?: boolean
  /** A name of `SPOILED`. */
  spoil: string | undefined
}

/** Debian's nginx with the configuration of `deploy/` and other paths, names and ports. Returns its certificate. */
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
  writeFileSync(place('nginx.conf'), spoiled(text, nginx.spoil))
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
    const isThere = await asker(
      port,
      ca,
    )('/healthz').then(
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

function configuration({ folder, port, plainPort, shops, limits = false }: Nginx): string {
  const servers = shops.map(({ url }) => `server ${new URL(url).host} max_fails=2 fail_timeout=5s;`).join(' ')
  const place = (name: string) => path.join(folder, name)
  const [http = '', site = ''] = ['http.conf', 'site.conf'].map((name) =>
    readFileSync(path.join(ROOT, 'deploy/nginx', name), 'utf8'),
  )
  const limited = limits
    ? `set_real_ip_from 127.0.0.1;\nreal_ip_header X-Address;\n${site}`
    : site
        .replace('limit_conn addresses 100', 'limit_conn addresses 1000')
        .replaceAll(/limit_req zone.*;/g, '')
  return `worker_processes 1;
pid ${place('pid')};
error_log ${place('error.log')} warn;
events {}
http {
include /etc/nginx/mime.types;
${configured(http)}
${configured(limited)}
}
`

  function configured(conf: string): string {
    return conf
      .replace(/server 127\.0\.0\.1:3000[^;]*;/, servers)
      .replaceAll('/var/lib/nginx/shop', place('cache'))
      .replaceAll('/var/log/nginx/access.log', place('access.log'))
      .replace(/listen 80;\n.*listen \[::\]:80;/, `listen 127.0.0.1:${plainPort};`)
      .replace(/listen 443 ssl http2;\n.*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`)
  }
}

function spoiled(text: string, name: string | undefined): string {
  if (name === undefined) return text
  let wrong = text
  for (const { find, replace, times = 1 } of SPOILED[name]?.pieces ?? []) {
    if (wrong.split(find).length - 1 !== times) throw new Error(`Not ${times} times there: ${find}`)
    wrong = wrong.replaceAll(find, replace)
  }
  if (wrong === text) throw new Error(`Nothing is spoiled by ${name}`)
  return wrong
}

export interface Answer {
  status: number
  /** Unpacked. */
  text: string
  /** Headers and text. */
  all: string
  /** `X-Cache` of nginx: `HIT` when it was cached. */
  cache: string
  requestId: string
}

/** Sends requests over https. */
export function asker(port: number, ca: string) {
  return (address: string, headers: Record<string, string> = {}, method = 'GET', body?: object) =>
    new Promise<Answer>((resolve, reject) => {
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
    })
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
