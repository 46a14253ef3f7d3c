import { NOT_A_PICTURE } from '../../contract/pictures.ts'
import { UPLOAD_BYTES, type Upload } from '../../contract/uploads.ts'
import type { UploadPreset } from '../db/tables.ts'
import { checkTurn, perHour, takeTurn, type Turn } from '../limits/quota.ts'
import { DomainError, invalid, notAllowed, noToken } from '../errors.ts'
import { visitorHash } from '../limits/address.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { storePicture } from './pictures.ts'
import { fileTooLarge, type ReceivedFile } from './receive-form.ts'
import { signedAddress } from './signed-address.ts'
import { deleteUnused, unusedBytes } from './upload-queries.ts'

const VISITOR_UPLOADS = perHour(12)
const ACCOUNT_UPLOADS = perHour(60)
/** Disk space for unused uploads, separately for photos of claims and pictures of the shop. */
const UNUSED_BYTES = 500 * 1024 * 1024

/** The account that uploads, or a visitor's address. */
export interface Uploader {
  user: SessionUser | undefined
  address: string
}

/**
 * Stores a picture; `cleanFiles` removes it unless something uses it. Everybody may upload `warranty`, within limits
 * (429), and admins the rest (401, 403). Throws like `storePicture`, and UNAVAILABLE when too much is unused.
 */
export async function uploadPicture(
  shop: Shop,
  { preset, file }: { preset: UploadPreset; file: ReceivedFile | undefined },
  by: Uploader,
): Promise<Upload> {
  admit(preset, by.user)
  if (!file) throw invalid({ file: [NOT_A_PICTURE] })
  // Before it is counted, so that a file that is too large can be replaced by another.
  if (file.bytes > UPLOAD_BYTES[preset]) throw fileTooLarge(UPLOAD_BYTES[preset])
  const isClaim = preset === 'warranty'
  if (isClaim) await takeTurn(shop.db, shop, turnOf(shop, by))
  if ((await unusedBytes(shop.db, isClaim)) >= UNUSED_BYTES) throw tooMuchUnused()
  const picture = await storePicture(shop, {
    preset,
    source: file.path,
    user: by.user,
    ownerHash: by.user ? undefined : visitorHash(shop.secret, by.address),
  })
  if (!isClaim) return picture
  return { ...picture, secure_url: signedAddress(shop, picture.secure_url.replace('/media/', '')) }
}

/** Throws the 429 of `uploadPicture`, before the form is received. */
export function checkUploadsLeft(shop: Shop, by: Uploader): Promise<void> {
  return by.user?.isAdmin ? Promise.resolve() : checkTurn(shop.db, shop, turnOf(shop, by))
}

/** Removes those uploads that nothing uses. Files that cannot be removed now are left to `cleanFiles`. */
export async function removeUnused(shop: Shop, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  for (const { preset, id } of await deleteUnused(shop.db, { ids })) {
    await removeFiles(shop, `${preset}/${id}`).catch((error: unknown) =>
      shop.log.warn({ err: error, id }, 'An unused picture was not removed'),
    )
  }
}

export async function removeFiles(shop: Shop, folder: string): Promise<void> {
  for (const key of await shop.files.list(`${folder}/`)) await shop.files.remove(key)
}

function admit(preset: UploadPreset, user: SessionUser | undefined): void {
  if (preset === 'warranty' || user?.isAdmin) return
  throw user ? notAllowed() : noToken()
}

function turnOf(shop: Shop, { user, address }: Uploader): Turn {
  return user
    ? { name: 'uploads', subject: user.id, quota: ACCOUNT_UPLOADS }
    : {
        name: 'uploads',
        subject: visitorHash(shop.secret, address).toString('base64url'),
        quota: VISITOR_UPLOADS,
      }
}

function tooMuchUnused(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'Hay demasiadas imágenes sin usar en la tienda. Probá de nuevo más tarde.',
    { retryAfterSeconds: 600 },
  )
}
