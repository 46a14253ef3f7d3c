/** The two programs the tests need that npm does not bring: found, or installed where that is possible. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, root } from './prepare.mjs'

/** The path of a Chromium. */
export function needChromium(node, env) {
  return findChromium(node, env) ?? installChromium(node, env)
}

function findChromium(node, env) {
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  return [process.env.CHROMIUM_PATH, ...usual, playwrightsOwn(node, env)].find((path) => path && canRun(path))
}

function playwrightsOwn(node, env) {
  const ask = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`
  return spawnSync(node, ['-e', ask], { cwd: root, env, encoding: 'utf8' }).stdout.trim()
}

function installChromium(node, env) {
  console.log('Instalando Chromium…')
  if (canUseApt()) aptInstall(['chromium'])
  if (!findChromium(node, env))
    run(node, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], env)
  return (
    findChromium(node, env) ??
    fail('No hay Chromium y no se pudo instalar: instalalo o indicá dónde está con CHROMIUM_PATH.')
  )
}

/** Makes sure that the tests will find a PostgreSQL (test/support/postgres.ts starts it). */
export function needPostgres() {
  if (process.env.TEST_DATABASE_URL || hasPostgres()) return
  console.log('Instalando PostgreSQL…')
  if (canUseApt()) {
    aptInstall(['postgresql-common'])
    // The package would make a cluster and start it; the tests start their own and throw it away.
    const settings = '/etc/postgresql-common/createcluster.conf'
    if (existsSync(settings)) {
      const text = readFileSync(settings, 'utf8')
      writeFileSync(
        settings,
        `${text.replace(/^\s*create_main_cluster\s*=.*$/gm, '')}\ncreate_main_cluster = false\n`,
      )
    }
    aptInstall(['postgresql'])
  }
  if (!hasPostgres()) {
    fail(
      'No hay PostgreSQL 15 o más nuevo y no se pudo instalar: instalalo o indicá uno con TEST_DATABASE_URL.',
    )
  }
}

/** The same places as test/support/postgres.ts, which runs on what is found here. */
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

function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

let aptUpdated = false

function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!aptUpdated) run('apt-get', ['update', '-q'], env)
  aptUpdated = true
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold']
  run('apt-get', ['install', ...options, ...packages], env)
}

/** Whether it worked is asked of the result, not of the exit code. */
function run(command, args, env) {
  spawnSync(command, args, { cwd: root, env, stdio: 'inherit', timeout: 10 * 60_000 })
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
