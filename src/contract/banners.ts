import { z } from 'zod'
import * as calls from './calls.ts'
import { IMAGE_REQUIRED, linkError } from './banner-rules.ts'
import { endpoint, Nothing, patchOf, reply } from './endpoint.ts'
import { PICTURE_BYTES, MAX_BANNERS, NAME_LENGTH } from './limits.ts'
import { ownPicture } from './own-picture.ts'
import { notWhole } from './sentences.ts'
import { Day, Flag, IdParams, JsonId, line, numeric, queryFlag, queryText, refusedBy } from './text.ts'

/** A picture of the home carousel. `order` is its slot, 1 to 4. Dates are days of Buenos Aires, inclusive. */
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

/** In slot order. Admins get all banners unless `active` restricts them to those of today. */
export const listBanners = endpoint(calls.listBanners, {
  summary: 'Banners in order; for everybody but admins only those that show today',
  access: 'anyone',
  query: z.object({ position: queryText(40), active: queryFlag }),
  reply: reply(z.array(Banner)),
})

// ---- Saving ----------------------------------------------------------------------------------------------------

const LINK_LENGTH = 300

/** Reads null and '' as null. */
const emptied = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.null(), z.literal('').transform(() => null), schema]).optional()

const picture = ownPicture('banner').optional()

const link = line(LINK_LENGTH, 'El enlace').superRefine(refusedBy(linkError)).optional()

const flag = Flag.optional()

const ORDER = 'El orden'

/** Below 1 means 1, above 4 means 4. */
const place = z
  .union([
    z.null().transform(() => undefined),
    z.literal('').transform(() => undefined),
    numeric(ORDER, (order) => order.int(notWhole(ORDER))).transform((order) =>
      Math.min(MAX_BANNERS, Math.max(1, order)),
    ),
  ])
  .optional()

/** The first spelling that was sent; null counts as sent. */
function firstSent<Value>(...spellings: (Value | undefined)[]): Value | undefined {
  return spellings.find((value) => value !== undefined)
}

/** Reads every spelling of a field; the first one wins. */
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

/** Takes the slot `order` when it is free, else the first free one. */
export const BannerInput = BannerFields.refine((banner) => banner.image_url, {
  path: ['image_url'],
  message: IMAGE_REQUIRED,
}).transform((banner) => ({ ...banner, image_url: banner.image_url ?? '' }))
export type BannerInput = z.output<typeof BannerInput>

/** Missing fields stay unchanged. A banner in the slot `order` moves to this banner's slot. */
const BannerChange = BannerFields.refine((banner) => banner.image_url !== null, {
  path: ['image_url'],
  message: IMAGE_REQUIRED,
})

/** LIMIT_REACHED when all four slots are taken, by active banners or not. */
export const createBanner = endpoint(calls.createBanner, {
  summary: 'Add a banner; 409 LIMIT_REACHED when there are four, active or not',
  access: 'admin',
  body: BannerInput,
  reply: reply(Banner),
  status: 201,
})

/** VALIDATION when the end would be before the start. */
export const updateBanner = endpoint(calls.updateBanner, {
  summary: 'Change a banner; missing fields stay unchanged',
  access: 'admin',
  params: IdParams,
  body: BannerChange,
  reply: reply(Banner),
})

export const patchBanner = patchOf(updateBanner, calls.patchBanner)

/** Frees the slot. */
export const deleteBanner = endpoint(calls.deleteBanner, {
  summary: 'Remove a banner; its place is free again',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** Swapping a banner with itself changes nothing. */
export const swapBanners = endpoint(calls.swapBanners, {
  summary: 'Exchange the places of two banners, named by id; answers all of them in order',
  access: 'admin',
  body: z.object({ first: JsonId, second: JsonId }),
  reply: reply(z.array(Banner)),
})

/** UNSUPPORTED_TYPE for anything but JPEG, PNG or WebP. The picture is removed after a day unless a banner uses it. */
export const uploadBannerImage = endpoint(calls.uploadBannerImage, {
  summary: 'Upload a picture for a banner (JPEG, PNG or WebP), as `image` or `file`',
  access: 'admin',
  form: {
    fields: Nothing,
    files: ['image', 'file'],
    maxFiles: 1,
    maxFileBytes: PICTURE_BYTES,
    orJson: false,
  },
  reply: reply(z.object({ image_url: z.string(), id: z.string(), width: z.int(), height: z.int() })),
  status: 201,
})
