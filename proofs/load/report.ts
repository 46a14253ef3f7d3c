import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { Client } from 'pg'
import { findPostgres } from '../../test/support/databases/postgres.ts'
import { type Load, type LoadResult, measure } from './load.ts'
import type { Place } from '../../test/support/test-environment.ts'
import type { BenchServer } from './bench-server.ts'

/** Machine and time, without which figures mean nothing. */
export function printHeading(title: string): void {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const postgres = findPostgres()
  const version = postgres && execFileSync(`${postgres}/postgres`, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`\n${title} · ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`)
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${memory} GB, load before ${loadNow()}`,
  )
  console.log(
    `Node ${process.version}, ${version ?? 'no PostgreSQL'}; server, database and load on the same cores\n`,
  )
}

/**
 * One line of a table. The CPU time of a response hardly changes when the machine is busy; the other figures do, so `load`
 * says how busy it was.
 */
export async function measuredLine(
  work: { server: BenchServer; place: Place; expected: number },
  load: Omit<Load, 'ports'>,
) {
  const cpu = async () => ({
    server: await work.server.cpuMicroseconds(),
    database: await databaseMicroseconds(work.place),
  })
  const before = await cpu()
  const result: LoadResult = await measure({ ...load, ports: work.server.ports }, work.expected)
  const after = await cpu()
  return {
    'per second': Math.round(result.perSecond),
    'p50 ms': Number(result.p50.toFixed(2)),
    'p99 ms': Number(result.p99.toFixed(2)),
    'server CPU µs': Math.round((after.server - before.server) / result.answers),
    'PostgreSQL CPU µs': Math.round((after.database - before.database) / result.answers),
    load: loadNow(),
  }
}

/** CPU time of PostgreSQL's processes as Linux counts it, in ticks of 10 ms; elsewhere, and when embedded, 0. */
async function databaseMicroseconds({ databaseUrl }: Place): Promise<number> {
  const postmaster = databaseUrl === undefined ? undefined : await postmasterOf(databaseUrl)
  if (postmaster === undefined) return 0
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => ticksOf(id, postmaster))
  return ticks.reduce((sum, each) => sum + each, 0) * 10_000
}

/** The parent of all PostgreSQL processes, if it runs on this machine. */
async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = `/proc/${rows[0]?.pid}/stat`
  const parent = existsSync(stat) ? /\) \S (\d+)/.exec(readFileSync(stat, 'utf8'))?.[1] : undefined
  await client.end()
  return parent === undefined ? undefined : Number(parent)
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: field 4 is the parent, 14 to 17 are the times. */
function ticksOf(id: string, postmaster: number): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index] ?? 0,
    )
    // Times of ended children are added to their parent.
    if (Number(id) === postmaster) return user + system + endedUser + endedSystem
    return parent === postmaster ? user + system : 0
  } catch {
    return 0 // it has ended
  }
}

/** The load average of the last minute. */
export function loadNow(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1))
}
