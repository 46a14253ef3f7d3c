import { z } from 'zod'
import { endpoint, Nothing, reply } from './endpoint.ts'
import { CLAIM_PHOTO_BYTES, MAX_BANNERS, NAME_LENGTH } from './limits.ts'
import { ownPicture } from './own-picture.ts'
import { Day, IdParams, JsonId, line, numeric, queryFlag, queryText } from './text.ts'

/** A picture of the home carousel. `order` is its place, 1 to 4. Dates are days of Buenos Aires, inclusive. */
export const Banner = z.object({
  id: z.int(),
  title: z.string(),
  image_url: z.string().nullable(),
  mobile_image_url: z.string().nullable(),
  url_to: z.string(),
  position: z.string(),
  is_active: z.boolean(),
  order: z.int(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
})
export type Banner = z.output<typeof Banner>

export const listBanners = endpoint('GET', '/banners/', {
  summary: 'Banners in order; for everybody but admins only those that show today',
  access: 'anyone',
  query: z.object({ position: queryText(40), active: queryFlag }),
  reply: reply(z.array(Banner)),
})

// ---- Saving ----------------------------------------------------------------------------------------------------

const IMAGE_REQUIRED = 'La imagen principal es requerida'
const LINK_LENGTH = 300

/** Null and an empty text mean: none. */
const emptied = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.null(), z.literal('').transform(() => null), schema]).optional()

const picture = ownPicture('banner').optional()

/** A path of this shop or an https address. Without blanks: a browser drops some, and `/⇥/x` leads out of the shop. */
const link = line(LINK_LENGTH, 'El enlace')
  .refine(
    (address) => address === '' || isOwnPath(address) || isHttps(address),
    'El enlace debe ser una página de la tienda (/productos) o empezar con https://',
  )
  .optional()

function isOwnPath(address: string): boolean {
  return /^\/(?:$|[^/\\\s][^\\\s]*$)/.test(address)
}

function isHttps(address: string): boolean {
  if (!/^https:\/\/[^\\\s]+$/.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

const flag = z.boolean('Debe ser verdadero o falso').optional()

/** What is outside of the places is the nearest of them. */
const place = z
  .union([
    z.null().transform(() => undefined),
    z.literal('').transform(() => undefined),
    numeric('El orden', (order) => order.int('El orden debe ser un número entero')).transform((order) =>
      Math.min(MAX_BANNERS, Math.max(1, order)),
    ),
  ])
  .optional()

/** Null was sent: it means none. */
function firstSent<Value>(...spellings: (Value | undefined)[]): Value | undefined {
  return spellings.find((value) => value !== undefined)
}

/** All spellings of a field are read; the first of them wins when several are sent. */
const BannerFields = z
  .object({
    title: line(NAME_LENGTH, 'El título').nullable().optional(),
    image_url: picture,
    imageUrl: picture,
    image: picture,
    mobile_image_url: picture,
    mobileImageUrl: picture,
    mobile_image: picture,
    url_to: link,
    urlTo: link,
    link,
    position: line(40, 'La posición').optional(),
    is_active: flag,
    isActive: flag,
    order: place,
    start_date: emptied(Day),
    startDate: emptied(Day),
    end_date: emptied(Day),
    endDate: emptied(Day),
  })
  .transform((sent) => ({
    title: sent.title === null ? '' : sent.title,
    image_url: firstSent(sent.image_url, sent.imageUrl, sent.image),
    mobile_image_url: firstSent(sent.mobile_image_url, sent.mobileImageUrl, sent.mobile_image),
    url_to: firstSent(sent.url_to, sent.urlTo, sent.link),
    position: sent.position,
    is_active: sent.is_active ?? sent.isActive,
    order: sent.order,
    start_date: firstSent(sent.start_date, sent.startDate),
    end_date: firstSent(sent.end_date, sent.endDate),
  }))

/** The place is the first free one unless `order` names another that is free. */
export const BannerInput = BannerFields.refine((banner) => banner.image_url, {
  path: ['image_url'],
  message: IMAGE_REQUIRED,
}).transform((banner) => ({ ...banner, image_url: banner.image_url ?? '' }))
export type BannerInput = z.output<typeof BannerInput>

/** What is not sent stays as it is. An `order` that another banner has is exchanged with it. */
export const BannerChange = BannerFields.refine((banner) => banner.image_url !== null, {
  path: ['image_url'],
  message: IMAGE_REQUIRED,
})
export type BannerChange = z.output<typeof BannerChange>

export const createBanner = endpoint('POST', '/banners/', {
  summary: 'Add a banner; 409 LIMIT_REACHED when there are four, active or not',
  access: 'admin',
  body: BannerInput,
  reply: reply(Banner),
  status: 201,
})

export const updateBanner = endpoint('PUT', '/banners/:id/', {
  summary: 'Change a banner; what is not sent stays as it is',
  access: 'admin',
  params: IdParams,
  body: BannerChange,
  reply: reply(Banner),
})

export const patchBanner = endpoint('PATCH', '/banners/:id/', {
  summary: 'The same as PUT',
  access: 'admin',
  params: IdParams,
  body: BannerChange,
  reply: reply(Banner),
})

export const deleteBanner = endpoint('DELETE', '/banners/:id/', {
  summary: 'Remove a banner; its place is free again',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

export const swapBanners = endpoint('POST', '/banners/swap/', {
  summary: 'Exchange the places of two banners, named by id; answers all of them in order',
  access: 'admin',
  body: z.object({ first: JsonId, second: JsonId }),
  reply: reply(z.array(Banner)),
})

export const uploadBannerImage = endpoint('POST', '/banners/upload_image/', {
  summary: 'Upload a picture for a banner (JPEG, PNG or WebP), as `image` or `file`',
  access: 'admin',
  form: {
    fields: Nothing,
    files: ['image', 'file'],
    maxFiles: 1,
    maxFileBytes: CLAIM_PHOTO_BYTES,
    orJson: false,
  },
  reply: reply(z.object({ image_url: z.string(), id: z.string(), width: z.int(), height: z.int() })),
  status: 201,
})
