import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run release [-- --arch arm64]`: packs what a server needs into `release/surbrote-<version>-linux-<arch>.tar.gz`,
 * with its SHA-256 beside it. Made from the commit alone, in a folder of its own; the same commit gives the same bytes
 * (decision 0047).
 */
const ROOT = path.join(import.meta.dirname, '..')
const ARCHS = ['x64', 'arm64']

/** What goes in, besides the built site and the packages of production. */
const PARTS = [
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  'bin',
  'db',
  'deploy',
  'docs/operating',
  'src/contract',
  'src/server',
  // For `DEMO=1` and `shop demo`; its pictures are ready, so the code that draws them stays out.
  'demo',
  'src/web/public/pictures',
]
const LEFT_OUT = ['*.test.*']
/** What differs between versions of npm, and nothing runs. */
const OF_NPM = ['node_modules/.bin', 'node_modules/.package-lock.json']

const { values } = parseArgs({ options: { arch: { type: 'string', default: process.arch } } })
if (!ARCHS.includes(values.arch)) fail(`--arch: hay versiones para ${ARCHS.join(' y ')}.`)
const commit = cleanCommit()
const work = mkdtempSync(path.join(tmpdir(), 'surbrote-release-'))
try {
  release(values.arch, work)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function release(arch: string, folder: string): void {
  const { version } = JSON.parse(git('show', `${commit}:package.json`)) as { version: string }
  const [checkout, packages] = [path.join(folder, 'checkout'), path.join(folder, 'packages')]
  const content = path.join(folder, `surbrote-${version}`)
  unpackCommit(checkout, ['.'])
  build(checkout)
  unpackCommit(packages, ['package.json', 'package-lock.json', '.npmrc'])
  installForServer(packages, arch)
  unpackCommit(content, [...PARTS, ...LEFT_OUT.map((name) => `:(exclude)${name}`)])
  cpSync(path.join(checkout, 'dist'), path.join(content, 'dist'), {
    recursive: true,
    filter: (file) => path.basename(file) !== '.built',
  })
  cpSync(path.join(packages, 'node_modules'), path.join(content, 'node_modules'), { recursive: true })
  for (const name of OF_NPM) rmSync(path.join(content, name), { recursive: true, force: true })
  writeFileSync(path.join(content, 'release.json'), `${JSON.stringify({ version, commit }, null, 2)}\n`)

  const target = path.join(ROOT, 'release')
  mkdirSync(target, { recursive: true })
  const file = path.join(target, `surbrote-${version}-linux-${arch}.tar.gz`)
  pack(folder, path.basename(content), file)
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`)
  console.log(`${path.relative(process.cwd(), file)}: ${statSync(file).size} bytes, sha256 ${sha256}`)
}

/** The commit that is checked out. Ends when it is not all that is here. */
function cleanCommit(): string {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0)
    fail('No se sabe de qué commit es este código: cloná el repositorio y corré ahí npm run release.')
  if (stdout !== '')
    fail(
      'Hay cambios sin commit, y una versión sale de un commit: mirá git status, y después npm run release.',
    )
  return git('rev-parse', 'HEAD').trim()
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
}

function unpackCommit(folder: string, pathspecs: string[]): void {
  mkdirSync(folder)
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', '--output', archive, commit, ...pathspecs], { cwd: ROOT })
  execFileSync('tar', ['-xf', archive, '-C', folder])
}

/** As `npm start` does it, with the packages of the lockfile. */
function build(checkout: string): void {
  const code = `import('./scripts/prepare.mjs').then(({ prepare }) => prepare({ build: true }))`
  run('node', ['-e', code], checkout)
}

function installForServer(folder: string, arch: string): void {
  const options = ['--omit=dev', '--ignore-scripts', '--loglevel=error', '--prefer-offline']
  const machine = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  run('npm', ['ci', ...options, ...machine], folder)
}

function run(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(`${program} ${args.join(' ')} no terminó bien: la versión no se hizo.`)
}

/** The same bytes each time: order, times, owners and modes do not depend on this machine. */
function pack(folder: string, name: string, file: string): void {
  const time = git('log', '-1', '--format=%ct', commit).trim()
  const tar = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const archive = path.join(folder, 'release.tar')
  execFileSync('tar', [...tar, '--mode=u=rwX,go=rX', '-cf', archive, '-C', folder, name])
  execFileSync('sh', ['-c', 'gzip -9n < "$1" > "$2"', 'sh', archive, file])
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
