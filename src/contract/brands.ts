import { z } from 'zod'
import { endpoint, Nothing, reply } from './endpoint.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from './limits.ts'
import { ownPicture } from './own-picture.ts'
import { IdParams, line, queryFlag, text } from './text.ts'

/** `id` and `brand_id`, `name` and `brand_name` say the same: two screens read two spellings. */
export const Brand = z.object({
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
export type Brand = z.output<typeof Brand>

/**
 * Both spellings are read. When both are sent and differ, one of them was read before and the other one written over:
 * who knows the brand knows which; of a new one it is `brand_name`.
 */
export const BrandInput = z
  .object({
    name: line(NAME_LENGTH, 'El nombre').optional(),
    brand_name: line(NAME_LENGTH, 'El nombre').optional(),
    description: text(DESCRIPTION_LENGTH, 'La descripción').nullable().optional(),
    image: ownPicture('brand').optional(),
    is_national: z.boolean('Debe ser verdadero o falso').default(true),
  })
  .transform(({ name, brand_name, description, image, is_national }) => ({
    name: brand_name ?? name ?? '',
    otherName: name || undefined,
    description: description ?? '',
    image: image ?? null,
    is_national,
  }))
  .refine((brand) => brand.name !== '', { path: ['brand_name'], message: 'El nombre es requerido' })
export type BrandInput = z.output<typeof BrandInput>

export const listBrands = endpoint('GET', '/brands/', {
  summary: 'All brands with what they sell',
  access: 'anyone',
  query: z.object({ is_national: queryFlag }),
  reply: reply(z.array(Brand)),
})

export const getBrand = endpoint('GET', '/brands/:id/', {
  summary: 'One brand',
  access: 'anyone',
  params: IdParams,
  reply: reply(Brand),
})

export const createBrand = endpoint('POST', '/brands/', {
  summary: 'Create a brand',
  access: 'admin',
  body: BrandInput,
  reply: reply(Brand),
  status: 201,
})

export const updateBrand = endpoint('PUT', '/brands/:id/', {
  summary: 'Save a brand whole',
  access: 'admin',
  params: IdParams,
  body: BrandInput,
  reply: reply(Brand),
})

export const deleteBrand = endpoint('DELETE', '/brands/:id/', {
  summary: 'Remove a brand without products; else 409 IN_USE',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})
