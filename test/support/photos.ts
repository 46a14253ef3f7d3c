import { randomBytes } from 'node:crypto'
import type { Db } from '../../src/server/db/connect.ts'

/** A picture that was uploaded and belongs to nothing yet, but for its file; answers its address. */
export async function insertPhoto(db: Db, preset: 'warranty' | 'banner' = 'warranty'): Promise<string> {
  const id = randomBytes(12).toString('hex')
  const file = { id, preset, width: 480, height: 480, bytes: 9, user_id: null, owner_hash: null }
  await db
    .insertInto('uploads')
    .values({ ...file, claimed_at: null, created_at: new Date() })
    .execute()
  return `/media/${preset}/${id}/480.webp`
}
