import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { openDiskStore } from './disk-store.ts'
import type { FileStore } from './store.ts'

/** The file store: a bucket if it is set, else a folder in the data folder. */
export async function openStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<FileStore> {
  if (!s3) return openDiskStore(path.join(dataDir, 'media'))
  // Loaded on demand: the SDK takes time and memory that a shop on its own disk need not spend.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store({ config: s3, log })
}
