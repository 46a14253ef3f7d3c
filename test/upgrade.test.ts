import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScope } from './support/scope.ts'
import { ROOT } from './support/test-environment.ts'

/**
 * `deploy/install.sh` and `upgrade.sh` with releases of a shop that only answers, in namespaces of their own, without
 * systemd. `npm run first-day` runs them on a real one.
 */
interface Fake {
  /** The newest tables that it knows, and makes. */
  tables: number
  /** It ends after it has made them. */
  ends?: boolean
}

const ARCH = process.arch
const SHOP = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { PORT, DATA_DIR } = process.env
const { version, tables, ends } = JSON.parse(readFileSync('release.json', 'utf8'))
const file = DATA_DIR + '/db/tables'
mkdirSync(DATA_DIR + '/db', { recursive: true })
if (existsSync(file) && Number(readFileSync(file, 'utf8')) > tables) process.exit(78)
writeFileSync(file, String(tables))
if (ends) process.exit(1)
createServer((_, answer) => {
  answer.statusCode = existsSync(DATA_DIR + '/unready') ? 503 : 200
  answer.end(version)
}).listen(Number(PORT), '127.0.0.1')
`
const COMMAND = `
import { appendFileSync, mkdirSync } from 'node:fs'
const [verb, folder] = process.argv.slice(2)
appendFileSync('/run/units/calls', verb + ' with ' + process.cwd().split('/').at(-1) + ' as ' + process.env.MIGRATE_DATABASE_URL + '\\n')
if (verb === 'backup') mkdirSync(folder)
`

/** Says each thing once, under its heading. */
const SCRIPT = `
ip link set lo up
for folder in etc usr/local var; do
  mkdir -p "$1/over/$folder/up" "$1/over/$folder/work"
done
mount -t tmpfs none "$1/over"
for folder in etc usr/local var; do
  mkdir -p "$1/over/$folder/up" "$1/over/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$1/over/$folder/up,workdir=$1/over/$folder/work" /$folder
