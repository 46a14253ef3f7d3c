import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply, replyByAudience } from '../endpoint.ts'
import { DESCRIPTION_LENGTH } from '../limits.ts'
import { ownPicture } from '../own-picture.ts'
import { DESCRIPTION, missing, NAME, nameError } from '../sentences.ts'
import { Flag, IdParams, Name, queryFlag, text } from '../text.ts'

/**
 * `id` equals `brand_id` and `name` equals `brand_name`, as clients read either. Totals count available products; for
 * admins, all products.
 */
const PublicBrand = z.object({
  id: z.int(),
  brand_id: z.int(),
  name: z.string(),
  brand_name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  is_national: z.boolean(),
  created_at: z.iso.datetime(),
  total_products: z.int(),
  total_stock: z.int(),
})

export const AdminBrand = PublicBrand.extend({
  /** Raised by each save; a save with an older version is refused as `STALE`. */
  version: z.int(),
})
/** `version` for admins only. */
export type Brand = z.output<typeof PublicBrand> & Partial<z.output<typeof AdminBrand>>

const brandReply = replyByAudience<Brand>({
  anonymous: PublicBrand,
  customer: PublicBrand,
  admin: AdminBrand,
})
const brandArray = replyByAudience<Brand[]>({
  anonymous: z.array(PublicBrand),
  customer: z.array(PublicBrand),
  admin: z.array(AdminBrand),
})

/** An empty one counts as missing. */
const Spelling = Name.refine((name) => name === '' || nameError(name) === undefined, missing(NAME)).optional()

/**
 * Reads both spellings of the name. When they differ, one is the old name and the other the new one: an update keeps
 * the one that differs from the stored name, a new brand takes `brand_name`. Other missing fields stay unchanged; a new
 * brand is national.
 */
export const BrandInput = z
  .object({
    name: Spelling,
    brand_name: Spelling,
    description: text(DESCRIPTION_LENGTH, DESCRIPTION).nullable().optional(),
    image: ownPicture('brand').optional(),
    is_national: Flag.optional(),
    version: z.int().min(1).optional(),
  })
  .transform(({ name, brand_name, description, ...others }) => ({
    ...others,
    name: brand_name ?? name ?? '',
    otherName: name || undefined,
    description: description === null ? '' : description,
  }))
  .refine((brand) => brand.name !== '', { path: ['brand_name'], message: missing(NAME) })
export type BrandInput = z.output<typeof BrandInput>

/** By name. */
export const listBrands = endpoint(calls.listBrands, {
  summary: 'All brands with counts of their products',
  access: 'anyone',
  needs: 'catalog_read',
  query: z.object({ is_national: queryFlag }),
  reply: brandArray,
})

/** The same fields as in `listBrands`. */
export const getBrand = endpoint(calls.getBrand, {
  summary: 'One brand',
  access: 'anyone',
  needs: 'catalog_read',
  params: IdParams,
  reply: brandReply,
})

/** DUPLICATE when another brand has the name. */
export const createBrand = endpoint(calls.createBrand, {
  summary: 'Create a brand',
  access: 'admin',
  body: BrandInput,
  reply: brandReply,
  status: 201,
})

/** DUPLICATE when another brand has the name; STALE when `version` is older than the brand's. */
export const updateBrand = endpoint(calls.updateBrand, {
  summary: 'Save a brand; missing fields stay unchanged',
  access: 'admin',
  params: IdParams,
  body: BrandInput,
  reply: brandReply,
})

/** IN_USE while it has products. */
export const deleteBrand = endpoint(calls.deleteBrand, {
  summary: 'Remove a brand without products; else 409 IN_USE',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})
