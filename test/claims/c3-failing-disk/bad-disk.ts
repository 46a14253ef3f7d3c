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
import type { Cluster } from '../../support/databases/postgres.ts'
import type { ProofContext } from '../../support/proofs/proof.ts'

/** What a disk does to the shop on it, for a while. */
export interface Trouble {
  begin: () => Promise<void>
  /** How many writes failed by it, when that can be told from outside. */
  end: () => Promise<number | undefined>
}

/** A folder that is a small file system in memory. The proof needs `mounts`. */
export function smallDisk(context: ProofContext, name: string, megabytes: number): string {
  const folder = path.join(context.folder, name)
  mkdirSync(folder)
  // PostgreSQL is not root and must come through.
  chmodSync(context.folder, 0o711)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'proof', folder])
  context.onEnd(() => execFileSync('umount', ['-l', folder]))
  return folder
}

/** All there is of a small disk is taken, to the last block. */
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

/** Whose writes fail. */
interface Target {
  processes: () => number[]
  /** Only those to these files, the n-th time; undefined for all. */
  files?: (n: number) => string[] | undefined
}

/**
 * One in twenty writes of each thread of these processes, and of those that they start, fails with ENOSPC: by strace
 * (https://man7.org/linux/man-pages/man1/strace.1.html, "Tampering"). Only writes that say where in the file, as databases
 * do: Node wakes its own threads by the others, and ends itself when that fails.
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
      // Not always the same ones: a database writes to recover too, and gives up when that fails.
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
 * PostgreSQL whose log cannot be written panics and recovers. Where the same disk fails in the tables too, it mostly
 * cannot, and gives up: so one time this, one time that.
 */
export function writesOf(cluster: Cluster): Target {
  return {
    processes: () => processesOf(cluster),
    files: (n) => (n % 2 === 0 ? undefined : logFilesOf(cluster)),
  }
}

/** Those of its write-ahead log that are there, and the next few: https://www.postgresql.org/docs/15/wal-internals.html */
function logFilesOf(cluster: Cluster): string[] {
  const folder = path.join(realpathSync(cluster.folder), 'data/pg_wal')
  const names = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))
  const last = BigInt(`0x${names.toSorted().at(-1)}`)
  const next = Array.from({ length: 4 }, (_, n) =>
    (last + BigInt(n + 1)).toString(16).toUpperCase().padStart(24, '0'),
  )
  return [...names, ...next].map((name) => path.join(folder, name))
}

/** PostgreSQL's first process and all it has started. */
function processesOf(cluster: Cluster): number[] {
  const [first = ''] = readFileSync(path.join(cluster.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
  return [first, ...children.trim().split(' ')].map(Number)
}
