import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { Cluster } from '../../../test/support/databases/postgres.ts'
import type { ProofContext } from '../../support/proof.ts'

/** A temporary fault of the disk below the shop. */
export interface Trouble {
  begin: () => Promise<void>
  /** The number of failed writes, if known. */
  end: () => Promise<number | undefined>
}

/** A folder on a small file system in memory. The proof needs `mounts`. */
export function smallDisk(context: ProofContext, name: string, megabytes: number): string {
  const folder = path.join(context.folder, name)
  mkdirSync(folder)
  // PostgreSQL is not root and needs access.
  chmodSync(context.folder, 0o711)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'proof', folder])
  context.onEnd(() => execFileSync('umount', ['-l', folder]))
  return folder
}

/** Fills a small disk to its last block. */
export function fullDisk(disk: string): Trouble {
  const filler = path.join(disk, 'filler')
  return {
    begin: async () => fill(disk, filler),
    async end() {
      rmSync(filler)
      return undefined
    },
  }
}

function fill(disk: string, filler: string): void {
  const file = openSync(filler, 'w')
  const piece = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize > 64 * 1024) throw new Error(`${disk} is not full`)
}

/** The processes whose writes fail. */
interface Target {
  processes: () => number[]
  /** Only writes to these files, the n-th time; undefined for all. */
  files?: (n: number) => string[] | undefined
}

/**
 * One in twenty writes of each thread of these processes and their children fails with ENOSPC, injected by strace
 * (https://man7.org/linux/man-pages/man1/strace.1.html, "Tampering"). Only writes with an offset, as databases make them:
 * Node wakes its own threads by the others, and aborts when that fails.
 */
export function failingWrites(context: ProofContext, target: Target): Trouble {
  const found = path.join(context.folder, 'failed-writes')
  let times = 0
  let tracer: ReturnType<typeof spawn> | undefined
  context.onEnd(() => tracer?.kill('SIGKILL'))
  return {
    async begin() {
      const pids = target.processes()
      const files = target.files?.(times) ?? []
      // Not always the same writes: a database also writes to recover, and gives up when that fails.
      const when = `${20 * (1 + (times++ % 4))}+20`
      const fault = ['-e', 'trace=pwrite64', '-e', `inject=pwrite64:error=ENOSPC:when=${when}`]
      const whose = pids.flatMap((pid) => ['-p', String(pid)])
      const which = files.flatMap((file) => ['-P', file])
      const args = ['-f', ...whose, ...which, '-e', 'status=failed', ...fault, '-o', found]
      tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
      await untilAttached(tracer, pids.length)
    },
    async end() {
      if (!tracer) return 0
      if (tracer.exitCode === null) {
        const ended = once(tracer, 'exit')
        tracer.kill('SIGINT')
        await ended
      }
      tracer = undefined
      return existsSync(found) ? readFileSync(found, 'utf8').split('(INJECTED)').length - 1 : 0
    },
  }
}

function untilAttached(tracer: ReturnType<typeof spawn>, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    tracer.once('error', reject)
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)))
    tracer.stderr?.on('data', (text: Buffer) => {
      said += text
      if (said.split('attached').length > count) resolve()
    })
  })
}

/**
 * PostgreSQL panics and recovers when its log cannot be written. When the same disk also fails for tables, it mostly
 * cannot recover and gives up: so the two alternate.
 */
export function writesOf(cluster: Cluster): Target {
  return {
    processes: () => processesOf(cluster),
    files: (n) => (n % 2 === 0 ? undefined : logFilesOf(cluster)),
  }
}

/** The segments of its write-ahead log and the next few: https://www.postgresql.org/docs/15/wal-internals.html */
function logFilesOf(cluster: Cluster): string[] {
  const folder = path.join(realpathSync(cluster.folder), 'data/pg_wal')
  const names = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const last = BigInt(`0x${names.toSorted().at(-1)}`)
  const next = Array.from({ length: 4 }, (_, n) =>
    (last + BigInt(n + 1)).toString(16).toUpperCase().padStart(24, '0'),
  )
  return [...names, ...next].map((name) => path.join(folder, name))
}

/** The postmaster and all its children. */
function processesOf(cluster: Cluster): number[] {
  const [first = ''] = readFileSync(path.join(cluster.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
  return [first, ...children.trim().split(' ')].map(Number)
}
