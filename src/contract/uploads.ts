import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from './endpoint.ts'
import { PICTURE_BYTES, LOGO_BYTES } from './limits.ts'
import { PICTURE_PRESETS, type PicturePreset } from './pictures.ts'

/** The largest file for each purpose, in bytes. */
export const UPLOAD_BYTES: Record<PicturePreset, number> = {
  product: PICTURE_BYTES,
  brand: LOGO_BYTES,
  banner: PICTURE_BYTES,
  warranty: PICTURE_BYTES,
  logo: LOGO_BYTES,
}

/** A stored picture: re-encoded, in its largest width (pixels). */
export const Upload = z.object({
  /**
   * The path. For a photo of a claim a signed address, valid for ten minutes; send it, or its path, with the claim.
   */
  secure_url: z.string(),
  id: z.string(),
  width: z.int(),
  height: z.int(),
  /** Bytes of all widths. */
  bytes: z.int(),
})
export type Upload = z.output<typeof Upload>

/** The text field of the form. */
const UploadFields = z.object({
  upload_preset: z.enum(PICTURE_PRESETS, 'El tipo de imagen no es válido'),
})

/**
 * UNSUPPORTED_TYPE for anything but JPEG, PNG or WebP, of a logo SVG, PNG or WebP. A picture that nothing uses is removed
 * after a day, one of an admin after two weeks (`server/files/clean-files.ts`). Limits: `server/files/uploads.ts`.
 */
export const uploadPicture = endpoint(calls.uploadPicture, {
  summary:
    'Upload one picture (JPEG, PNG or WebP; a `logo` SVG, PNG or WebP). `warranty` is open to everybody, the others to admins',
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
