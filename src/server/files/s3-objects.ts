import type { Readable } from 'node:stream'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Config } from '../config.ts'
import { call, getObject, openClient, removeObject } from './s3-client.ts'
import { problemOf } from './s3-problem.ts'

/** For work that nobody waits for, over a slow line too. */
const PATIENCE = { tryMs: 60_000, callMs: 300_000 }
/** A server may be silent for as long while it puts the parts of a large object together. */
const STALLED_MS = 120_000
/** Two parts are in memory at once; S3 takes 10,000 of them. */
const PART_BYTES = 8 * 1024 ** 2
const PARTS_AT_ONCE = 2

export interface StoredObject {
  key: string
  bytes: number
  /** By the clock of the server. */
  writtenAt: Date
}

/** Large objects of a bucket, with names of any form. Each operation throws an `S3Problem`. */
export interface Objects {
  /** In parts, without holding the stream in memory. After a failure the bucket has nothing of it. */
  send(key: string, stream: Readable): Promise<void>
  get(key: string): Promise<{ stream: Readable; bytes: number } | undefined>
  list(under: string): Promise<StoredObject[]>
  remove(key: string): Promise<void>
}

/** Sends no request. */
export function openObjects(config: S3Config): Objects {
  const client = openClient(config, { stalledMs: STALLED_MS })
  const Bucket = config.bucket
  return {
    async send(key, stream) {
      const params = { Bucket, Key: key, Body: stream }
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
      await upload.done().catch((error: unknown) => {
        throw problemOf('PutObject', error)
      })
    },
    get: (key) => getObject(client, { Bucket, Key: key }, PATIENCE),
    async list(under) {
      const objects: StoredObject[] = []
      let next: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: under, ContinuationToken: next })
        const page = await call('ListObjectsV2', PATIENCE, (options) => client.send(command, options))
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified)
            objects.push({ key: Key, bytes: Size ?? 0, writtenAt: LastModified })
        next = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (next !== undefined)
      return objects
    },
    remove: (key) => removeObject(client, { Bucket, Key: key }, PATIENCE),
  }
}
