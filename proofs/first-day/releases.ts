import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ROOT } from '../../test/support/test-environment.ts'

const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
const ARCHIVE = path.join(ROOT, 'release', nameOf(version))

export const VERSION = version

/** `surbrote-0.2.0-linux-x64.tar.gz` */
export function nameOf(number: string): string {
  return `surbrote-${number}-linux-${process.arch}.tar.gz`
}

/** Makes the release of this code, unless there is one: of a commit that differs in tests and documents alone. */
export function makeRelease(): void {
  if (existsSync(ARCHIVE)) {
    const same = ['diff', '--quiet', releasedCommit(), '--', '.', ':!test', ':!docs', ':!*.md']
    if (spawnSync('git', same, { cwd: ROOT }).status === 0) return
  }
  execFileSync('npm', ['run', '--silent', 'release'], { cwd: ROOT, stdio: 'inherit' })
}

/** Makes the release once more, of its commit in another folder, and throws when a byte differs. */
export function expectSameBytes(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'otra versión '))
  try {
    const clone = path.join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    execFileSync('git', ['checkout', '--quiet', releasedCommit()], { cwd: clone })
    execFileSync('npm', ['run', '--silent', 'release'], { cwd: clone, stdio: 'inherit' })
    const [first, second] = [ARCHIVE, path.join(clone, 'release', nameOf(version))].map(sha256Of)
    if (first !== second) throw new Error(`Two releases of one commit differ: ${first} and ${second}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function releasedCommit(): string {
  const text = execFileSync('tar', ['-xzOf', ARCHIVE, `surbrote-${version}/release.json`], { cwd: ROOT })
  return (JSON.parse(text.toString()) as { commit: string }).commit
}

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Unpacks the release into `folder`, to make others from it. */
export function unpackRelease(folder: string): void {
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', folder])
}

/** Copies the release and its SHA-256 to `folder`, as a download does. */
export function copyRelease(folder: string): void {
  execFileSync('cp', [ARCHIVE, `${ARCHIVE}.sha256`, folder])
}

/**
 * A later release with the same code, the number `next` and a migration more, into `folder`. `unpacked` is what
 * `unpackRelease` made; it stays so.
 */
export async function makeNext(
  unpacked: string,
  folder: string,
  next: string,
  migration: string,
): Promise<void> {
  const [from, to] = [path.join(unpacked, `surbrote-${version}`), path.join(unpacked, `surbrote-${next}`)]
  const sql = path.join(to, 'db/migrations/9000_next.sql')
  renameSync(from, to)
  renumber(to, next)
  writeFileSync(sql, migration)
  const file = path.join(folder, nameOf(next))
  const { stdout } = spawn('tar', ['-c', '-C', unpacked, path.basename(to)])
  // Stored, not compressed: half a minute less.
  await pipeline(stdout, createGzip({ level: 0 }), createWriteStream(file))
  writeFileSync(`${file}.sha256`, `${sha256Of(file)}  ${path.basename(file)}\n`)
  rmSync(sql)
  renumber(to, version)
  renameSync(to, from)
}

function renumber(folder: string, number: string): void {
  for (const name of ['package.json', 'release.json']) {
    const file = path.join(folder, name)
    const content = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, `${JSON.stringify({ ...content, version: number }, null, 2)}\n`)
  }
}
