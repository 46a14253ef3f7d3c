import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PICTURE_PRESETS } from '../../contract/pictures.ts'
import { notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { isMade, makePicture } from './made-pictures.ts'
import { isSigned } from './signed-address.ts'

const TYPES = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
} as const
type Format = keyof typeof TYPES

const PictureRequest = z.object({
  preset: z.enum(PICTURE_PRESETS),
  id: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/),
  file: z.string().regex(/^[1-9]\d{1,3}\.(?:avif|webp|jpg|png|svg)$/),
})

const FOREVER = 'public, max-age=31536000, immutable'
/** For a substitute while the requested file may still be created. */
const FOR_A_MINUTE = 'public, max-age=60'

/**
 * GET /media/{preset}/{id}/{width}.{avif|webp|jpg|png|svg}. For a missing width the next larger one is sent, for a
 * missing AVIF the WebP. `112.jpg` of a product is created on the first request. Photos of claims need a signed
 * address (`signedAddress`); without one the response is a 404.
 */
export function mediaRoutes({ app, shop }: { app: FastifyInstance; shop: Shop }): void {
  app.get('/media/:preset/:id/:file', async (request, reply) => {
    const parsed = PictureRequest.safeParse(request.params)
    if (!parsed.success) throw noPicture()
    const { preset, id, file } = parsed.data
    const isPrivate = preset === 'warranty'
    if (isPrivate && !isSigned(shop, `${preset}/${id}/${file}`, request.query as Record<string, unknown>))
      throw noPicture()

    const folder = `${preset}/${id}`
    const find = isMade(folder, file) ? findMade : findPicture
    const picture = await find(shop, folder, file)
    if (!picture) throw noPicture()
    return reply
      .type(TYPES[picture.format])
      .headers({
        'content-length': picture.bytes,
        'cache-control': isPrivate ? 'private, no-store' : picture.isExact ? FOREVER : FOR_A_MINUTE,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        // Webmail shows the pictures on another site.
        'cross-origin-resource-policy': isPrivate ? 'same-origin' : 'cross-origin',
      })
      .send(picture.stream)
  })
}

/** A variant that is created on the first request, and is no substitute for another. */
async function findMade(shop: Shop, folder: string, file: string) {
  const stored = await findExact(shop, folder, file)
  if (stored) return stored
  await makePicture(shop, folder, file)
  return findExact(shop, folder, file)
}

async function findExact({ files }: Shop, folder: string, file: string) {
  const found = await files.read(`${folder}/${file}`)
  const format = file.slice(file.indexOf('.') + 1) as Format // safe: `PictureRequest` allows no other
  return found && { ...found, format, isExact: true }
}

async function findPicture(shop: Shop, folder: string, file: string) {
  const exact = await findExact(shop, folder, file)
  if (exact) return exact
  const [width = '', format = ''] = file.split('.')
  const kept = await shop.files.list(`${folder}/`)
  const wanted = format === 'avif' ? ['avif', 'webp'] : [format]
  for (const candidate of wanted) {
    const key = nextLarger(kept, Number(width), candidate)
    const found = key === undefined ? undefined : await shop.files.read(key)
    if (found) return { ...found, format: candidate as Format, isExact: false }
  }
  return undefined
}

/** The smallest that is wide enough, else the largest. */
function nextLarger(keys: string[], width: number, format: string): string | undefined {
  const ofFormat = keys
    .filter((key) => key.endsWith(`.${format}`))
    .map((key) => ({ key, width: Number.parseInt(key.slice(key.lastIndexOf('/') + 1), 10) }))
    .toSorted((a, b) => a.width - b.width)
  return (ofFormat.find((file) => file.width >= width) ?? ofFormat.at(-1))?.key
}

function noPicture() {
  return notFound('Imagen no encontrada')
}
