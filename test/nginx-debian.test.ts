import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianFile } from './support/debian-files.ts'
import { openScope } from './support/scope.ts'
import { ROOT } from './support/test-environment.ts'

/**
 * `deploy/nginx.conf` as shipped, as Debian's unit starts it: as root with empty folders of its package, and with a socket as
 * standard error (as under systemd, a pipe of Node is one). In namespaces of its own, where ports 80 and 443 are free and
 * what is written to /etc and /var is gone with them.
 */
const UNIT = 'daemon on; master_process on;'
const SCRIPT = `set -e
ip link set lo up
mount -t tmpfs none "$1/over"
for folder in etc var; do
  mkdir -p "$1/over/$folder/up" "$1/over/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$1/over/$folder/up,workdir=$1/over/$folder/work" /$folder
done
for folder in /etc/nginx /var/lib/nginx /var/log/nginx /var/www; do
  mkdir -p $folder
  mount -t tmpfs none $folder
done
mount -t tmpfs none /run
cp -r "$1/etc/." /etc/nginx/
# The variable NGINX is nginx's own: sockets to inherit.
nginx() { "$NGINX_PROGRAM" "$@"; }
mkdir -p /var/www/acme/.well-known/acme-challenge
echo proof > /var/www/acme/.well-known/acme-challenge/token
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout /etc/nginx/tls/privkey.pem -out /etc/nginx/tls/fullchain.pem 2>/dev/null
nginx -t -q -g '${UNIT}'
nginx -g '${UNIT}'
ask() { echo "== $*"; curl -sk --max-time 5 -D - "$@" | tr -d '\\r'; echo; }
ask http://127.0.0.1/.well-known/acme-challenge/token
ask http://127.0.0.1/productos?x=1
ask https://127.0.0.1/productos
ask https://127.0.0.1/api/products/
codes() { echo "== $1"; curl -sk --max-time 5 -o /dev/null -w '%{http_code}\\n' "https://127.0.0.1/productos?$1" | sort -u; }
codes 'page=[1-40]'
codes '%73earch=[1-40]'
echo "== workers"; ps -o user= -C nginx | sort -u
nginx -s quit`

it('compose.yaml changes what it finds in deploy/nginx.conf', () => {
  const [conf, compose] = ['nginx.conf', 'compose.yaml'].map((name) =>
    readFileSync(path.join(ROOT, 'deploy', name), 'utf8'),
  )
  const changes = [...(compose ?? '').matchAll(/-e 's\/(.+?)\/(.+?)\/'/g)]
  expect(changes.map(([, , to]) => to)).toEqual(['user nginx;', 'server shop:3000'])
  for (const [, from = ''] of changes) expect(conf).toMatch(new RegExp(from, 'm'))
})

const [nginx = '', types = ''] = ['usr/sbin/nginx', 'etc/nginx/mime.types'].map(debianFile)
const canTry = process.getuid?.() === 0 && nginx !== '' && existsSync('/usr/bin/curl')

describe.skipIf(!canTry)('deploy/nginx.conf on Debian, with no instance of the shop', () => {
  const scope = openScope()
  let said: Map<string, string>
  beforeAll(async () => {
    const etc = path.join(scope.folder, 'etc')
    mkdirSync(path.join(etc, 'tls'), { recursive: true })
    mkdirSync(path.join(scope.folder, 'over'))
    copyFileSync(types, path.join(etc, 'mime.types'))
    copyFileSync(path.join(ROOT, 'deploy/nginx.conf'), path.join(etc, 'nginx.conf'))
    const script = path.join(scope.folder, 'try.sh')
    writeFileSync(script, SCRIPT)
    const env = { ...process.env, NGINX_PROGRAM: nginx }
    const { stdout } = await promisify(execFile)('unshare', ['-mn', '--fork', 'sh', script, scope.folder], {
      env,
    })
    const parts = stdout.split(/^== /m).slice(1)
    said = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]))
  }, 30_000)
  afterAll(() => scope.end())

  it('starts, with workers that are not root', () => {
    expect(said.get('workers')).toContain('www-data')
  })

  it('serves the proof for a certificate, and sends the rest to https', () => {
    expect(said.get('http://127.0.0.1/.well-known/acme-challenge/token')).toMatch(/ 200 OK[^]*\nproof/)
    expect(said.get('http://127.0.0.1/productos?x=1')).toMatch(
      / 301 [^]*https:\/\/127\.0\.0\.1\/productos\?x=1/,
    )
  })

  it('limits searches more than the rest, however the name is written', () => {
    expect(said.get('page=[1-40]')).not.toContain('429')
    expect(said.get('%73earch=[1-40]')).toContain('429')
  })

  it('says in Spanish that the shop is down, to the API in JSON', () => {
    const page = said.get('https://127.0.0.1/productos') ?? ''
    expect(page).toMatch(/^HTTP\/2 503[^]*content-type: text\/html; charset=utf-8[^]*retry-after: 30/m)
    expect(page).toContain('<h1>Volvemos enseguida</h1>')
    const answer = said.get('https://127.0.0.1/api/products/') ?? ''
    expect(answer).toMatch(/^HTTP\/2 503[^]*content-type: application\/json; charset=utf-8/m)
    expect(JSON.parse(answer.slice(answer.indexOf('\n{')))).toMatchObject({
      code: 'UNAVAILABLE',
      request_id: /x-request-id: (\w+)/.exec(answer)?.[1],
    })
  })
})
