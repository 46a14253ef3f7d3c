/**
 * Prepares every command: the pinned Node, packages, build. Plain JavaScript without packages, for any Node from 20
 * on, as it installs them.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const tools = join(root, 'node_modules', '.bin')
/** The pinned Node, also for a shell: `bin/node`. */
const pinned = join(root, 'bin', 'node')

/** Prepares the checkout; returns the Node to run the shop on, and an environment with it first on the PATH. */
export function prepare({ build }) {
  process.chdir(root)
  requireNode(20)
  installIfNeeded()
  requirePinnedNode()
  const env = { ...process.env, PATH: [dirname(pinned), tools, process.env.PATH].join(delimiter) }
  if (build) buildIfStale(env)
  return { node: pinned, env }
}

/** Ends with one line instead of a stack. */
export function fail(message) {
  console.error(message)
  process.exit(1)
}

function requireNode(major) {
  if (majorOf(process.versions.node) < major) {
    fail(`Hace falta Node ${major} o más nuevo, y este es ${process.version}: https://nodejs.org/es/download`)
  }
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

/** Hash of the installed lock file, as npm does not record that an installation was finished. */
const installedNote = join(root, 'node_modules', '.installed')

function installIfNeeded() {
  const wanted = hashOf([join(root, 'package-lock.json')])
  if (readNote(installedNote) === wanted) return
  requireWritable()
  if (!installedByHand()) install()
  writeFileSync(installedNote, wanted)
}

function install() {
  console.log('Instalando los paquetes…')
  // Not on the pinned Node, as npm is about to replace its folder.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => ![tools, dirname(pinned)].includes(folder))
  const env = { ...process.env, PATH: path.join(delimiter) }
  // With a registry that lacks optional packages of other systems, `npm ci` reports a valid lock file as out of
  // sync (npm 11: "Missing: …@ from lock file"). `npm install` installs the same versions.
  if (!runs('npm', ['ci', ...INSTALL], env)) runOrFail('npm', ['install', '--no-save', ...INSTALL], env)
}

function requireWritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(`No se puede escribir en ${root}: cloná el proyecto en una carpeta tuya y corré npm start ahí.`)
  }
}

/**
 * Packages that need a newer Node than the current one run on the pinned one, so npm's warnings of that are noise. The
 * build needs the development packages, also with NODE_ENV=production.
 */
const INSTALL = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', '--include=dev']

/** npm writes its copy of the lock file last, so a newer copy means that an `npm ci` by hand was finished. */
function installedByHand() {
  const copy = join(root, 'node_modules', '.package-lock.json')
  return existsSync(copy) && statSync(copy).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function requirePinnedNode() {
  const { stdout } = spawnSync(pinned, ['-v'], { encoding: 'utf8' })
  if (majorOf(stdout?.slice(1) ?? '') >= 24) return
  fail(
    `Para ${process.platform} ${process.arch} no traemos Node: instalá Node 24 o más nuevo (este es ${process.version}): https://nodejs.org/es/download`,
  )
}

const builtNote = join(root, 'dist', '.built')

function buildIfStale(env) {
  const inputs = ['src/web', 'src/contract', 'vite.config.ts', 'package.json', 'package-lock.json']
  const wanted = hashOf(inputs.flatMap((input) => listFiles(join(root, input))))
  if (readNote(builtNote) === wanted || builtByHand()) return
  requireWritable()
  // After `npm ci --omit=dev` by hand.
  if (!existsSync(join(tools, 'vite'))) install()
  console.log('Construyendo el sitio…')
  runOrFail('npm', ['run', '--silent', 'build'], env)
  mkdirSync(dirname(builtNote), { recursive: true })
  writeFileSync(builtNote, wanted)
}

/** After `npm run build` and `npm prune --omit=dev` there is a build but no Vite. */
function builtByHand() {
  return existsSync(join(root, 'dist', 'client')) && !existsSync(join(tools, 'vite'))
}

function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => listFiles(join(path, name)))
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function readNote(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function runOrFail(command, args, env) {
  if (!runs(command, args, env)) fail(`${[command, ...args].join(' ')} no terminó bien.`)
}

function runs(command, args, env) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' })
  if (error) console.error(error.message)
  return status === 0
}
