import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { problemOf, S3Problem } from './s3-problem.ts'

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

/** Sends no request. */
export function openClient(config: S3Config, { stalledMs = STALLED_MS } = {}): S3Client {
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
      socketTimeout: stalledMs,
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
export async function call<Result>(
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

interface ObjectName {
  Bucket: string
  Key: string
}

/** Undefined when the object does not exist. */
export async function getObject(
  client: S3Client,
  name: ObjectName,
  patience: Patience,
): Promise<{ stream: Readable; bytes: number } | undefined> {
  const command = new GetObjectCommand(name)
  const found = await unlessMissing(call('GetObject', patience, (options) => client.send(command, options)))
  // safe: on Node the SDK returns the stream of the response
  return found && { stream: found.Body as Readable, bytes: found.ContentLength ?? 0 }
}

export async function removeObject(client: S3Client, name: ObjectName, patience: Patience): Promise<void> {
  const command = new DeleteObjectCommand(name)
  await unlessMissing(call('DeleteObject', patience, (options) => client.send(command, options)))
}

async function unlessMissing<Result>(response: Promise<Result>): Promise<Result | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof S3Problem && error.isMissing) return undefined
    throw error
  }
}
