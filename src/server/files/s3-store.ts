import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../config.ts'
import { DomainError } from '../errors.ts'
import { circuit } from './circuit.ts'
import { checkKey } from './keys.ts'
import { openBucket, type Patience } from './s3-bucket.ts'
import { S3Problem } from './s3-problem.ts'
import { tryOut } from './s3-try-out.ts'
import { type FileStore, noSpace, type StoredFile } from './store.ts'

interface Pace {
  /** Somebody looks at a page, somebody waits for an upload, nobody waits. */
  reading: Patience
  writing: Patience
  keeping: Patience
  /** A load balancer waits, often for no more than a second. */
  checking: Patience
  /** How long nobody waits for an S3 that is away. */
  restMs: number
  /** Health is asked for every few seconds, by several; S3 is not. */
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
/** A slow visitor holds so much of our memory at most, and no connection to S3. */
const AHEAD_BYTES = 256 * 1024

type Log = Pick<FastifyBaseLogger, 'warn'>

interface Settings {
  config: S3Config
  log: Log
  /** A quicker one, for tests. */
  pace?: Pace
}

/**
 * Files in a bucket, each an object: S3 keeps one whole or not at all, and answers when it is safe. Opening throws
 * `WrongSetting` when S3 refuses to work with these settings; when it does not answer, the shop starts without pictures.
 */
export async function openS3Store({ config, log, pace = PACE }: Settings): Promise<FileStore> {
  const bucket = openBucket(config)
  await tryOut(bucket, config, pace.reading).catch((error: unknown) => {
    if (!(error instanceof S3Problem)) throw error
    log.warn({ s3: error.facts }, 'S3 does not answer: no pictures until it does')
  })
  const explained = explainTo(log)
  const whileItAnswers = circuit({
    isOutage: (error) => error instanceof S3Problem && error.isOutage,
    refused: unreachable,
    restMs: pace.restMs,
  })
  const guarded = <Result>(work: () => Promise<Result>) => explained(() => whileItAnswers(work))

  async function* walk({
    under,
    after,
  }: {
    under?: string
    after?: string
  } = {}): AsyncGenerator<StoredFile> {
    let next: string | undefined
    do {
      const page = await guarded(() => bucket.list({ under, after, next }, pace.keeping))
      yield* page.files
      next = page.next
    } while (next !== undefined)
  }

  let checked: { at: number; result: Promise<unknown> } | undefined
  return {
    isElsewhere: true,
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
      const now = performance.now()
      if (!checked || now - checked.at > pace.checkedMs)
        checked = { at: now, result: explained(() => bucket.list({ most: 1 }, pace.checking)) }
      await checked.result
    },
  }
}

/** People hear that it cannot be done now, the log hears why. */
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
 * Takes from S3 as fast as it gives, up to a limit, however slowly it is read. When S3 ends early, so does the answer,
 * short of its announced length, which every browser notices.
 */
function readAhead(stream: Readable, key: string, log: Log): Readable {
  const ahead = new PassThrough({ readableHighWaterMark: AHEAD_BYTES })
  pipeline(stream, ahead, (error) => {
    // The visitor went away.
    if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    log.warn({ key, code: error.code ?? error.name }, 'S3 stopped in the middle of a file')
  })
  return ahead
}

function unreachable(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'El almacenamiento de imágenes no responde. Intentar de nuevo en unos minutos.',
    { retryAfterSeconds: 30 },
  )
}