done
mount -t tmpfs none /opt && mkdir /opt/surbrote && mount -t tmpfs -o size=16m none /opt/surbrote
mount -t tmpfs none /run && mkdir /run/units
PATH="$1/bin:/usr/sbin:/usr/bin:/sbin:/bin"
cd "$1/un año nuevo"
release() { echo "$PWD/surbrote-$1-linux-${ARCH}.tar.gz"; }
state() { readlink /opt/surbrote/current; curl -s http://127.0.0.1:3000/readyz; echo; }
act() { name=$1; shift; echo "== $name"; "$@" 2>&1; echo "exit code $?"; }
upgrade() { sh /opt/surbrote/current/deploy/upgrade.sh "$@"; }

act 'install dry' sh surbrote-1.0.0/deploy/install.sh --dry-run
ls -A /opt/surbrote; id surbrote 2>&1
act install sh surbrote-1.0.0/deploy/install.sh
echo 'MAIL_FROM=kept@tienda.example' >> /etc/surbrote/surbrote.env
act 'install again' sh surbrote-1.0.0/deploy/install.sh
tail -1 /etc/surbrote/surbrote.env; ls /opt/surbrote/versions; ls /etc/systemd/system | grep surbrote
systemctl start surbrote
while ! curl -s http://127.0.0.1:3000/readyz; do sleep 0.1; done; echo

act damaged upgrade "$(release 1.1.0-damaged)"
act 'other processor' upgrade "$PWD/surbrote-1.1.0-linux-riscv.tar.gz"
act 'no checksum' upgrade "$PWD/surbrote-1.0.9-linux-${ARCH}.tar.gz"
act 'no such file' upgrade /nowhere/surbrote-1.1.0-linux-${ARCH}.tar.gz
act 'no version' upgrade "$PWD/try.sh"
dd if=/dev/zero of=/opt/surbrote/full bs=1k 2> /dev/null
cp "$(release 1.1.0)" "surbrote-1.1.0-linux-${ARCH} (1).tar.gz"
act 'second download' upgrade "$PWD/surbrote-1.1.0-linux-${ARCH} (1).tar.gz"
mkdir pages && echo '<h1>404</h1>' > "pages/surbrote-1.1.0-linux-${ARCH}.tar.gz"
(cd pages && sha256sum * > "surbrote-1.1.0-linux-${ARCH}.tar.gz.sha256")
act 'saved page' upgrade "$PWD/pages/surbrote-1.1.0-linux-${ARCH}.tar.gz"
act 'no room' upgrade "$(release 1.1.0)"
rm /opt/surbrote/full
: > /run/units/calls
act 'upgrade dry' upgrade --dry-run "$(release 1.1.0)"
echo "calls: $(cat /run/units/calls)"; state; ls /opt/surbrote/versions

act upgrade upgrade "$(release 1.1.0)"
state; ls /var/backups/surbrote | wc -l; ls /var/lib/surbrote
act 'upgrade again' upgrade "$(release 1.1.0)"
act back upgrade --back
state
act 'back again' upgrade --back
act 'dry with tables' upgrade --dry-run "$(release 1.3.0)"
touch /var/lib/surbrote/unready
act 'not ready' upgrade "$(release 1.1.0)"
act 'not ready again' upgrade "$(release 1.0.0)"
rm /var/lib/surbrote/unready
ls /opt/surbrote/versions
sed -i.kept 's/"commit": "/&0/' surbrote-1.0.0/release.json
act 'other commit' sh surbrote-1.0.0/deploy/install.sh
mv surbrote-1.0.0/release.json.kept surbrote-1.0.0/release.json
echo 'MAIL_FROM=La tienda <hola@tienda.example>' >> /etc/surbrote/surbrote.env
act 'unquoted setting' upgrade "$(release 1.1.0)"
act 'unquoted setting for shop' /usr/local/bin/shop check
sed -i '$d' /etc/surbrote/surbrote.env
act 'shop of nobody' setpriv --reuid 65534 --clear-groups /usr/local/bin/shop check
systemctl start surbrote-backup.timer
: > /run/units/calls
touch /run/units/etc-is-full
act 'full etc' upgrade "$(release 1.1.0)"
rm /run/units/etc-is-full
state; grep timer /run/units/calls; ls /opt/surbrote
act 'cut terminal' sh -c 'sh /opt/surbrote/current/deploy/upgrade.sh "$1" 2>&1 | :' sh "$(release 1.2.0)"
while [ -e /opt/surbrote/upgrading ] || ! curl -s http://127.0.0.1:3000/readyz; do sleep 0.1; done
systemctl show surbrote-backup.timer
act 'interrupted, first' upgrade "$(release 1.1.0)"
systemctl stop surbrote; systemctl stop surbrote-backup.timer; rm /run/units/surbrote.pid
printf '%s\\n' 1.0.0 '' surbrote.service > /opt/surbrote/upgrading
touch /opt/surbrote/timer-stopped
act interrupted upgrade "$(release 1.1.0)"
state; ls /opt/surbrote; systemctl show surbrote-backup.timer; systemctl stop surbrote-backup.timer
upgrade --back
mkdir -p node/bin links && cp "$2/bin/node" node/bin/ && ln -s "$PWD/node/bin" links/bin
act 'node of the path' env PATH="$PWD/links/bin:$1/bin:/usr/bin:/bin" node/bin/node -v
touch node/release.json
act 'node of a release' node/bin/node -v
act 'upgrade that ends' upgrade "$(release 1.2.0)"
state; ls /opt/surbrote/versions
echo sold > /var/lib/surbrote/db/order
act 'tables that the old one does not know' upgrade "$(release 1.3.0)"
state; cat /var/lib/surbrote/db/order; ls -d /var/lib/surbrote/db.*
act 'newer tables' upgrade "$(release 1.4.0)"
act 'back from newer tables' upgrade --back
state

echo DATABASE_URL=postgres://app@db/shop >> /etc/surbrote/surbrote.env
echo postgres://owner@db/shop > /etc/surbrote/owner
systemctl start surbrote@3001
while ! curl -s -o /dev/null http://127.0.0.1:3001/readyz; do sleep 0.1; done
: > /run/units/calls
act 'two instances' upgrade "$(release 1.5.0)"
state; curl -s http://127.0.0.1:3001/readyz; echo; grep -v daemon-reload /run/units/calls; ls /opt/surbrote/versions
systemctl stop surbrote; systemctl stop surbrote@3001
`

const canTry = process.getuid?.() === 0

describe.skipIf(!canTry)('install.sh and upgrade.sh', () => {
  const scope = openScope()
  const folder = path.join(scope.folder, 'un año nuevo')
  let said: Map<string, string>
  const of = (name: string) => said.get(name) ?? `nothing said of ${name}`

  beforeAll(async () => {
    for (const name of [folder, path.join(scope.folder, 'bin'), path.join(scope.folder, 'over')])
      mkdirSync(name)
    stub('systemctl', readFileSync(path.join(ROOT, 'test/support/release/systemctl.sh'), 'utf8'))
    // The Node of the test is not for every user.
    stub('runuser', '#!/bin/sh\nshift 3\nexec "$@"\n')
    stub('install', '#!/bin/sh\n[ ! -e /run/units/etc-is-full ] || exit 1\nexec /usr/bin/install "$@"\n')
    stub('node', '#!/bin/sh\necho the one of the path\n')
    makeRelease('1.0.0', { tables: 1 })
    makeRelease('1.1.0', { tables: 1 })
    makeRelease('1.1.0-damaged', { tables: 1 })
    writeFileSync(path.join(folder, `${nameOf('1.1.0-damaged')}.sha256`), `${'0'.repeat(64)}  x\n`)
    writeFileSync(path.join(folder, nameOf('1.0.9')), '')
    writeFileSync(path.join(folder, 'surbrote-1.1.0-linux-riscv.tar.gz'), '')
    makeRelease('1.2.0', { tables: 1, ends: true })
    makeRelease('1.3.0', { tables: 2, ends: true })
    makeRelease('1.4.0', { tables: 3 })
    makeRelease('1.5.0', { tables: 3 })
    const script = path.join(folder, 'try.sh')
    writeFileSync(script, SCRIPT)
    const unshare = ['-mnp', '--fork', '--kill-child', '--mount-proc', 'sh', script, scope.folder, ROOT]
    const { stdout } = await promisify(execFile)('unshare', unshare)
    const parts = stdout.split(/^== /m).slice(1)
    said = new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]))
  }, 240_000)
  afterAll(() => scope.end())

  function stub(name: string, text: string): void {
    writeFileSync(path.join(scope.folder, 'bin', name), text, { mode: 0o755 })
  }

  function nameOf(version: string): string {
    return `surbrote-${version}-linux-${ARCH}.tar.gz`
  }

  function makeRelease(version: string, fake: Fake): void {
    const root = path.join(folder, `surbrote-${version}`)
    for (const name of ['bin', 'src/server/operator', 'db/migrations'])
      mkdirSync(path.join(root, name), { recursive: true })
    cpSync(path.join(ROOT, 'deploy'), path.join(root, 'deploy'), { recursive: true })
    const write = (name: string, text: string, mode = 0o644) =>
      writeFileSync(path.join(root, name), text, { mode })
    write('release.json', JSON.stringify({ version, commit: version, ...fake }, null, 2))
    write('package.json', '{"type":"module"}')
    write('bin/node', `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, 0o755)
    write('src/server/main.ts', SHOP)
    write('src/server/operator/shop-command.ts', COMMAND)
    for (let table = 1; table <= fake.tables; table++) write(`db/migrations/000${table}_t.sql`, 'select 1')
    const file = path.join(folder, nameOf(version))
    execFileSync('tar', ['-czf', file, '-C', folder, path.basename(root)])
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(`${file}.sha256`, `${sha256}  ${nameOf(version)}\n`)
  }

  it('a dry run changes nothing', () => {
    expect(of('install dry')).toMatch(/useradd [^]*exit code 0\n[^]*id: [^]*no such user/)
    expect(of('install dry')).not.toMatch(/^versions$/m)
    expect(of('upgrade dry')).toMatch(/systemctl stop surbrote.service\n[^]*exit code 0\n/)
    expect(of('upgrade dry')).toMatch(/calls: list-units surbrote@\*\nversions\/1\.0\.0\n1\.0\.0\n1\.0\.0\n/)
  })

  it('an install keeps what is there', () => {
    expect(of('install')).toMatch(/completá \/etc\/surbrote\/surbrote\.env[^]*exit code 0/)
    expect(of('install again')).toMatch(/exit code 0\nMAIL_FROM=kept@tienda\.example\n1\.0\.0\n/)
    expect(of('install again')).toContain('surbrote@.service\nsurbrote@.service.d\n')
  })

  it.each([
    ['damaged', /está dañado.*bajá los dos otra vez/],
    ['other processor', /es para otro procesador: bajá surbrote-1\.1\.0-linux-\w+\.tar\.gz/],
    ['no checksum', /Falta .*\.sha256: bajalo/],
    ['no such file', /No existe \/nowhere/],
    ['no version', /no es el nombre de una versión/],
    [
      'second download',
      /cambió de nombre: corré mv '.* \(1\)\.tar\.gz' '.*\/surbrote-1\.1\.0-linux-\w+\.tar\.gz' y repetí/,
    ],
    ['saved page', /no es una versión entera de la tienda: bajá los dos otra vez y repetí: /],
    ['no room', /No alcanza el disco, en \/opt\/surbrote hacen falta \d+ MB y hay 0: hacé lugar/],
    ['back again', /No hay una versión anterior/],
    ['not ready', /La 1\.0\.0 no está lista y nada cambió: .* journalctl -u surbrote\.service y repetí: /],
    ['other commit', /La 1\.0\.0 instalada es de otro commit: pedí una versión con otro número/],
    ['unquoted setting', /surbrote\.env no se entiende: poné entre comillas .* '\/.*un año nuevo\/.*'$/],
    ['unquoted setting for shop', /surbrote\.env no se entiende: poné entre comillas .* check$/],
    ['shop of nobody', /Esto se corre como root: sudo sh \S+shop check/],
  ])('refuses with one sentence: %s', (name, sentence) => {
    const [, ...lines] = of(name).trimEnd().split('\n')
    expect(lines).toEqual([expect.stringMatching(sentence), 'exit code 1'])
  })

  it('an upgrade makes a backup, switches, and leaves nothing behind; again it does nothing', () => {
    expect(of('upgrade')).toMatch(/Corre la 1\.1\.0 en lugar de la 1\.0\.0[^]*exit code 0\n/)
    expect(of('upgrade')).toMatch(/versions\/1\.1\.0\n1\.1\.0\n1\ndb\n$/)
    expect(of('upgrade again')).toMatch(/Ya corre la 1\.1\.0: no hay nada que hacer\.\nexit code 0/)
  })

  it('goes back by hand, on the data of now', () => {
    expect(of('back')).toMatch(/Corre otra vez la 1\.0\.0[^]*exit code 0\nversions\/1\.0\.0\n1\.0\.0\n/)
  })

  it('comes back by itself when the new version ends', () => {
    expect(of('upgrade that ends')).toMatch(/Volvió la 1\.0\.0 con todos los datos[^]*exit code 1\n/)
    expect(of('upgrade that ends')).toMatch(/versions\/1\.0\.0\n1\.0\.0\n1\.0\.0\n1\.1\.0\n$/)
  })

  it('a dry run lists the units of the archive, and says what its tables mean', () => {
    expect(of('upgrade dry')).toContain('/etc/systemd/system/surbrote-backup.timer\n')
    expect(of('upgrade dry')).toContain('/etc/systemd/system/surbrote@.service.d/port.conf\n')
    expect(of('upgrade dry')).not.toContain('no entiende')
    expect(of('dry with tables')).toMatch(/La 1\.0\.0 no entiende las tablas de la 1\.3\.0/)
  })

  it('the version that runs stays, when it is not ready and comes again', () => {
    expect(of('not ready again')).toMatch(/La 1\.0\.0 no está lista .*\nexit code 1\n1\.0\.0\n1\.1\.0\n$/)
  })

  it('comes back when a step fails, and starts the timer again', () => {
    expect(of('full etc')).toMatch(/La 1\.1\.0 no se pudo poner\.\n[^]*Volvió la 1\.0\.0 [^]*exit code 1\n/)
    expect(of('full etc')).toMatch(
      /versions\/1\.0\.0\n1\.0\.0\nstop surbrote-backup\.timer\nstart surbrote-backup\.timer\ncurrent\nversions\n$/,
    )
  })

  it('comes back when nobody reads what it says', () => {
    expect(of('cut terminal')).toMatch(/exit code 0\n1\.0\.0active\n$/)
  })

  it('ends an interrupted upgrade, with the instances and the timer that it had stopped', () => {
    expect(of('interrupted')).toMatch(
      /Corre la 1\.1\.0 en lugar de la 1\.0\.0[^]*exit code 0\nversions\/1\.1\.0\n1\.1\.0\ncurrent\nprevious\nversions\nactive\n/,
    )
  })

  it('bin/node takes the one of the path once, and none in a release', () => {
    const expected = {
      'node of the path': /the one of the path\nexit code 0/,
      'node of a release': /no corre en esta máquina: bajá .*-linux-\w+\.tar\.gz .*\nexit code 126/,
    }
    for (const [name, text] of Object.entries(expected)) expect(of(name)).toMatch(text)
  })

  it('comes back with the copy from before when the old version does not know the tables', () => {
    const text = of('tables that the old one does not know')
    expect(text).toMatch(/La 1\.0\.0 no entiende las tablas de la 1\.3\.0/)
    expect(text).toMatch(/Volvió la 1\.0\.0 con la base de antes de la 1\.3\.0[^]*exit code 1\n/)
    expect(text).toMatch(/versions\/1\.0\.0\n1\.0\.0\nsold\n\/var\/lib\/surbrote\/db\.1\.3\.0-\S+\n$/)
  })

  it('does not go back by hand to a version that does not know the tables', () => {
    expect(of('newer tables')).toMatch(/Corre la 1\.4\.0[^]*exit code 0\n/)
    const text = of('back from newer tables')
    expect(text).toMatch(/La 1\.0\.0 no arranca con las tablas de ahora y sigue la 1\.4\.0[^]*exit code 1\n/)
    expect(text).toContain('versions/1.4.0\n1.4.0\n')
  })

  it('migrates once, as the owner, and takes one instance after the other; three versions stay', () => {
    const [, after = ''] = of('two instances').split('exit code 0\n')
    expect(after.split('\n').filter((line) => !line.startsWith('list-units'))).toEqual([
      'versions/1.5.0',
      '1.5.0',
      '1.5.0',
      expect.stringMatching(/^backup with 1\.4\.0 as /),
      'migrate with 1.5.0 as postgres://owner@db/shop',
      ...['surbrote', 'surbrote@3001'].flatMap((unit) =>
        ['stop', 'reset-failed', 'start'].map((verb) => `${verb} ${unit}`),
      ),
      '1.1.0',
      '1.4.0',
      '1.5.0',
      '',
    ])
  })
})
