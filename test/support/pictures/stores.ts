import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskStore } from '../../../src/server/files/disk-store.ts'
import { openS3Store } from '../../../src/server/files/s3-store.ts'
import type { FileStore } from '../../../src/server/files/store.ts'
import { startS3 } from './s3-server.ts'

const short = { tryMs: 1_000, callMs: 1_500 }
/** The shop's S3 timeouts, shortened. */
export const QUICK = {
  reading: short,
  writing: short,
  keeping: short,
  checking: short,
  restMs: 1_000,
  checkedMs: 0,
}

export const stores = ['disk', 's3'] as const

/** An empty store of this kind. */
export async function openTestStore(
  kind: (typeof stores)[number],
): Promise<{ store: FileStore; close(): Promise<void> }> {
  if (kind === 's3') {
    const s3 = await startS3()
    return { store: await openS3Store({ config: s3.config, log: { warn() {} } }), close: () => s3.close() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'surbrote-files-'))
  return {
    store: await openDiskStore(join(folder, 'media')),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
