/**
 * Programs that the tests need and npm does not install: PostgreSQL 15 or newer, Chromium, and for deploy/ promtool,
 * nginx and systemd-analyze. Missing ones are installed with apt-get (root on Debian); otherwise Playwright downloads
 * Chromium, and tests of deploy/ are skipped. TEST_INSTALL=0 installs nothing; TEST_DATABASE_URL and CHROMIUM_PATH
 * name an existing server and browser.
 */
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fail, root } from './prepare.mjs'

/** Returns the path of a Chromium. */
export function needChromium(node, env) {
  const found = findChromium(node, env)
  if (found) return found
  const withApt = canUseApt()
  const how = withApt ? 'apt-get install chromium-headless-shell' : 'playwright install chromium'
  announce('Chromium', how, 'CHROMIUM_PATH')
  // The headless shell: the interface of the full browser takes a fifth of the processor time.
  if (withApt) aptInstall('chromium-headless-shell')
  if (withApt && !findChromium(node, env)) aptInstall('chromium')
  if (!findChromium(node, env))
    run(node, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], env)
  return (
    findChromium(node, env) ??
    fail('No hay Chromium y no se pudo instalar: instalalo o indicá dónde está con CHROMIUM_PATH.')
  )
}

function findChromium(node, env) {
  const usual = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const paths = usual.map((name) => `/usr/bin/${name}`)
  return [process.env.CHROMIUM_PATH, ...paths, playwrightsOwn(node, env)].find((path) => path && canRun(path))
}

function playwrightsOwn(node, env) {
  const ask = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`
  return spawnSync(node, ['-e', ask], { cwd: root, env, encoding: 'utf8' }).stdout.trim()
}

/** Makes sure that the tests find a PostgreSQL (test/support/databases/postgres.ts starts it). */
export function needPostgres() {
  if (process.env.TEST_DATABASE_URL || hasPostgres()) return
  if (canUseApt()) {
    announce('PostgreSQL', 'apt-get install postgresql, sin crear ninguna base', 'TEST_DATABASE_URL')
    aptInstallPostgres()
  }
  if (!hasPostgres())
    fail(
      'No hay PostgreSQL 15 o más nuevo y no se pudo instalar: instalalo o indicá uno con TEST_DATABASE_URL.',
    )
}

/**
 * The package would create and start a cluster, which the tests do not need. A setting for pg_createcluster prevents
 * that and stays only while apt runs: https://manpages.debian.org/bookworm/postgresql-common/pg_createcluster.1
 */
function aptInstallPostgres() {
  const setting = '/etc/postgresql-common/createcluster.d/surbrote-tests.conf'
  mkdirSync(dirname(setting), { recursive: true })
  writeFileSync(setting, 'create_main_cluster = false\n')
  try {
    aptInstall('postgresql')
  } finally {
    rmSync(setting)
  }
}

/** Looks in the same places as test/support/databases/postgres.ts. */
function hasPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((name) => join(debian, name, 'bin')),
  ]
  return folders.some((folder) => {
    if (!['initdb', 'postgres'].every((name) => canRun(join(folder, name)))) return false
    const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/(\d+)/.exec(stdout)?.[1]) >= 15
  })
}

/** The triplet in the paths of libraries. */
const LIBRARIES = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/systemd`

/**
 * Debian packages used by tests without installing them, as that would start servers or replace the machine's init.
 * Their files go to `.cache/debian/`, where test/support/debian-files.ts finds them; the first one is the program.
 */
const TRIED_OUT = [
  { packages: ['prometheus'], files: ['usr/bin/promtool'], size: '19 MB' },
  { packages: ['nginx', 'nginx-common'], files: ['usr/sbin/nginx', 'etc/nginx/mime.types'], size: '1 MB' },
  {
    packages: ['systemd', 'libsystemd-shared'],
    files: ['usr/bin/systemd-analyze', `${LIBRARIES}/libsystemd-shared-252.so`],
    size: '5 MB',
  },
]

/** Fetches what is missing, as root on Debian; elsewhere its tests are skipped, and counted so. */
export function fetchTriedOut() {
  const missing = TRIED_OUT.filter(
    ({ files: [program] }) => ![join('/', program), join(kept, program)].some(canRun),
  )
  if (missing.length === 0 || !canUseApt() || process.env.TEST_INSTALL === '0') return
  run('apt-get', ['update', '-q'], process.env)
  for (const { packages, files, size } of missing) {
    announce(basename(files[0]), `apt-get download ${packages.join(' ')}, ${size}`)
    const folder = mkdtempSync(join(tmpdir(), 'surbrote-tests-'))
    try {
      run('apt-get', ['download', '-q', ...packages], process.env, folder)
      for (const file of readdirSync(folder)) run('dpkg-deb', ['-x', file, folder], process.env, folder)
      for (const file of files.filter((name) => existsSync(join(folder, name)))) {
        mkdirSync(dirname(join(kept, file)), { recursive: true })
        copyFileSync(join(folder, file), join(kept, file))
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

const kept = join(root, '.cache/debian')

/** Prints what is installed and how to prevent it; exits with TEST_INSTALL=0. */
function announce(program, how, setting) {
  if (process.env.TEST_INSTALL === '0')
    fail(`Falta ${program}, y con TEST_INSTALL=0 no se instala nada: instalalo o indicalo con ${setting}.`)
  const other = setting ? `; para usar otro: ${setting}` : ''
  console.log(`Falta ${program}: se trae (${how}). Para que no se traiga nada: TEST_INSTALL=0${other}.`)
}

function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-q'], env)
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  run('apt-get', ['install', ...options, name], env)
}

/** Callers check for the program instead of the exit code. */
function run(command, args, env, cwd = root) {
  spawnSync(command, args, { cwd, env, stdio: 'inherit', timeout: 10 * 60_000 })
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
