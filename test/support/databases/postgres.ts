import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const OLDEST = 15
const START_WITHIN = 30_000

export interface TestPostgres {
  /** As a superuser or at least a user who may create databases. */
  url: string
  stop: () => Promise<void>
}

/** The server of TEST_DATABASE_URL, or a new cluster in a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  // The files of a process share a database: none finds statistics of what another one wrote.
  const cluster = await createCluster({ settings: ['autovacuum=off'] })
  await cluster.start()
  return { url: cluster.url, stop: () => cluster.remove() }
}

/** A PostgreSQL that can be stopped like an operator or a power cut does, and started again. */
export interface Cluster {
  /** As the superuser. The port stays the same. */
  url: string
  port: number
  /** Contains all its files; owned by the user that PostgreSQL runs as. */
  folder: string
  /** Resolves when it accepts connections. */
  start: () => Promise<void>
  /** False also when it gave up by itself. */
  isRunning: () => boolean
  /** Like `pg_ctl stop -m`; resolves when the server has ended. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
}

/** Not started yet. `parent`: where to create its folder, `settings`: more of postgresql.conf, as `name=value`. */
export async function createCluster({
  parent = tmpdir(),
  sharedBuffers = '32MB',
  settings = [],
}: {
  parent?: string
  sharedBuffers?: string
  settings?: string[]
} = {}): Promise<Cluster> {
  const bin = findPostgres()
  if (!bin) {
    throw new Error(
      `These tests need PostgreSQL ${OLDEST} or newer: install it (Debian: apt-get install postgresql) or give TEST_DATABASE_URL.`,
    )
  }
  const owner = unprivilegedUser()
  const folder = mkdtempSync(join(parent, 'surbrote-pg-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'data')
  const asOwner = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: START_WITHIN,
    })
  try {
    asOwner('initdb', [
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  return {
    url,
    port,
    folder,
    async start() {
      // When the server gave up, only the shell is left: it must not remove the folder when we end.
      server?.stdin?.end('keep\n')
      server = spawnServer({ bin, cluster, folder, port, owner, sharedBuffers, settings })
      try {
        await untilReady(url, server, join(folder, 'log'))
      } catch (error) {
        rmSync(folder, { recursive: true, force: true })
        throw error
      }
    },
    isRunning: () => server?.exitCode === null && isThere(cluster),
    async stop(mode) {
      if (!server) return
      const ended = server.exitCode === null ? once(server, 'exit') : undefined
      server.stdin?.write('keep\n')
      asOwner('pg_ctl', ['stop', '-D', cluster, '-m', mode, '-w'])
      await ended
      server = undefined
    },
    async remove() {
      if (server) await stop(server, folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The folder with `initdb` and `postgres`: from the PATH, else the newest of Debian's. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find(
    (folder) => ['initdb', 'postgres'].every((name) => canRun(join(folder, name))) && isNewEnough(folder),
  )
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isNewEnough(folder: string): boolean {
  const version = /(\d+)/.exec(execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }))
  return Number(version?.[1]) >= OLDEST
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}

/**
 * Runs under a shell that reads a pipe from us. When we end in any way (Ctrl-C and `kill -9` too), the shell stops the
 * server and removes its folder, unless told to keep it. In its own process group, which Ctrl-C does not reach. fsync stays
 * on: races must wait where they wait in production.
 */
function spawnServer(place: {
  bin: string
  cluster: string
  folder: string
  port: number
  owner: { uid: number; gid: number } | undefined
  sharedBuffers: string
  settings: string[]
}): ChildProcess {
  const settings = [
    `shared_buffers=${place.sharedBuffers}`,
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...place.settings,
  ]
  const script = `
    folder=$1; shift
    "$@" >>"$folder/log" 2>&1 &
    server=$!
    read -r word
    [ "$word" = keep ] && { wait $server; exit; }
    kill -INT $server 2>/dev/null
    wait $server
    cd / && rm -rf "$folder"`
  const server = [join(place.bin, 'postgres'), '-D', place.cluster, '-p', String(place.port)]
  return spawn(
    'sh',
    ['-c', script, 'sh', place.folder, ...server, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...place.owner,
      cwd: place.folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
}

/** The postmaster removes its pid file when it ends, unless it is killed. */
function isThere(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

async function untilReady(url: string, server: ChildProcess, log: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < START_WITHIN; await sleep(50)) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      // Not up yet: try again.
    } finally {
      await client.end().catch(() => {})
    }
  }
  server.stdin?.end()
  const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
  throw new Error(`PostgreSQL did not start within ${START_WITHIN / 1000} s: ${said.slice(-2_000)}`)
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null) {
    const ended = once(server, 'exit')
    server.stdin?.end()
    await Promise.race([ended, sleep(10_000, undefined, { ref: false })])
  }
  rmSync(folder, { recursive: true, force: true })
}

export function dropDatabase(url: string, name: string): Promise<void> {
  return runOn(url, `drop database if exists ${name} with (force)`)
}

/** The address of a database on a server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** One statement, over a connection of its own. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
