import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../databases/postgres.ts'
import type { Scope } from '../scope.ts'
import { type Place, ROOT, SECRET } from '../test-environment.ts'
import { type Edit, EDITS, editsOfEnvironment, flagsFor } from '../../../proofs/wrong-builds/edits.ts'
import { locatePatches, type Patch, readSources } from '../../../proofs/wrong-builds/locate-patches.ts'

export interface Server {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  url: string
  port: number
  pid: number
  process: ChildProcess
  /** From its start to the first 200 of `/readyz`. */
  readyAfterMs: number
  /** Resolves to how it ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  isRunning: () => boolean
  kill: (signal: NodeJS.Signals) => void
  /** Sends SIGTERM, and SIGKILL after 20 s. Resolves to the duration and the exit code. */
  stop: () => Promise<{ ms: number; code: number | null }>
  /** Its whole log, standard output and error. */
  log: () => string
}

export interface ServerOptions {
  /** By default the whole shop with its built pages; see `serve-without-build.ts`. */
  program?: string
  args?: string[]
  /** Additional or other settings: see .env.example. */
  env?: Record<string, string>
  port?: number
  /** False: returns as soon as the process exists; then use `untilReady`. */
  waitUntilReady?: boolean
  /** More flags for Node. */
  flags?: string[]
  /** Applied to its sources after those of the wrong build. */
  patches?: Patch[]
  /** Program and arguments before Node, such as `faketime`. */
  wrapper?: string[]
}

/** Without the flags of scripts/run-file.mjs: a process must stay alive for messages of its parent. */
export const FLAGS = ['--disable-warning=ExperimentalWarning']
const END_WITH_PARENT = ['--import', path.join(ROOT, 'scripts/end-with-parent.mjs')]
/** As every start of the shop sets them: docs/decisions/0036-bounded-memory.md. */
export const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=16',
}
/** For `program`: the shop without a build, whose pages name its products. */
export const WITHOUT_BUILD = 'test/support/servers/serve-without-build.ts'

/**
 * A shop in production mode in its own process, which ends with the scope. Limits are off and only warnings are
 * logged unless `env` says otherwise. Throws with the log when it ends before it is ready.
 */
export async function startServer(scope: Scope, place: Place, options: ServerOptions = {}): Promise<Server> {
  const { program = 'src/server/main.ts', args = [], flags = [], wrapper = [] } = options
  const port = options.port ?? (await freePort())
  const logFile = path.join(mkdtempSync(path.join(scope.folder, 'server-')), 'log')
  const log = openSync(logFile, 'a')
  const edits = editsOfServer(options.patches)
  const node = [...FLAGS, ...END_WITH_PARENT, ...flagsFor(edits), ...flags]
  const [command = '', ...before]: string[] = [...wrapper, process.execPath]
  const began = performance.now()
  const child = spawn(command, [...before, ...node, program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...MEMORY,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      SHOP_SECRET: SECRET,
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'warn',
      DEMO: '0',
      [EDITS]: JSON.stringify(edits),
      ...options.env,
    },
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  scope.onEnd(async () => {
    if (isRunning()) child.kill('SIGKILL')
    await ended
  })
  const server: Server = {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    process: child,
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

/** Those of the wrong build, then those of the proof itself. */
function editsOfServer(patches: Patch[] = []): Edit[] {
  const edits = editsOfEnvironment()
  return patches.length === 0 ? edits : [...edits, ...locatePatches(readSources(ROOT), patches, edits)]
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
