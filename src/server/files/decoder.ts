/**
 * A process that decodes and encodes pictures, started by `decoders.ts`: what hangs or crashes in a decoder can be killed,
 * which a thread cannot.
 */
import { readFile } from 'node:fs/promises'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import {
  LOGO_SHAPE,
  LOGO_TOO_SMALL,
  NOT_A_PICTURE,
  PICTURE_WIDTHS,
  type PicturePreset,
  tooManyPixels,
} from '../../contract/pictures.ts'
import { MAIL_PICTURE } from '../../contract/made-pictures.ts'
import { isOddLogo, LOGO_LEAST, LOGO_MOST } from './logo-size.ts'
import { hasTooManyParts } from './picture-limits.ts'

/** Photos of 48 MP phones have 48.8 million pixels; more is a decompression bomb. */
const MAX_PIXELS = 50_000_000
/** Portrait photos must still reach the largest width of their preset. */
const MAX_WIDTH = 2_000
const MAX_HEIGHT = 3_000
const MIN_SIDE = 10

/** `webp`: a picture of a visitor in the widths of its preset. `avif`, `mail`: a WebP of the shop again, the latter for mails. */
export type Task =
  | { kind: 'webp'; source: Uint8Array | string; preset: PicturePreset }
  | { kind: 'avif'; source: Uint8Array }
  | { kind: 'mail'; source: Uint8Array }
  | { kind: 'logo'; source: Uint8Array | string }
  | { kind: 'drawing'; drawing: Drawing }

/** Pictures of the shop composed into a PNG, or a JPEG if opaque and large. */
export interface Drawing {
  width: number
  height: number
  /** Transparent if missing. */
  ground?: string
  layers: Layer[]
  type: 'png' | 'jpeg'
}

export interface Layer {
  source: Uint8Array | string
  /** Only SVGs from `redrawSvg` or the shop itself. */
  isSvg?: boolean
  width: number
  height: number
  /** Centred, unless it fills the area. */
  fit: 'contain' | 'cover'
  tint?: string
  /** Else centred. */
  left?: number
  top?: number
}

export type Outcome = { kind: 'done'; files: Encoded[] } | { kind: 'refused' | 'failed'; reason: string }

export interface Encoded {
  width: number
  height: number
  bytes: Buffer
}

class Refused extends Error {}

// Only JPEG, PNG and WebP: fewer decoders, fewer bugs to reach. https://sharp.pixelplumbing.com/api-utility/#block
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// One thread for each picture, and no cache, as pictures are not decoded twice.
sharp.concurrency(1)
sharp.cache(false)

// The server ends this process, as a drain still needs it. Without a server it exits, even while decoding.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Inherited flags load scripts/end-with-parent.mjs, which unrefs the channel.
process.channel?.ref()
process.on('message', (task: Task) => void run(task).then((outcome) => process.send?.(outcome)))

async function run(task: Task): Promise<Outcome> {
  try {
    return { kind: 'done', files: await filesOf(task) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: error instanceof Refused ? 'refused' : 'failed', reason }
  }
}

async function filesOf(task: Task): Promise<Encoded[]> {
  if (task.kind === 'webp') return encodeWebp(task)
  if (task.kind === 'avif') return [await encodeAvif(task.source)]
  if (task.kind === 'mail') return [await encodeForMail(task.source)]
  if (task.kind === 'logo') return [await encodeLogo(task.source)]
  return [await draw(task.drawing)]
}

async function encodeWebp({ source, preset }: Task & { kind: 'webp' }): Promise<Encoded[]> {
  const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
  const upright = await decode(bytes)
  if (Math.min(upright.width, upright.height) < MIN_SIDE) throw new Refused('La imagen es demasiado chica')
  const raw = { width: upright.width, height: upright.height, channels: upright.channels }
  const encoded: Encoded[] = []
  for (const width of widthsOf(preset, upright.width)) {
    encoded.push(
      await encode(sharp(upright.data, { raw }).resize({ width }).webp({ quality: 78, effort: 4 })),
    )
  }
  return encoded
}

/** Only the pixels, rotated and in sRGB; drops metadata. */
async function decode(bytes: Buffer) {
  if (hasTooManyParts(bytes)) throw new Refused(NOT_A_PICTURE)
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels }
  } catch {
    throw new Refused(await whyNot(bytes))
  }
}

/** Reads the header only. */
async function whyNot(bytes: Buffer): Promise<string> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  const pixels = width * height
  return pixels > MAX_PIXELS ? tooManyPixels(pixels, MAX_PIXELS) : NOT_A_PICTURE
}

async function encodeLogo(source: Uint8Array | string): Promise<Encoded> {
  const { data, ...raw } = await decode(
    typeof source === 'string' ? await readFile(source) : Buffer.from(source),
  )
  if (Math.max(raw.width, raw.height) < LOGO_LEAST) throw new Refused(LOGO_TOO_SMALL)
  if (isOddLogo(raw)) throw new Refused(LOGO_SHAPE)
  const room = { width: LOGO_MOST, height: LOGO_MOST, fit: 'inside' as const, withoutEnlargement: true }
  return encode(sharp(data, { raw }).resize(room).png({ compressionLevel: 9, palette: true }))
}

async function draw({ width, height, ground, layers, type }: Drawing): Promise<Encoded> {
  const composed = sharp({ create: { width, height, channels: 4, background: ground ?? CLEAR } }).composite(
    await layersOf(layers),
  )
  return encode(type === 'png' ? composed.png({ compressionLevel: 9 }) : composed.jpeg({ quality: 82 }))
}

/** Sequential, as allowed loaders are set for the whole process. */
async function layersOf(layers: Layer[]): Promise<OverlayOptions[]> {
  const done: OverlayOptions[] = []
  for (const layer of layers) {
    const { left, top } = layer
    done.push({ input: await laid(layer), ...(left !== undefined && top !== undefined && { left, top }) })
  }
  return done
}

async function laid({ source, isSvg = false, width, height, fit, tint }: Layer): Promise<Buffer> {
  const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
  // Rendered at the target size, whatever its units.
  const input = isSvg
    ? Buffer.from(bytes.toString().replace('<svg ', `<svg width="${width}" height="${height}" `))
    : bytes
  // Only for pictures of the shop.
  if (isSvg) sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  try {
    const sized = sharp(input).resize({ width, height, fit, background: CLEAR })
    return await (tint === undefined ? sized : sized.tint(tint)).png({ compressionLevel: 1 }).toBuffer()
  } finally {
    if (isSvg) sharp.block({ operation: ['VipsForeignLoadSvg'] })
  }
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

function encodeAvif(source: Uint8Array): Promise<Encoded> {
  return encode(sharp(source).avif({ quality: 52, effort: 2 }))
}

/** On white, as JPEG has no transparency. */
function encodeForMail(source: Uint8Array): Promise<Encoded> {
  const small = sharp(source).resize({ width: MAIL_PICTURE.width }).flatten({ background: '#ffffff' })
  return encode(small.jpeg({ quality: 80 }))
}

async function encode(image: Sharp): Promise<Encoded> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

function widthsOf(preset: PicturePreset, width: number): readonly number[] {
  const reached = PICTURE_WIDTHS[preset].filter((each) => each <= width)
  return reached.length > 0 ? reached : [width]
}
