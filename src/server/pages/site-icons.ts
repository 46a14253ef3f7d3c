import { existsSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Look, paletteOf } from '../../contract/settings/look.ts'
import type { Drawing, Layer } from '../files/decoder.ts'
import { decodeApart } from '../files/decoders.ts'
import type { FileStore } from '../files/store.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import { drawnMark } from './drawn-mark.ts'
import { LOCALE } from '../../contract/place.ts'

/** The sources of a shop's icons. */
interface Face extends Look {
  shop_name: string
  tagline: string
  /** Replaces the logo where a square is needed. */
  icon: string | null
}

/** What a picture is drawn from. */
type Drawn = Look & Partial<Pick<Face, 'icon'>>

interface Parts {
  app: FastifyInstance
  files: FileStore
  face: () => Promise<Face>
}

const ICONS = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 } as const
const ICO_SIDE = 32
/** Twice its size in mails. */
const MARK_SIDE = 72
const SHARED = { width: 1200, height: 630 }
const LANDSCAPE = 'pictures/banner-otono/1280.webp'
const DRAWN_WITHIN_MS = 15_000
/** Browsers see a new icon within the hour. */
const CACHING = 'public, max-age=3600'
/** Recently made pictures; a shop has six. */
const KEPT = 10

/** Icons, link preview picture and manifest, from the shop's icon, logo and colours. */
export function iconRoutes({ app, files, face }: Parts): void {
  const kept = keeper()
  const drawn = (name: string, now: Face, drawing: () => Promise<Drawing>) =>
    kept(name, now, async () => draw(await drawing()))
  const on = (name: string, type: string, make: (now: Face) => Promise<Buffer | string>) =>
    app.get(`/${name}`, async (_request, reply) => send(reply, type, await make(await face())))
  on('favicon.svg', 'image/svg+xml', (now) =>
    kept(
      'favicon',
      now,
      async () => (await storedFile(files, now.icon ?? now.logo, 'svg')) ?? faviconOf(files, now),
    ),
  )
  for (const [name, side] of Object.entries(ICONS))
    on(name, 'image/png', (now) => drawn(name, now, () => iconOf(files, now, side)))
  on('favicon.ico', 'image/x-icon', (now) =>
    kept('favicon.ico', now, async () => icoOf(await draw(await iconOf(files, now, ICO_SIDE)))),
  )
  on('og.jpg', 'image/jpeg', (now) => drawn('og', now, () => sharedOf(files, now)))
  on('manifest.webmanifest', 'application/manifest+json', async (now) => JSON.stringify(manifestOf(now)))
}

/** For mails: the logo as it was stored, else the shop's mark. Undefined if the logo is lost. */
export function markDrawer(files: FileStore): (face: Look) => Promise<Buffer | undefined> {
  const kept = keeper<Buffer | undefined>()
  return (look) =>
    kept('mark', look, async () => {
      if (look.logo !== null) return storedFile(files, look.logo, 'png')
      return draw(await iconOf(files, { ...look, icon: null }, MARK_SIDE))
    })
}

/** One at a time, as a visitor may request all at once, and photos need the decoders too. */
const drawing = limitConcurrency(1)

/** Draws in a decoder process. */
function draw(wanted: Drawing): Promise<Buffer> {
  return drawing(async () => {
    const [file] = await decodeApart({ kind: 'drawing', drawing: wanted }, DRAWN_WITHIN_MS)
    return Buffer.from(file?.bytes ?? [])
  })
}

/** Makes each picture once and keeps the last ones, so that requests do not read the file store. */
function keeper<Picture = Buffer | string>() {
  const made = new Map<string, Promise<Picture>>()
  return (name: string, now: Drawn, make: () => Promise<Picture>) => {
    const key = [name, now.icon, now.logo, now.accent_light, now.ground_light].join()
    const known = made.get(key)
    if (known) return known
    const making = make()
    made.set(key, making)
    // The waiting request gets the failure; the next one tries again.
    making.catch(() => made.delete(key))
    for (const oldest of made.keys()) if (made.size > KEPT) made.delete(oldest)
    return making
  }
}

function send(reply: FastifyReply, type: string, body: Buffer | string) {
  // An SVG may be opened as a page: it must not run or load anything.
  return reply
    .headers({
      'cache-control': CACHING,
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
    })
    .type(type)
    .send(body)
}

/** An icon file with one PNG: 6 bytes of header, 16 of its only entry. https://en.wikipedia.org/wiki/ICO_(file_format) */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(ICO_SIDE, 6)
  head.writeUInt8(ICO_SIDE, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** Bitmap logos are embedded in an SVG, as the URL is the same for every shop. */
async function faviconOf(files: FileStore, face: Face): Promise<string> {
  const png = await storedFile(files, face.icon ?? face.logo, 'png')
  if (!png) return markOf(face)
  const data = `data:image/png;base64,${png.toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><image width="100" height="100" href="${data}"/></svg>`
}

function markOf(face: Look, isSquare = false): string {
  const { primary, bg } = paletteOf(face, 'light')
  return drawnMark(primary, bg, isSquare)
}

async function iconOf(files: FileStore, face: Look & Pick<Face, 'icon'>, side: number): Promise<Drawing> {
  const own = await storedFile(files, face.icon, 'png')
  const logo = own ?? (await storedFile(files, face.logo, 'png'))
  const square = { width: side, height: side, type: 'png' as const }
  if (!logo) {
    const mark = Buffer.from(markOf(face, true))
    return { ...square, layers: [{ source: mark, isSvg: true, width: side, height: side, fit: 'contain' }] }
  }
  // Systems crop icons: a logo is kept within the safe zone; an icon is drawn for it.
  // https://www.w3.org/TR/appmanifest/#icon-masks
  const inner = own ? side : Math.round(side * 0.72)
  return {
    ...square,
    ground: '#ffffff',
    layers: [{ source: logo, width: inner, height: inner, fit: 'contain' }],
  }
}

/** The default landscape in shades of the accent, with the logo. */
async function sharedOf(files: FileStore, face: Face): Promise<Drawing> {
  const logo = await storedFile(files, face.logo, 'png')
  const { primary, bg } = paletteOf(face, 'light')
  const layers: Layer[] = [
    { source: publicFile(LANDSCAPE), ...SHARED, fit: 'cover', ...(face.accent_light && { tint: primary }) },
  ]
  if (logo) {
    const plate = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 360"><rect width="600" height="360" rx="24" fill="${bg}"/></svg>`,
    )
    layers.push(
      { source: plate, isSvg: true, width: 600, height: 360, fit: 'contain' },
      { source: logo, width: 500, height: 270, fit: 'contain' },
    )
  }
  return { ...SHARED, ground: primary, layers, type: 'jpeg' }
}

/** The path of a public file: in the build, else in the sources. */
function publicFile(name: string): string {
  const root = path.join(import.meta.dirname, '../../..')
  const places = ['dist/client', 'src/web/public'].map((folder) => path.join(root, folder, name))
  return places.find((place) => existsSync(place)) ?? places[0] ?? name
}

async function storedFile(
  files: FileStore,
  address: string | null,
  type: 'png' | 'svg',
): Promise<Buffer | undefined> {
  if (address === null) return undefined
  const found = await files.read(address.replace('/media/', '').replace(/\.\w+$/, `.${type}`))
  return found && buffer(found.stream)
}

function manifestOf(face: Face) {
  const { primary, bg } = paletteOf(face, 'light')
  return {
    name: face.shop_name,
    short_name: face.shop_name.slice(0, 30),
    ...(face.tagline && { description: face.tagline }),
    lang: LOCALE,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: primary,
    background_color: bg,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  }
}
