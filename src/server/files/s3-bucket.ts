import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { isKey } from './keys.ts'
import { problemOf, S3Problem } from './s3-problem.ts'
import type { StoredFile } from './store.ts'

/** Time limits: of one try until the response begins, and of a call with all its tries. */
export interface Patience {
  tryMs: number
  callMs: number
}

const TRIES = 3
const CONNECT_MS = 2_000
/** Cuts connections without traffic for this long; a stalled download would keep one forever. */
const STALLED_MS = 15_000
const SOCKETS = 100

/** A page of a list, and the token of the next page. */
export interface ListPage {
  files: StoredFile[]
  next: string | undefined
}

/** The four operations of S3 that the shop uses. Each throws an `S3Problem`. */
export interface Bucket {
  put(key: string, bytes: Buffer, patience: Patience): Promise<void>
  get(key: string, patience: Patience): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(key: string, patience: Patience): Promise<void>
  /** Without objects whose names are not keys of the shop. */
  list(
    part: {
      under?: string | undefined
      after?: string | undefined
      next?: string | undefined
      most?: number
    },
    patience: Patience,
  ): Promise<ListPage>
}

/** Sends no request. */
export function openBucket(config: S3Config): Bucket {
  const client = openClient(config)
  const Bucket = config.bucket

  return {
    async put(key, bytes, patience) {
      const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentLength: bytes.length })
      await call('PutObject', patience, (options) => client.send(command, options))
    },
    async get(key, patience) {
      const command = new GetObjectCommand({ Bucket, Key: key })
      const found = await unlessMissing(
        call('GetObject', patience, (options) => client.send(command, options)),
      )
      // safe: on Node the SDK returns the stream of the response
      return found && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 }
    },
    async remove(key, patience) {
      const command = new DeleteObjectCommand({ Bucket, Key: key })
      await unlessMissing(call('DeleteObject', patience, (options) => client.send(command, options)))
    },
    async list({ under, after, next, most }, patience) {
      const command = new ListObjectsV2Command({
        Bucket,
        Prefix: under,
        StartAfter: after === '' ? undefined : after,
        ContinuationToken: next,
        MaxKeys: most,
      })
      const page = await call('ListObjectsV2', patience, (options) => client.send(command, options))
      const files = (page.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key !== undefined && isKey(Key) && LastModified
          ? [{ key: Key, bytes: Size ?? 0, writtenAt: LastModified }]
          : [],
      )
      return { files, next: page.IsTruncated ? page.NextContinuationToken : undefined }
    },
  }
}

function openClient(config: S3Config): S3Client {
  const agent = { keepAlive: true, maxSockets: SOCKETS }
  return new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // MinIO, Garage and others need the bucket in the path; all others accept it.
    forcePathStyle: true,
    // Not the newer checksums, which many servers refuse. Writes are signed with their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts: TRIES,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STALLED_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

interface Options {
  abortSignal: AbortSignal
  requestTimeout: number
}

/** The time limit ends when the response begins, as a file may take longer to arrive. */
async function call<Result>(
  operation: string,
  { tryMs, callMs }: Patience,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), callMs)
  try {
    return await work({ abortSignal: controller.signal, requestTimeout: tryMs })
  } catch (error) {
    throw problemOf(operation, error)
  } finally {
    clearTimeout(timer)
  }
}

async function unlessMissing<Result>(response: Promise<Result>): Promise<Result | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof S3Problem && error.isMissing) return undefined
    throw error
  }
}
