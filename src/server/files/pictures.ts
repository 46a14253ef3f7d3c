import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { CLAIM_PHOTO_BYTES, LOGO_BYTES } from '../../contract/limits.ts'
import { PICTURE_WIDTHS, type PicturePreset } from '../../contract/pictures.ts'
import { DomainError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { atMost } from './at-most.ts'

/** How large an uploaded file may be, in bytes. */
export const UPLOAD_BYTES: Record<PicturePreset, number> = {
  product: 5 * 1024 * 1024,
  brand: LOGO_BYTES,
  banner: 8 * 1024 * 1024,
  warranty: CLAIM_PHOTO_BYTES,
}

/** Photos of 48 MP phones have 48.8 million pixels; what claims to have more is a bomb. */
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 2_000
const MIN_SIDE = 10

/** A picture in memory needs up to 200 MB: two at a time, a few waiting, the rest asked to come back. */
const decoding = atMost(2, { waiting: 20 })
const encodingAvif = atMost(1)

export interface NewPicture {
  preset: PicturePreset
  bytes: Buffer
  /** Undefined: a visitor without an account, known by a hash of the address. */
  user: { id: number } | undefined
  ownerHash?: Buffer | undefined
}

export interface StoredPicture {
  id: string
  /** Of the largest width kept. */
  secure_url: string
  width: number
  height: number
  bytes: number
}

/**
 * Checks, turns upright, shrinks and re-encodes a picture without its metadata, keeps it in the widths of its preset
 * and notes it in `uploads`. AVIF follows in the background; until then WebP stands in.
 * Throws `TOO_LARGE`, `UNSUPPORTED_TYPE`, `VALIDATION`, and `UNAVAILABLE` when too many wait or the disk is full.
 */
export async function storePicture(
  shop: Shop,
  { preset, bytes, user, ownerHash }: NewPicture,
): Promise<StoredPicture> {
  if (bytes.length > UPLOAD_BYTES[preset]) throw tooLarge(preset)
  if (!isPhotoFormat(bytes)) throw notAPicture()
  const files = await decoding(() => encodeWebp(bytes, preset))
  const id = randomBytes(16).toString('base64url')
  const largest = files.at(-1)
  if (!largest) throw notAPicture()

  for (const file of files) await shop.files.write(`${preset}/${id}/${file.width}.webp`, file.bytes)
  const picture = {
    id,
    width: largest.width,
    height: largest.height,
    bytes: files.reduce((sum, file) => sum + file.bytes.length, 0),
  }
  await shop.db
    .insertInto('uploads')
    .values({
      ...picture,
      preset,
      user_id: user?.id ?? null,
      owner_hash: ownerHash ?? null,
      created_at: shop.now(),
    })
    .execute()
  if (preset !== 'warranty') addAvif(shop, `${preset}/${id}`, files)
  return { ...picture, secure_url: `/media/${preset}/${id}/${largest.width}.webp` }
}

/** Resolves when no AVIF is being made: before the shop closes, and in tests. */
export function picturesSettled(): Promise<void> {
  return encodingAvif.settled()
}

interface Encoded {
  width: number
  height: number
  bytes: Buffer
}

async function encodeWebp(bytes: Buffer, preset: PicturePreset): Promise<Encoded[]> {
  allowPhotosOnly()
  const upright = await decode(bytes)
  if (Math.min(upright.width, upright.height) < MIN_SIDE) throw invalidPicture('La imagen es demasiado chica')
  const encoded: Encoded[] = []
  for (const width of widthsOf(preset, upright.width)) {
    const raw = { width: upright.width, height: upright.height, channels: upright.channels }
    encoded.push(
      await encode(sharp(upright.data, { raw }).resize({ width }).webp({ quality: 78, effort: 4 })),
    )
  }
  return encoded
}

/** Only what is seen: pixels, upright, in sRGB. Everything else of the file ends here. */
async function decode(bytes: Buffer) {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels }
  } catch {
    throw invalidPicture('Por favor selecciona una imagen válida')
  }
}

async function encode(image: Sharp): Promise<Encoded> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

function widthsOf(preset: PicturePreset, width: number): readonly number[] {
  const reached = PICTURE_WIDTHS[preset].filter((each) => each <= width)
  return reached.length > 0 ? reached : [width]
}

function addAvif(shop: Shop, folder: string, files: Encoded[]): void {
  for (const { width, bytes } of files) {
    encodingAvif(async () => {
      const avif = await sharp(bytes).avif({ quality: 52, effort: 2 }).toBuffer()
      await shop.files.write(`${folder}/${width}.avif`, avif)
    }).catch((error: unknown) => shop.log.warn({ err: error, folder, width }, 'A picture has no AVIF'))
  }
}

let photosOnly = false

/**
 * Of all that libvips can read, only JPEG, PNG and WebP, for the whole process: fewer decoders, fewer bugs to reach.
 * https://sharp.pixelplumbing.com/api-utility/#block
 */
function allowPhotosOnly(): void {
  if (photosOnly) return
  photosOnly = true
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  // One thread for each picture, and no memory kept for pictures that will not come again.
  sharp.concurrency(1)
  sharp.cache(false)
}

/** The first bytes decide, not the name or the type somebody gave. */
function isPhotoFormat(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1')
  return (
    start.startsWith('\xFF\xD8\xFF') ||
    start.startsWith('\x89PNG\r\n\x1A\n') ||
    /^RIFF[^]{4}WEBP$/.test(start)
  )
}

function tooLarge(preset: PicturePreset): DomainError {
  const megabytes = UPLOAD_BYTES[preset] / 1024 / 1024
  return new DomainError('TOO_LARGE', `La imagen no debe superar los ${megabytes}MB`)
}

function notAPicture(): DomainError {
  return new DomainError('UNSUPPORTED_TYPE', 'Por favor selecciona una imagen válida')
}

function invalidPicture(text: string): DomainError {
  return new DomainError('VALIDATION', text, { errors: { file: [text] } })
}
