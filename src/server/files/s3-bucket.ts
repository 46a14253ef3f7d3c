import type { Readable } from 'node:stream'
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { isKey } from './keys.ts'
import { call, getObject, openClient, type Patience, removeObject } from './s3-client.ts'
import type { StoredFile } from './store.ts'

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
    get: (key, patience) => getObject(client, { Bucket, Key: key }, patience),
    remove: (key, patience) => removeObject(client, { Bucket, Key: key }, patience),
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
