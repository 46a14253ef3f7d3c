import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianFile } from './support/debian-files.ts'
import { openScope } from './support/scope.ts'
import { ROOT } from './support/test-environment.ts'

/**
 * `deploy/nginx` as shipped, beside Debian's nginx.conf and another site, as Debian's unit starts it: as root with empty
 * folders of its package, and with a socket as standard error (as under systemd, a pipe of Node is one). In namespaces of
 * its own, where ports 80 and 443 are free and what is written to /etc and /var is gone with them.
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
nginx -t -g '${UNIT}' 2>&1 | sed '1i == test'
nginx -g '${UNIT}'
here() { curl -sk --max-time 5 --resolve '*:80:127.0.0.1' --resolve '*:443:127.0.0.1' "$@"; }
ask() { echo "== $*"; here -D - "$@" | tr -d '\\r'; echo; }
ask http://tienda.example/.well-known/acme-challenge/token
ask http://tienda.example/productos?x=1
ask https://tienda.example/productos
ask https://tienda.example/api/products/
ask http://vecina.example/
for url in http://otra.example/ https://otra.example/ http://127.0.0.1/ https://127.0.0.1/; do
  echo "== $url"; here "$url" || echo "curl ended with $?"
done
echo "== wrong host"; here -H 'Host: otra.example' https://tienda.example/ || echo "curl ended with $?"
# From another address of the machine.
ip address add 192.0.2.7/32 dev lo
for path in /readyz /readyz/ //readyz /%72eadyz/; do
  ask --interface 192.0.2.7 --path-as-is "https://tienda.example$path" -o /dev/null
done
codes() { echo "== $1"; here -o /dev/null -w '%{http_code}\\n' "https://tienda.example/productos?$1" | sort -u; }
codes 'page=[1-40]'
codes '%73earch=[1-40]'
echo "== workers"; ps -o user= -C nginx | sort -u
nginx -s quit`

it('compose.yaml changes what it finds in deploy/nginx', () => {
  const read = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8')
  const changes = [...read('compose.yaml').matchAll(/-e ['"]s\/(.+?)\/(.+?)\/['"]/g)]
  expect(changes.map(([, , to]) => to)).toEqual(['server shop:3000', 'server_name $${name%%[:/]*};'])
  const [upstream = '', name = ''] = changes.map(([, from = '']) => from)
  expect(read('nginx/http.conf')).toContain(upstream)
  expect(read('nginx/site.conf').split(name)).toHaveLength(3)
})

const [nginx = '', types = '', debians = ''] = [
  'usr/sbin/nginx',
  'etc/nginx/mime.types',
  'etc/nginx/nginx.conf',
].map(debianFile)
const ANOTHER_SITE = 'server { listen 80; server_name vecina.example; return 200 vecina; }'
const canTry = process.getuid?.() === 0 && nginx !== '' && existsSync('/usr/bin/curl')

describe.skipIf(!canTry)('deploy/nginx on Debian, with no instance of the shop', () => {
  const scope = openScope()
  let said: Map<string, string>
  beforeAll(async () => {
    const etc = path.join(scope.folder, 'etc')
    for (const name of ['tls', 'conf.d', 'sites-enabled'])
      mkdirSync(path.join(etc, name), { recursive: true })
    mkdirSync(path.join(scope.folder, 'over'))
    copyFileSync(types, path.join(etc, 'mime.types'))
    copyFileSync(debians, path.join(etc, 'nginx.conf'))
    const deployed = { http: 'conf.d', site: 'sites-enabled', 'unknown-hosts': 'sites-enabled' }
    for (const [name, folder] of Object.entries(deployed))
      copyFileSync(path.join(ROOT, `deploy/nginx/${name}.conf`), path.join(etc, folder, `${name}.conf`))
    writeFileSync(path.join(etc, 'sites-enabled/vecina'), ANOTHER_SITE)
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

  it('starts without a warning, with workers that are not root', () => {
    expect(said.get('test')).not.toMatch(/warn|emerg/)
    expect(said.get('workers')).toContain('www-data')
  })

  it('serves the proof for a certificate, and sends the rest to https', () => {
    expect(said.get('http://tienda.example/.well-known/acme-challenge/token')).toMatch(/ 200 OK[^]*\nproof/)
    expect(said.get('http://tienda.example/productos?x=1')).toMatch(
      / 301 [^]*https:\/\/tienda\.example\/productos\?x=1/,
    )
  })

  it('leaves other sites as they are, and does not answer for unknown names', () => {
    expect(said.get('http://vecina.example/')).toMatch(/ 200 OK[^]*vecina/)
    for (const url of ['http://otra.example/', 'http://127.0.0.1/'])
      expect(said.get(url)).toContain('with 52')
    // The handshake is refused: no certificate tells which names are here.
    for (const url of ['https://otra.example/', 'https://127.0.0.1/'])
      expect(said.get(url)).toContain('with 35')
    expect(said.get('wrong host')).toMatch(/ended with (?:52|92)/)
  })

  it.each(['/readyz', '/readyz/', '//readyz', '/%72eadyz/'])('does not show %s to others', (address) => {
    const asked = `--interface 192.0.2.7 --path-as-is https://tienda.example${address} -o /dev/null`
    expect(said.get(asked)).toMatch(/^HTTP\/2 403/m)
  })

  it('limits searches more than the rest, however the name is written', () => {
    expect(said.get('page=[1-40]')).not.toContain('429')
    expect(said.get('%73earch=[1-40]')).toContain('429')
  })

  it('says in Spanish that the shop is down, to the API in JSON', () => {
    const page = said.get('https://tienda.example/productos') ?? ''
    expect(page).toMatch(/^HTTP\/2 503[^]*content-type: text\/html; charset=utf-8[^]*retry-after: 30/m)
    expect(page).toContain('<h1>Volvemos enseguida</h1>')
    const answer = said.get('https://tienda.example/api/products/') ?? ''
    expect(answer).toMatch(/^HTTP\/2 503[^]*content-type: application\/json; charset=utf-8/m)
    expect(JSON.parse(answer.slice(answer.indexOf('\n{')))).toMatchObject({
      code: 'UNAVAILABLE',
      request_id: /x-request-id: (\w+)/.exec(answer)?.[1],
    })
  })
})
