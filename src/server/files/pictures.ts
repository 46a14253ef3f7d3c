import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { HEIC_PICTURE, NOT_A_LOGO, NOT_A_PICTURE, type PicturePreset } from '../../contract/pictures.ts'
import { UPLOAD_BYTES } from '../../contract/uploads.ts'
import { DomainError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import type { Encoded, Task } from './decoder.ts'
import { decodeApart, DecodeError } from './decoders.ts'
import { logoFiles, LogoRefused } from './logo-files.ts'
import { fileTooLarge } from './receive-form.ts'

/** A photo of 48 MP takes about two seconds; longer ones are attacks. */
const WEBP_WITHIN_MS = 15_000
const AVIF_WITHIN_MS = 60_000
/** A decoded picture needs up to 200 MB: two at a time, some wait on disk, the rest get 503. */
const decoding = limitConcurrency(2, { maxWaiting: 60, whenFull: tooManyPictures })
const encodingAvif = limitConcurrency(1)

interface NewPicture {
  preset: PicturePreset
  /** The bytes, or the path of a file, so that waiting pictures need no memory. */
  source: Buffer | string
  /** Undefined for a visitor, who is identified by `ownerHash`. */
  user?: { id: number } | undefined
  ownerHash?: Buffer | undefined
}

interface StoredPicture {
  id: string
  /** The address of the largest width. */
  secure_url: string
  width: number
  height: number
  bytes: number
}

/**
 * Checks, rotates, shrinks and re-encodes a picture without its metadata, stores it in the widths of its preset and adds
 * its row to `uploads`. AVIF follows in the background; until then WebP is sent instead.
 * Throws TOO_LARGE, UNSUPPORTED_TYPE, VALIDATION, and UNAVAILABLE when too many wait or the disk is full.
 */
export async function storePicture(
  shop: Shop,
  { preset, source, user, ownerHash }: NewPicture,
): Promise<StoredPicture> {
  const { start, size } = await startOf(source)
  if (size > UPLOAD_BYTES[preset]) throw fileTooLarge(UPLOAD_BYTES[preset])
  const made = await (preset === 'logo' ? madeLogo : madePhoto)(shop, { preset, source, start })
  for (const { name, bytes } of made.files) await shop.files.write(`${preset}/${made.id}/${name}`, bytes)
  const { id, width, height } = made
  const picture = { id, width, height, bytes: made.files.reduce((sum, file) => sum + file.bytes.length, 0) }
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
  if (preset !== 'warranty' && preset !== 'logo') addAvif(shop, `${preset}/${id}`, made.files)
  return { ...picture, secure_url: `/media/${preset}/${id}/${made.shown}` }
}

interface Made {
  id: string
  files: { name: string; width: number; bytes: Buffer }[]
  /** The file name in the address. */
  shown: string
  width: number
  height: number
}

type Sent = Pick<NewPicture, 'preset' | 'source'> & { start: string }

async function madePhoto(shop: Shop, { preset, source, start }: Sent): Promise<Made> {
  if (!isPhotoFormat(start)) throw notAPicture(isHeicFormat(start) ? HEIC_PICTURE : NOT_A_PICTURE)
  const encoded = await decoding(() => decodeFor(shop, { kind: 'webp', source, preset }))
  const files = encoded.map(({ width, bytes }) => ({ name: `${width}.webp`, width, bytes }))
  const largest = encoded.at(-1)
  if (!largest) throw notAPicture()
  const { width, height } = largest
  return { id: newId(), files, shown: `${width}.webp`, width, height }
}

/** Its id ends with its size, so that a style sheet can reserve the space. */
async function madeLogo(shop: Shop, { source, start }: Sent): Promise<Made> {
  const isPhoto = isPhotoFormat(start)
  if (isPhoto && start.startsWith('\xFF\xD8')) throw notAPicture(NOT_A_LOGO)
  const decode = (task: Task) => decoding(() => decodeFor(shop, task))
  const { png, svg } = await logoFiles(source, { isPhoto, decode }).catch((error: unknown) => {
    throw error instanceof LogoRefused ? invalidPicture(error.message) : error
  })
  const { width, height } = png
  const files = [{ name: `${width}.png`, width, bytes: png.bytes }]
  if (svg) files.push({ name: `${width}.svg`, width, bytes: svg })
  return {
    id: `${newId()}-${width}x${height}`,
    files,
    shown: `${width}.${svg ? 'svg' : 'png'}`,
    width,
    height,
  }
}

const newId = () => randomBytes(16).toString('base64url')

/** How many pictures are being decoded, and how many wait. */
export const decodingLoad = () => decoding.load()

/** Resolves when no AVIF is being made. */
export function picturesSettled(): Promise<void> {
  return encodingAvif.idle()
}

/** Runs a task on an uploaded file; failures become refusals. */
async function decodeFor(shop: Shop, task: Task): Promise<Encoded[]> {
  try {
    return await decodeApart(task, WEBP_WITHIN_MS)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    if (error.kind === 'refused') throw invalidPicture(error.message)
    if (error.kind === 'stopping') throw tooManyPictures()
    shop.log.warn({ err: error, kind: task.kind }, 'A picture was not decoded')
    if (error.kind === 'failed') throw tooManyPictures()
    throw invalidPicture(NOT_A_PICTURE)
  }
}

function addAvif(shop: Shop, folder: string, files: Made['files']): void {
  for (const { width, bytes } of files) void makeAvif(shop, `${folder}/${width}`, async () => bytes)
}

/** Writes `key.avif` from a WebP, one at a time. Failures are only logged, as WebP is sent instead. */
export async function makeAvif(shop: Shop, key: string, webp: () => Promise<Buffer>): Promise<void> {
  await encodingAvif(async () => {
    const [avif] = await decodeApart({ kind: 'avif', source: await webp() }, AVIF_WITHIN_MS)
    if (avif) await shop.files.write(`${key}.avif`, avif.bytes)
  }).catch((error: unknown) => shop.log.warn({ err: error, key }, 'A picture has no AVIF'))
}

const START_BYTES = 12

async function startOf(source: Buffer | string): Promise<{ start: string; size: number }> {
  if (typeof source !== 'string')
    return { start: source.subarray(0, START_BYTES).toString('latin1'), size: source.length }
  const handle = await open(source, 'r')
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(START_BYTES) })
    return { start: buffer.toString('latin1', 0, bytesRead), size: (await handle.stat()).size }
  } finally {
    await handle.close()
  }
}

/** Detected by the first bytes, not by the given name or type. */
function isPhotoFormat(start: string): boolean {
  return (
    start.startsWith('\xFF\xD8\xFF') ||
    start.startsWith('\x89PNG\r\n\x1A\n') ||
    /^RIFF[^]{4}WEBP$/.test(start)
  )
}

function isHeicFormat(start: string): boolean {
  return /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(start)
}

function notAPicture(text = NOT_A_PICTURE): DomainError {
  return new DomainError('UNSUPPORTED_TYPE', text)
}

function invalidPicture(text: string): DomainError {
  return new DomainError('VALIDATION', text, { errors: { file: [text] } })
}

function tooManyPictures(): DomainError {
  return new DomainError('UNAVAILABLE', 'Hay muchas imágenes en proceso. Probá de nuevo en unos segundos.', {
    retryAfterSeconds: 5,
  })
}
