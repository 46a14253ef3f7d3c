import { NOT_A_PICTURE } from '../../contract/pictures.ts'
import { UPLOAD_BYTES, type Upload } from '../../contract/uploads.ts'
import type { UploadPreset } from '../db/tables.ts'
import type { LimitName } from '../limits/limits.ts'
import { checkTurn, type Subject, takeTurn } from '../limits/quota.ts'
import { DomainError, invalid, notAllowed, noToken } from '../errors.ts'
import { visitorHash } from '../limits/address.ts'
import { callerOf } from '../limits/visitors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { storePicture } from './pictures.ts'
import { fileTooLarge, type ReceivedFile } from './receive-form.ts'
import { signedAddress } from './signed-address.ts'
import {
  deleteOldestUnused,
  deleteReleasedPhotos,
  deleteUnused,
  type Owner,
  unusedBytes,
  type UploadKey,
} from './upload-queries.ts'

const MEGABYTE = 1024 * 1024
/**
 * Space for never used uploads, separate for claim photos and pictures of the shop. One account or visitor cannot
 * fill it alone, and visitors together leave some for accounts.
 */
const UNUSED_BYTES = { own: 100 * MEGABYTE, all: 500 * MEGABYTE, visitors: 400 * MEGABYTE }
/** Unused claim photos, and pictures no longer in use, are removed after this time. */
export const UNUSED_KEPT_MS = 24 * 60 * 60_000
/** How many of the oldest make room for a new one. */
const MADE_ROOM = 20

/** The account that uploads, or a visitor's address. */
interface Uploader {
  user: SessionUser | undefined
  address: string
}

/**
 * Stores a picture; `cleanFiles` removes it unless something uses it. Everybody may upload `warranty`, within limits
 * (429), and admins the rest (401, 403). Throws like `storePicture`, and UNAVAILABLE when too much of all is unused.
 */
export async function uploadPicture(
  shop: Shop,
  { preset, file }: { preset: UploadPreset; file: ReceivedFile | undefined },
  by: Uploader,
): Promise<Upload> {
  admit(preset, by.user)
  if (!file) throw invalid({ file: [NOT_A_PICTURE] })
  // Checked before counting, so that a file that is too large uses up no quota.
  if (file.bytes > UPLOAD_BYTES[preset]) throw fileTooLarge(UPLOAD_BYTES[preset])
  const isClaim = preset === 'warranty'
  if (isClaim) await takeTurn(shop.db, shop, ...turnOf(shop, by))
  const ownerHash = visitorHash(shop.secret, by.address)
  const owner: Owner = by.user ? { user: by.user } : { ownerHash }
  await makeRoom(shop, isClaim, owner)
  const picture = await storePicture(shop, { preset, source: file.path, ...owner })
  if (!isClaim) return picture
  return { ...picture, secure_url: signedAddress(shop, picture.secure_url.replace('/media/', '')) }
}

/** Throws the 429 of `uploadPicture`, before the form is received. */
export function checkUploadsLeft(shop: Shop, by: Uploader): Promise<void> {
  return by.user?.isAdmin ? Promise.resolve() : checkTurn(shop.db, shop, ...turnOf(shop, by))
}

/** Removes the unused ones of these uploads. */
export async function removeUnused(shop: Shop, ids: string[]): Promise<void> {
  if (ids.length > 0) await removeAll(shop, await deleteUnused(shop.db, ids))
}

/** Removes the claim photos of removed people, which no claim uses. */
export async function removeReleasedPhotos(shop: Pick<Shop, 'db' | 'files' | 'log'>): Promise<void> {
  await removeAll(shop, await deleteReleasedPhotos(shop.db))
}

/** Removes the files of deleted rows; `cleanFiles` finds those that cannot be removed now. */
export async function removeAll(shop: Pick<Shop, 'files' | 'log'>, uploads: UploadKey[]): Promise<void> {
  for (const { preset, id } of uploads) {
    await removeFiles(shop, `${preset}/${id}`).catch((error: unknown) =>
      shop.log.warn({ err: error, id }, 'An unused picture was not removed'),
    )
  }
}

async function removeFiles(shop: Pick<Shop, 'files'>, folder: string): Promise<void> {
  for (const key of await shop.files.list(`${folder}/`)) await shop.files.remove(key)
}

function admit(preset: UploadPreset, user: SessionUser | undefined): void {
  if (preset === 'warranty' || user?.isAdmin) return
  throw user ? notAllowed() : noToken()
}

function turnOf(shop: Shop, { user, address }: Uploader): [LimitName, Subject] {
  return [user ? 'uploads' : 'visitorUploads', callerOf(shop, user, address).subject]
}

/** Makes room by removing the oldest unused uploads that are older than a day. Throws if that is not enough. */
async function makeRoom(shop: Shop, isClaims: boolean, owner: Owner): Promise<void> {
  const before = new Date(shop.now().getTime() - UNUSED_KEPT_MS)
  for (const share of ['own', 'all'] as const) {
    const most = UNUSED_BYTES[share === 'all' && 'ownerHash' in owner ? 'visitors' : share]
    const isFull = async () => (await unusedBytes(shop.db, isClaims, owner))[share] >= most
    if (!(await isFull())) continue
    const which = { isClaims, before, most: MADE_ROOM, ...(share === 'own' && { owner }) }
    await removeAll(shop, await deleteOldestUnused(shop.db, which))
    if (await isFull()) throw TOO_MUCH_UNUSED[share]()
  }
}

const TOO_MUCH_UNUSED = {
  own: () =>
    new DomainError(
      'TOO_MANY_REQUESTS',
      'Subiste demasiadas imágenes que todavía no se usaron. Probá de nuevo mañana.',
      { retryAfterSeconds: 3_600 },
    ),
  all: () =>
    new DomainError(
      'UNAVAILABLE',
      'Hay demasiadas imágenes sin usar en la tienda. Probá de nuevo más tarde.',
      {
        retryAfterSeconds: 600,
      },
    ),
}
