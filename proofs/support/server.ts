import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FLAGS } from '../../bench/support/load.ts'
import { freePort } from '../../test/support/postgres.ts'
import { type Patch, PATCHES } from './patch-sources.ts'
import { type Place, ROOT, SECRET } from './places.ts'
import type { ProofContext } from './proof.ts'

export interface Server {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url: string
  port: number
  pid: number
  /** From its start to the first 200 of `/readyz`. */
  readyAfterMs: number
  /** Resolves when it has ended, with how. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  isRunning: () => boolean
  kill: (signal: NodeJS.Signals) => void
  /** SIGTERM, and waits; SIGKILL after 20 s. How long it took, and its exit code. */
  stop: () => Promise<{ ms: number; code: number | null }>
  /** All it wrote to its log, standard output and error. */
  log: () => string
}

export interface ServerOptions {
  /** More settings, or others: see docs/operating.md. */
  env?: Record<string, string>
  port?: number
  /** False: returns as soon as the process is there; use `untilReady`. */
  waitUntilReady?: boolean
  /** More flags for Node. */
  flags?: string[]
  /** Replaced in its sources, besides what the wrong build replaces. */
  patches?: Patch[]
  /** Program and arguments before Node, such as `faketime`. */
  wrapper?: string[]
}

let started = 0

/**
 * The shop as `npm start` runs it (`src/server/main.ts`, production mode, built pages) in a process of its own, which
 * ends with the proof. Limits are off and only warnings are logged unless `env` says otherwise.
 */
export async function startServer(
  context: ProofContext,
  place: Place,
  options: ServerOptions = {},
): Promise<Server> {
  const port = options.port ?? (await freePort())
  started += 1
  const logFile = path.join(context.folder, `server-${started}.log`)
  const log = openSync(logFile, 'a')
  const patches = [...(JSON.parse(process.env[PATCHES] ?? '[]') as Patch[]), ...(options.patches ?? [])]
  const patched = patches.length > 0 ? ['--import', path.join(import.meta.dirname, 'patch-sources.ts')] : []
  const endWithParent = ['--import', path.join(ROOT, 'scripts/end-with-parent.mjs')]
  const [program = '', ...before] = [...(options.wrapper ?? []), process.execPath] as string[]
  const began = performance.now()
  const child = spawn(
    program,
    [...before, ...FLAGS, ...endWithParent, ...patched, ...(options.flags ?? []), 'src/server/main.ts'],
    {
      cwd: ROOT,
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.databaseUrl ?? '',
        SHOP_SECRET: SECRET,
        RATE_LIMIT_FACTOR: '0',
        LOG_LEVEL: 'warn',
        DEMO: '0',
        [PATCHES]: JSON.stringify(patches),
        ...options.env,
      },
    },
  )
  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  context.onEnd(async () => {
    if (isRunning()) child.kill('SIGKILL')
    await ended
  })
  const server: Server = {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    readyAfterMs: Number.NaN,
    ended,
    isRunning,
    kill: (signal) => void child.kill(signal),
    async stop() {
      const asked = performance.now()
      child.kill('SIGTERM')
      const tooLate = setTimeout(() => child.kill('SIGKILL'), 20_000)
      const { code } = await ended
      clearTimeout(tooLate)
      return { ms: performance.now() - asked, code }
    },
    log: () => readFileSync(logFile, 'utf8'),
  }
  if (options.waitUntilReady !== false) server.readyAfterMs = await untilReady(server, began)
  return server
}

/** Waits for the first 200 of `/readyz`; throws when the server ends, or after three minutes. Milliseconds since `began`. */
export async function untilReady(server: Server, began = performance.now()): Promise<number> {
  for (;;) {
    const status = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status,
      () => 0,
    )
    const ms = performance.now() - began
    if (status === 200) return ms
    if (!server.isRunning()) throw new Error(`The server ended: ${server.log().slice(-2_000)}`)
    if (ms > 180_000) throw new Error(`The server is not ready: ${server.log().slice(-2_000)}`)
    await sleep(10)
  }
}
