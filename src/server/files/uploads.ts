import { UPLOAD_BYTES, type Upload } from '../../contract/uploads.ts'
import type { UploadPreset } from '../db/tables.ts'
import { checkTurn, perHour, takeTurn, type Turn } from '../db/quota.ts'
import { DomainError, invalid } from '../errors.ts'
import { visitorHash } from '../http/address.ts'
import type { SessionUser } from '../http/caller.ts'
import type { Shop } from '../shop.ts'
import { storePicture } from './pictures.ts'
import { fileTooLarge, type ReceivedFile } from './receive-form.ts'
import { signedAddress } from './signed-address.ts'
import { deleteUnclaimed, unclaimedBytes } from './upload-queries.ts'

const VISITOR_UPLOADS = perHour(12)
const ACCOUNT_UPLOADS = perHour(60)
/** What nobody uses yet may take so much of the disk: photos of claims and pictures of the shop each. */
const UNCLAIMED_BYTES = 500 * 1024 * 1024

/** Who uploads: the account, or a visitor at an address. */
export interface Uploader {
  user: SessionUser | undefined
  address: string
}

/**
 * Keeps one picture until something uses it, for a day at most. `warranty` is open to everybody within limits (429),
 * the others to admins (401, 403). Other refusals: those of `storePicture`, and `UNAVAILABLE` when too much is unused.
 */
export async function uploadPicture(
  shop: Shop,
  { preset, file }: { preset: UploadPreset; file: ReceivedFile | undefined },
  by: Uploader,
): Promise<Upload> {
  admit(preset, by.user)
  if (!file) throw invalid({ file: ['Por favor selecciona una imagen válida'] })
  // Before it is counted: who chose too large a file may choose another.
  if (file.bytes > UPLOAD_BYTES[preset]) throw fileTooLarge(UPLOAD_BYTES[preset])
  const isClaim = preset === 'warranty'
  if (isClaim) await takeTurn(shop.db, shop, turnOf(shop, by))
  if ((await unclaimedBytes(shop.db, isClaim)) >= UNCLAIMED_BYTES) throw tooMuchUnused()
  const picture = await storePicture(shop, {
    preset,
    source: file.path,
    user: by.user,
    ownerHash: by.user ? undefined : visitorHash(shop.secret, by.address),
  })
  if (!isClaim) return picture
  return { ...picture, secure_url: signedAddress(shop, picture.secure_url.replace('/media/', '')) }
}

/** Throws the 429 of `uploadPicture` before anything is received. */
export function checkUploadsLeft(shop: Shop, by: Uploader): Promise<void> {
  return by.user?.isAdmin ? Promise.resolve() : checkTurn(shop.db, shop, turnOf(shop, by))
}

/** Removes those of these uploads that nothing uses. Files that are out of reach now are left to `cleanFiles`. */
export async function removeUnclaimed(shop: Shop, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  for (const { preset, id } of await deleteUnclaimed(shop.db, { ids })) {
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
  if (!user) throw new DomainError('UNAUTHENTICATED', 'No se encontró token de autenticación')
  throw new DomainError('FORBIDDEN', 'No tienes permisos para esta acción')
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
    'Hay demasiadas imágenes sin usar en la tienda. Intentar de nuevo más tarde.',
    { retryAfterSeconds: 600 },
  )
}
