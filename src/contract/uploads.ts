import { z } from 'zod'
import { endpoint, reply } from './endpoint.ts'
import { CLAIM_PHOTO_BYTES, LOGO_BYTES } from './limits.ts'
import { PICTURE_PRESETS, type PicturePreset } from './pictures.ts'

/** How large an uploaded file may be, in bytes. */
export const UPLOAD_BYTES: Record<PicturePreset, number> = {
  product: CLAIM_PHOTO_BYTES,
  brand: LOGO_BYTES,
  banner: CLAIM_PHOTO_BYTES,
  warranty: CLAIM_PHOTO_BYTES,
}

/** A picture as the shop keeps it: re-encoded, in the largest of its widths. */
export const Upload = z.object({
  /** Of a photo for a claim: a signed address that is good for ten minutes. Send it, or its path, with the claim. */
  secure_url: z.string(),
  id: z.string(),
  width: z.int(),
  height: z.int(),
  /** Of all its widths together. */
  bytes: z.int(),
})
export type Upload = z.output<typeof Upload>

export const UploadFields = z.object({
  upload_preset: z.enum(PICTURE_PRESETS, 'El tipo de imagen no es válido'),
})

export const uploadPicture = endpoint('POST', '/uploads/', {
  summary: 'Upload one picture (JPEG, PNG or WebP). `warranty` is open to everybody, the others to admins',
  access: 'anyone',
  body: UploadFields,
  form: {
    fields: UploadFields,
    files: ['file'],
    maxFiles: 1,
    maxFileBytes: Math.max(...Object.values(UPLOAD_BYTES)),
    orJson: false,
  },
  reply: reply(Upload),
  status: 201,
})
