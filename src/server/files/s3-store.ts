import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../config.ts'
import { DomainError } from '../errors.ts'
import { atMostEvery } from '../limits/at-most-every.ts'
import { circuitBreaker } from '../limits/circuit-breaker.ts'
import { checkKey } from './keys.ts'
import { type Bucket, type ListPage, openBucket } from './s3-bucket.ts'
import type { Patience } from './s3-client.ts'
import { S3Problem } from './s3-problem.ts'
import { tryOut } from './s3-try-out.ts'
import { type FileStore, noSpace, type StoredFile } from './store.ts'

interface Pace {
  /** For a picture of a page. */
  reading: Patience
  /** For an upload that somebody waits for. */
  writing: Patience
  /** For background work. */
  keeping: Patience
  /** For health checks, as load balancers often wait only a second. */
  checking: Patience
  /** How long requests are refused at once when S3 is down. */
  restMs: number
  /** S3 is checked at most once within this time, however often the health is requested. */
  checkedMs: number
}

const PACE: Pace = {
  reading: { tryMs: 4_000, callMs: 8_000 },
  writing: { tryMs: 10_000, callMs: 25_000 },
  keeping: { tryMs: 8_000, callMs: 20_000 },
  checking: { tryMs: 800, callMs: 800 },
  restMs: 5_000,
  checkedMs: 10_000,
}
/** Memory for one slow visitor at most; it frees the connection to S3. */
const AHEAD_BYTES = 256 * 1024

type Log = Pick<FastifyBaseLogger, 'warn'>

interface Settings {
  config: S3Config
  log: Log
  /** Shorter times, for tests. */
  pace?: Pace
}

/**
 * Files in a bucket, each an object; S3 stores an object whole or not at all. Opening throws `WrongSetting` when S3 refuses
 * the settings; when it does not respond, the shop starts without pictures.
 */
export async function openS3Store({ config, log, pace = PACE }: Settings): Promise<FileStore> {
  const bucket = openBucket(config)
  await tryOut(bucket, config, pace.reading).catch((error: unknown) => {
    if (!(error instanceof S3Problem)) throw error
    log.warn({ s3: error.facts }, 'S3 does not answer: no pictures until it does')
  })
  return storeIn(bucket, pace, log)
}

function storeIn(bucket: Bucket, pace: Pace, log: Log): FileStore {
  const explained = explainTo(log)
  const whileItAnswers = circuitBreaker({
    isOutage: (error) => error instanceof S3Problem && error.isOutage,
    whenOpen: unreachable,
    restMs: pace.restMs,
  })
  const guarded = <Result>(work: () => Promise<Result>) => explained(() => whileItAnswers(work))
  const walk: FileStore['walk'] = (part) =>
    walkPages((next) => guarded(() => bucket.list({ ...part, next }, pace.keeping)))
  const check = atMostEvery(pace.checkedMs, () => explained(() => bucket.list({ most: 1 }, pace.checking)))
  return {
    isShared: true,
    async write(key, bytes) {
      checkKey(key)
      await guarded(() => bucket.put(key, bytes, pace.writing))
    },
    async read(key) {
      checkKey(key)
      const found = await guarded(() => bucket.get(key, pace.reading))
      return found && { stream: readAhead(found.stream, key, log), bytes: found.bytes }
    },
    async list(prefix) {
      const folder = prefix.replace(/\/$/, '')
      checkKey(folder)
      const keys: string[] = []
      for await (const { key } of walk({ under: `${folder}/` })) keys.push(key)
      return keys
    },
    walk,
    async remove(key) {
      checkKey(key)
      await guarded(() => bucket.remove(key, pace.keeping))
    },
    async check() {
      await check()
    },
  }
}

async function* walkPages(list: (next: string | undefined) => Promise<ListPage>): AsyncGenerator<StoredFile> {
  let next: string | undefined
  do {
    const page = await list(next)
    yield* page.files
    next = page.next
  } while (next !== undefined)
}

/** Turns an `S3Problem` into UNAVAILABLE, and logs it. */
function explainTo(log: Log) {
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof S3Problem)) throw error
      log.warn({ s3: error.facts }, 'S3 did not do it')
      throw error.isFull ? noSpace() : unreachable()
    }
  }
}

/**
 * Reads ahead from S3 up to a limit, however slow the client is. When S3 stops early, the response is shorter than
 * its announced length, which browsers notice.
 */
function readAhead(stream: Readable, key: string, log: Log): Readable {
  const ahead = new PassThrough({ readableHighWaterMark: AHEAD_BYTES })
  pipeline(stream, ahead, (error) => {
    // Premature close: the client has gone.
    if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    log.warn({ key, code: error.code ?? error.name }, 'S3 stopped in the middle of a file')
  })
  return ahead
}

function unreachable(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'El almacenamiento de imágenes no responde. Probá de nuevo en unos minutos.',
    { retryAfterSeconds: 30 },
  )
}
