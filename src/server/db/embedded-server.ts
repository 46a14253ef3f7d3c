import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerSetup } from './embedded-worker.ts'
import type { DatabaseLog } from './engine.ts'
import { canOptimize, optimizeNoQueries } from './optimizer.ts'

interface Place {
  log: DatabaseLog
  folder?: string
  dump?: Blob | undefined
}

/** Runs PGlite in a worker thread that the main thread connects to like a server. */
export class EmbeddedServer {
  readonly #place: Place
  readonly #fsyncs = new Int32Array(new SharedArrayBuffer(4))
  #thread: Promise<Worker>
  #connection: EmbeddedConnection | undefined
  #connections = 0
  #closing = false

  /** Resolves when the database answers. */
  static async start(place: Place): Promise<EmbeddedServer> {
    if (!canOptimize()) optimizeNoQueries()
    const server = new EmbeddedServer(place)
    await server.#thread
    return server
  }

  private constructor(place: Place) {
    this.#place = place
    this.#thread = this.#startThread()
  }

  /** Number of files that the database has synced to disk. */
  get fsyncs(): number {
    return Atomics.load(this.#fsyncs, 0)
  }

  /** A connection that `pg` uses like a socket. It ends the previous one, as there is only one session. */
  connect(): EmbeddedConnection {
    this.#connection?.destroy()
    this.#connections += 1
    const number = this.#connections
    this.#connection = new EmbeddedConnection({
      open: async () => {
        // The next connection retries a failed restart, e.g. after a full disk.
        this.#thread = this.#thread.catch(() => this.#startThread())
        await this.#thread
      },
      send: async (bytes) => tell(await this.#thread, { kind: 'bytes', connection: number, bytes }),
    })
    return this.#connection
  }

  /** A dump of the whole database, to start another one from. */
  async dump(): Promise<Blob> {
    const thread = await this.#thread
    const dump = new Promise<Blob>((resolve) => {
      const listener = (message: FromWorker) => {
        if (message.kind !== 'dump') return
        thread.off('message', listener)
        resolve(message.dump)
      }
      thread.on('message', listener)
    })
    tell(thread, { kind: 'dump' })
    return dump
  }

  /** For tests: ends the thread as a failure would. */
  async crash(): Promise<void> {
    await (await this.#thread).terminate()
  }

  /** For tests: bytes in use on the thread's heap. */
  async heapBytes(): Promise<number> {
    const thread = await this.#thread
    // A heap snapshot begins with a garbage collection.
    await finished((await thread.getHeapSnapshot()).resume())
    return (await thread.getHeapStatistics()).used_heap_size
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#connection?.destroy()
    const thread = await this.#thread
    const closed = new Promise<void>((resolve) => {
      thread.on('message', (message: FromWorker) => message.kind === 'closed' && resolve())
      thread.on('exit', () => resolve())
    })
    tell(thread, { kind: 'close' })
    await closed
    await thread.terminate()
  }

  async #startThread(): Promise<Worker> {
    const { folder, dump } = this.#place
    const setup: WorkerSetup = { folder, dump, program: await compiled(), fsyncs: this.#fsyncs }
    const thread = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: setup,
      // Without the flags of this process, such as a test runner's loaders; type stripping needs none.
      execArgv: [],
    })
    const { promise: ready, resolve, reject } = Promise.withResolvers<Worker>()
    let isReady = false
    thread.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        isReady = true
        resolve(thread)
      } else if (message.kind === 'bytes') this.#deliver(message.connection, message.bytes)
      else if (message.kind === 'died')
        this.#place.log.error({ reason: message.reason }, 'The embedded database stopped')
    })
    thread.on('error', (thrown: unknown) => {
      const error = errorOf(thrown, this.#place.folder)
      reject(error)
      this.#place.log.error({ err: error }, 'The embedded database failed')
    })
    thread.on('exit', (code) => {
      reject(new Error(`The embedded database ended with code ${code} before it was ready`))
      if (isReady && !this.#closing) this.#restart()
    })
    return ready
  }

  /** Like PostgreSQL, which restarts after a crash and recovers from its log. */
  #restart(): void {
    this.#thread = this.#startThread()
    this.#thread.catch(() => undefined) // the next connection reports it
    this.#connection?.destroy(new Error('The embedded database stopped'))
  }

  #deliver(connection: number, bytes: Uint8Array): void {
    if (connection === this.#connections && bytes.length > 0)
      this.#connection?.push(Buffer.from(bytes.buffer))
  }
}

let program: Promise<WebAssembly.Module> | undefined

/** Compiled once a process: its threads share the code, also what V8 optimized for an earlier one. */
function compiled(): Promise<WebAssembly.Module> {
  program ??= compile().catch((error: unknown) => {
    // The next start tries again.
    program = undefined
    throw error
  })
  return program
}

async function compile(): Promise<WebAssembly.Module> {
  // `import.meta.resolve` is missing where a test runner loads modules.
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')))
}

/** PGlite throws what its file system threw, which is not an `Error` and has its own error numbers. */
function errorOf(thrown: unknown, folder: string | undefined): Error {
  if (thrown instanceof Error) return thrown
  const error = new Error(`The embedded database failed: ${JSON.stringify(thrown)}`)
  const isFull = (Object(thrown) as { errno?: unknown }).errno === NO_SPACE
  return isFull ? Object.assign(error, { code: 'ENOSPC', syscall: 'write', path: folder }) : error
}

/** https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md#errno */
const NO_SPACE = 51

function tell(thread: Worker, message: ToWorker): void {
  thread.postMessage(message, []) // no transferred objects
}

interface Wire {
  open(): Promise<void>
  send(bytes: Uint8Array): Promise<void>
}

/** The methods of a socket that `pg` calls: https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/connection.js */
class EmbeddedConnection extends Duplex {
  readonly #wire: Wire

  constructor(wire: Wire) {
    super()
    this.#wire = wire
  }

  connect(): this {
    this.#wire.open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    void this.#send(chunk, done)
  }

  /** `pg` corks the messages of a query: one round trip to the thread instead of five. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    void this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  async #send(bytes: Buffer, done: (error?: Error) => void): Promise<void> {
    try {
      await this.#wire.send(bytes)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
