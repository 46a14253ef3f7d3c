import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Db } from '../../../src/server/db/connect.ts'

/** An upload that nothing uses yet, without its file; returns its address. */
export async function insertPhoto(
  db: Db,
  preset: 'warranty' | 'banner' | 'product' = 'warranty',
  at = new Date(),
): Promise<string> {
  const id = randomBytes(12).toString('hex')
  const file = { id, preset, width: 480, height: 480, bytes: 9, user_id: null, owner_hash: null }
  await db
    .insertInto('uploads')
    .values({ ...file, claimed_at: null, created_at: at })
    .execute()
  return `/media/${preset}/${id}/480.webp`
}

/** A JPEG of one colour. */
export function jpeg(width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2a6b3f' } })
    .jpeg()
    .toBuffer()
}
