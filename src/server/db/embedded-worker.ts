/**
 * The thread of the embedded database, so that a slow query does not block the HTTP server. It speaks PostgreSQL's wire
 * protocol over the message port, so both engines share one driver with the same errors and values.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { collectOnceStarted } from '../collect-once.ts'
import { DurableFolder } from './durable-folder.ts'
import { continueNumbers, wasKilled } from './given-numbers.ts'

export interface WorkerSetup {
  folder: string | undefined
  dump: Blob | undefined
  /** PostgreSQL. */
  program: WebAssembly.Module
  /** Shared; the first number counts the files synced. */
  fsyncs: Int32Array
}

export type ToWorker =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'dump' }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'dump'; dump: Blob }
  | { kind: 'closed' }
  | { kind: 'died'; reason: string }

const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs as a worker thread')
const setup = workerData as WorkerSetup

const recovers = setup.folder !== undefined && wasKilled(setup.folder)
const pglite = await PGlite.create({
  ...(setup.folder === undefined ? {} : { fs: new DurableFolder(setup.folder, setup.fsyncs, die) }),
  ...(setup.dump && { loadDataDir: setup.dump }),
  pgliteWasmModule: setup.program,
  extensions: { pg_trgm, unaccent },
  startParams: startParams(),
})
if (recovers) await continueNumbers(pglite)
tell({ kind: 'ready' })
collectOnceStarted()

port.on('message', (message: ToWorker) => {
  if (message.kind === 'bytes') answer(message.connection, message.bytes)
  else if (message.kind === 'dump')
    void pglite.dumpDataDir('none').then((dump) => tell({ kind: 'dump', dump }))
  else void close()
})

function answer(connection: number, bytes: Uint8Array): void {
  // PGlite has a single session: a new connection must not find the transaction or the settings of the last one.
  if (isStartup(bytes)) for (const sql of ['rollback', 'discard all']) run(queryMessage(sql), () => {})
  run(bytes, (part) => {
    // A view into PGlite's memory, so a copy is transferred.
    const copy = part.slice()
    port?.postMessage({ kind: 'bytes', connection, bytes: copy } satisfies FromWorker, [copy.buffer])
  })
}

/**
 * Runs messages synchronously. PGlite's only call that does not buffer: the others parse each answer into a list
 * (decision 0021).
 */
function run(bytes: Uint8Array, onRawData: (part: Uint8Array) => void): void {
  void pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
}

async function close(): Promise<void> {
  if (setup.folder !== undefined) await pglite.exec('checkpoint')
  await pglite.close()
  tell({ kind: 'closed' })
}

/** Ends the thread. The next connection starts another one, whose database recovers from the log on disk. */
function die(reason: string): void {
  tell({ kind: 'died', reason })
  process.exit(1)
}

function tell(message: FromWorker): void {
  port?.postMessage(message)
}

/** A startup packet is the only message without a type byte: its first byte belongs to its length and is 0. */
function isStartup(bytes: Uint8Array): boolean {
  return bytes[0] === 0
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-QUERY */
function queryMessage(sql: string): Uint8Array {
  const message = Buffer.alloc(sql.length + 6)
  message.write('Q', 0)
  message.writeInt32BE(sql.length + 5, 1)
  message.write(sql, 5)
  return message
}

/**
 * PGlite's defaults; on disk without `-F`, which turns fsync off. The memory of the WebAssembly module never shrinks, and
 * `analyze` reads 300 rows for each unit of the statistics target.
 */
function startParams(): string[] {
  const durable = setup.folder !== undefined
  const params = PGlite.defaultStartParams.filter((param) => param !== '-F' || !durable)
  const settings = [
    'shared_buffers=16MB',
    'default_statistics_target=20',
    // Its files are in the memory of the system, so an index costs no seeks.
    'random_page_cost=1.1',
    // Without autovacuum, a row that fills the list of new entries merges it: 4 MB take 0.4 s, and all others wait.
    'gin_pending_list_limit=256kB',
    'timezone=UTC',
    ...(durable ? ['wal_sync_method=fsync'] : []),
  ]
  return [...params, ...settings.flatMap((setting) => ['-c', setting])]
}
