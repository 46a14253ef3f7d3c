import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Previewed, previewPath } from '../../contract/made-pictures.ts'
import { type Look, paletteOf } from '../../contract/settings/look.ts'
import { busy, notFound } from '../errors.ts'
import type { Drawing, Layer } from '../files/decoder.ts'
import { decodeApart } from '../files/decoders.ts'
import type { FileStore } from '../files/store.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import { drawnMark } from './drawn-mark.ts'

interface Parts {
  app: FastifyInstance
  files: FileStore
  face: () => Promise<Look & { shop_name: string }>
  /** As visitors see it; a refusal for one that they do not. */
  product: (id: number) => Promise<Previewed>
}

const SIZE = { width: 1200, height: 630 }
/** The picture at its left, 4 by 5. */
const PACK = { width: 504, height: 630 }
const MARGIN = 64
const ROOM = SIZE.width - PACK.width - 2 * MARGIN
const WITHIN_MS = 15_000
const KEPT = 40

/** GET /og/producto/{id}-{hash}.jpg: the preview of a product's link. The picture and words, never a price (decision 0070). */
export function previewRoutes({ app, files, face, product }: Parts): void {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT })
  const drawing = limitConcurrency(1, { maxWaiting: 40, whenFull: busy })
  app.get<{ Params: { file: string } }>('/og/producto/:file', async (request, reply) => {
    const [, id] = /^([1-9]\d{0,8})-[a-z0-9]{1,13}\.jpg$/.exec(request.params.file) ?? []
    if (id === undefined) throw notFound('Imagen no encontrada')
    const shown = await product(Number(id))
    const address = previewPath(shown)
    // One that changed since the link was shared.
    if (address !== request.url) return reply.redirect(address ?? '/og.jpg', 302)
    const look = await face()
    const key = [address, look.shop_name, look.accent_light, look.ground_light].join()
    const made =
      kept.get(key) ??
      drawing(async () => {
        const [file] = await decodeApart(
          { kind: 'drawing', drawing: await previewOf(files, shown, look) },
          WITHIN_MS,
        )
        return Buffer.from(file?.bytes ?? [])
      })
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return reply
      .type('image/jpeg')
      .headers({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; sandbox",
        // Messengers and networks show it on their own pages.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(await made)
  })
}

async function previewOf(
  files: FileStore,
  { name, genotype, image }: Previewed,
  look: Look & { shop_name: string },
): Promise<Drawing> {
  const { bg, primary } = paletteOf(look, 'light')
  const picture = image === null ? undefined : await largest(files, image)
  const layers: Layer[] = [
    ...(picture ? [{ source: picture, ...PACK, fit: 'cover' as const, left: 0, top: 0 }] : []),
    {
      source: Buffer.from(wordsOf({ name, genotype, shop: look.shop_name }, { bg, primary })),
      isSvg: true,
      ...SIZE,
      fit: 'cover',
    },
  ]
  return { ...SIZE, ground: bg, layers, type: 'jpeg' }
}

/** The widest WebP of a picture. */
async function largest(files: FileStore, image: string): Promise<Buffer | undefined> {
  const folder = path.posix.dirname(image.replace('/media/', ''))
  const widthOf = (key: string) => Number.parseInt(path.posix.basename(key), 10)
  const [widest] = (await files.list(`${folder}/`))
    .filter((key) => key.endsWith('.webp'))
    .toSorted((a, b) => widthOf(b) - widthOf(a))
  const found = widest === undefined ? undefined : await files.read(widest)
  return found && buffer(found.stream)
}

type Letters = Record<string, [advance: number, path: string] | undefined>
/** From `demo-art/letters.ts`. */
// safe: written by it
const LETTERS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'preview-letters.json'), 'utf8'),
) as Record<'display' | 'serif', Letters>

type Colours = Record<'bg' | 'primary', string>
/** On any ground: its rule keeps the contrast. */
const TEXT = '#10231b'

/** Name and genotype at the right, the shop's mark and name above, and its horizon at the foot. */
function wordsOf(
  { name, genotype, shop }: { name: string; genotype: string; shop: string },
  { bg, primary }: Colours,
): string {
  const x = PACK.width + MARGIN
  const lines = fitted(LETTERS.display, name, 92, 3)
  const under = fitted(LETTERS.serif, genotype, 40, 2)
  const height = lines.length * lines.size + (genotype === '' ? 0 : 28 + under.length * 50)
  let y = 330 - height / 2 + lines.size * 0.8
  const drawn: string[] = []
  for (const line of lines) {
    drawn.push(outlined(LETTERS.display, line, lines.size, x, y, TEXT))
    y += lines.size
  }
  y += under.size * 0.4 - lines.size * 0.35
  for (const line of genotype === '' ? [] : under) {
    drawn.push(outlined(LETTERS.serif, line, under.size, x, y, TEXT))
    y += 50
  }
  const mark = drawnMark(primary, bg).replace('<svg ', `<svg x="${x}" y="${MARGIN}" width="44" height="44" `)
  const [shopName = ''] = fitted(LETTERS.display, shop, 26, 1)
  const hills =
    `<path d="M${PACK.width} 572C680 538 860 600 1200 548V630H${PACK.width}Z" fill="${primary}" opacity=".45"/>` +
    `<path d="M${PACK.width} 604C760 560 960 622 1200 584V630H${PACK.width}Z" fill="${primary}"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${hills}${mark}` +
    `${outlined(LETTERS.display, shopName.toUpperCase(), 26, x + 58, MARGIN + 32, TEXT)}${drawn.join('')}</svg>`
  )
}

type Lines = string[] & { size: number }

/** A text in at most so many lines of the room, set smaller if need be; what is left over is cut. */
function fitted(letters: Letters, words: string, largestSize: number, most: number): Lines {
  for (let size = largestSize; ; size *= 0.88) {
    const lines = wrapped(letters, words, size)
    const isFitting = lines.length <= most && lines.every((line) => widthIn(letters, line, size) <= ROOM)
    if (isFitting || size < largestSize / 3) return Object.assign(lines.slice(0, most), { size })
  }
}

function wrapped(letters: Letters, words: string, size: number): string[] {
  const lines = ['']
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (last !== '' && widthIn(letters, longer, size) > ROOM) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Letters that are not outlined lose their marks, or are left out. */
function letterOf(letters: Letters, sign: string): [number, string] {
  return letters[sign] ?? letters[sign.normalize('NFD').charAt(0)] ?? [0, '']
}

function widthIn(letters: Letters, text: string, size: number): number {
  return ([...text].reduce((sum, sign) => sum + letterOf(letters, sign)[0], 0) * size) / 1000
}

function outlined(letters: Letters, text: string, size: number, x: number, y: number, fill: string): string {
  let at = 0
  const paths = [...text].map((sign) => {
    const [advance, drawn] = letterOf(letters, sign)
    const one = `<path transform="translate(${at} 0)" d="${drawn}"/>`
    at += advance
    return drawn === '' ? '' : one
  })
  return `<g transform="translate(${x} ${y}) scale(${size / 1000})" fill="${fill}">${paths.join('')}</g>`
}
