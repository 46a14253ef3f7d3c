import { z } from 'zod'
import { endpoint, listOf, Nothing, reply, replyByAudience } from './endpoint.ts'
import { DESCRIPTION_LENGTH, MAX_PRICE_PESOS, MAX_STOCK, NAME_LENGTH, SEARCH_LENGTH } from './limits.ts'
import { PRODUCT_TYPES, productType } from './product-types.ts'
import { IdParams, JsonId, line, numeric, PageQuery, queryFlag, queryText, text } from './text.ts'

// ---- Answers ---------------------------------------------------------------------------------------------------

/** A presentation as anybody may see it: no price, no discount, no final price. */
export const PublicBlister = z.object({ id: z.int(), seed_count: z.int(), stock: z.int() })

/** Money in pesos; `final_price` is what is paid: price less discount, rounded half up to the centavo. */
export const PricedBlister = PublicBlister.extend({
  price: z.number(),
  discount: z.number(),
  final_price: z.number(),
})

export const PublicProduct = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  brand: z.string().nullable(),
  brand_id: z.int().nullable(),
  genotype: z.string(),
  sativa: z.number().nullable(),
  indica: z.number().nullable(),
  thc: z.string(),
  cbd: z.string(),
  flavors: z.string(),
  effects: z.string(),
  flowering_time: z.string(),
  completed_cicle: z.string(),
  height_indoor: z.string(),
  height_outdoor: z.string(),
  yield_indoor: z.string(),
  yield_outdoor: z.string(),
  description: z.string(),
  product_size: z.string(),
  highlighted: z.boolean(),
  limited_edition: z.boolean(),
  available: z.boolean(),
  sku: z.string(),
  /** The sum over the presentations; read-only. */
  stock: z.int(),
  image: z.string().nullable(),
  image_2: z.string().nullable(),
  image_3: z.string().nullable(),
  is_national: z.boolean(),
  blisters: z.array(PublicBlister),
})

export const PricedProduct = PublicProduct.extend({ blisters: z.array(PricedBlister) })

export const AdminProduct = PricedProduct.extend({
  /** Raised by each save of an admin; a save that names an older one is refused as `STALE`. */
  version: z.int(),
  created_at: z.iso.datetime(),
  /** In how many orders it is. Only where one product is asked for. */
  orders_count: z.int().optional(),
})

/** What the web sees: prices are there only when somebody is signed in. */
export type Blister = z.output<typeof PublicBlister> & {
  price?: number
  discount?: number
  final_price?: number
}
export type Product = Omit<z.output<typeof PublicProduct>, 'blisters'> & {
  blisters: Blister[]
  version?: number
  created_at?: string
  orders_count?: number | undefined
}

const productReply = replyByAudience<Product>({
  anonymous: PublicProduct,
  customer: PricedProduct,
  admin: AdminProduct,
})

const productArray = replyByAudience<Product[]>({
  anonymous: z.array(PublicProduct),
  customer: z.array(PricedProduct),
  admin: z.array(AdminProduct),
})

// ---- Questions -------------------------------------------------------------------------------------------------

const types = z
  .string()
  .transform((list) => list.split(',').flatMap((value) => productType(value) ?? []))
  .optional()
  .catch(undefined)

/**
 * Unknown values are ignored. For callers without an account `priceRange`, `priceStatus` and ordering by price are
 * ignored too, and `discount` answers an empty list: each of them would tell something about prices.
 */
export const ProductQuery = PageQuery.extend({
  type: types,
  exclude_types: types,
  brand: queryText(NAME_LENGTH),
  search: queryText(SEARCH_LENGTH),
  discount: queryFlag,
  priceRange: z
    .enum(['0-5000', '5000-10000', '10000-20000', '20000-50000', '50000-'])
    .optional()
    .catch(undefined),
  stockFilter: z.enum(['with-stock', 'low-stock', 'out-of-stock']).optional().catch(undefined),
  stock: z.enum(['with-stock', 'low-stock', 'out-of-stock']).optional().catch(undefined),
  no_stock: queryFlag,
  ordering: z.enum(['min_price', '-min_price', 'name', '-created_at']).optional().catch(undefined),
  highlighted: queryFlag,
  limitedEdition: queryFlag,
  limited_edition: queryFlag,
  /** Only an admin may ask for unavailable products; for everybody else it is always true. */
  available: queryFlag,
  availability: z.enum(['available', 'unavailable']).optional().catch(undefined),
  edition: z.enum(['limited', 'regular']).optional().catch(undefined),
  priceStatus: z.enum(['no-price', 'with-price']).optional().catch(undefined),
  /** Comma list: exactly these products, as a cart or the last viewed need them. At most 100. */
  ids: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647)
        .slice(0, 100),
    )
    .optional()
    .catch(undefined),
})
export type ProductQuery = z.output<typeof ProductQuery>

// ---- Saving ----------------------------------------------------------------------------------------------------

/** What older clients send as a number is kept as text. */
const loose = (max: number, name: string) =>
  z.union([line(max, name), z.number().transform(String), z.null().transform(() => '')]).default('')

const percent = (name: string) => {
  const outside = `${name} debe estar entre 0 y 100`
  const given = numeric(name, (number) => number.min(0, outside).max(100, outside))
  return z.union([z.null(), z.literal('').transform(() => null), given]).default(null)
}

/** Clamped, not refused: 140 is read as 100. Kept to two decimals. */
const discount = numeric('El descuento', (number) =>
  number.overwrite((value) => Math.round(Math.min(100, Math.max(0, value)) * 100) / 100),
).default(0)

export const BlisterInput = z.object({
  /** Missing for a new presentation. */
  id: JsonId.optional(),
  seed_count: numeric('La cantidad de semillas', (number) =>
    number
      .int('La cantidad de semillas debe ser un número entero')
      .min(1, 'La cantidad de semillas debe ser al menos 1')
      .max(1000, 'La cantidad de semillas no puede superar 1000'),
  ),
  /** Pesos. 0 means that it has no price yet and cannot be bought. */
  price: numeric('El precio', (number) =>
    number.min(0, 'El precio no puede ser negativo').max(MAX_PRICE_PESOS, 'El precio es demasiado alto'),
  ),
  stock: numeric('El stock', (number) =>
    number
      .int('El stock debe ser un número entero')
      .min(0, 'El stock no puede ser negativo')
      .max(MAX_STOCK, 'El stock es demasiado alto'),
  ),
  /** The stock the form was given: the difference is applied, so that sales in between are kept. */
  stock_loaded: z.int().min(0).max(MAX_STOCK).optional(),
  discount,
})
export type BlisterInput = z.output<typeof BlisterInput>

const mediaAddress = z
  .union([
    z.null(),
    z.literal('').transform(() => null),
    z
      .string()
      .max(300)
      .regex(
        /^\/media\/product\/[A-Za-z0-9_-]{1,80}\/\d{2,4}\.(?:webp|avif)$/,
        'La imagen no es de esta tienda',
      ),
  ])
  .default(null)

const flag = (start: boolean) => z.boolean('Debe ser verdadero o falso').default(start)

export const ProductInput = z.object({
  name: line(NAME_LENGTH, 'El nombre').min(1, 'El nombre es requerido'),
  type: z.preprocess(
    (value) => (typeof value === 'string' ? productType(value) : value),
    z.enum(PRODUCT_TYPES, 'El tipo de producto es requerido'),
  ),
  brand_id: JsonId.nullable().default(null),
  /** Read when `brand_id` is missing: the name of an existing brand. */
  brand: line(NAME_LENGTH, 'La marca').nullable().optional(),
  genotype: loose(200, 'El genotipo'),
  sativa: percent('La proporción sativa'),
  indica: percent('La proporción índica'),
  thc: loose(40, 'El THC'),
  cbd: loose(40, 'El CBD'),
  flavors: loose(200, 'Los aromas'),
  effects: loose(200, 'Los efectos'),
  flowering_time: loose(60, 'La floración'),
  completed_cicle: loose(60, 'El ciclo completo'),
  height_indoor: loose(60, 'La altura interior'),
  height_outdoor: loose(60, 'La altura exterior'),
  yield_indoor: loose(60, 'El rendimiento interior'),
  yield_outdoor: loose(60, 'El rendimiento exterior'),
  description: z
    .union([text(DESCRIPTION_LENGTH, 'La descripción'), z.null().transform(() => '')])
    .default(''),
  product_size: loose(60, 'El talle'),
  highlighted: flag(false),
  limited_edition: flag(false),
  available: flag(true),
  sku: loose(40, 'El SKU'),
  image: mediaAddress,
  image_2: mediaAddress,
  image_3: mediaAddress,
  is_national: z.boolean().nullable().default(null),
  blisters: z.array(BlisterInput).max(50, 'Un producto puede tener hasta 50 presentaciones').default([]),
  version: z.int().min(1).optional(),
})
export type ProductInput = z.output<typeof ProductInput>

export const ProductFlags = z
  .object({
    available: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    limited_edition: z.boolean().optional(),
  })
  .refine((flags) => Object.values(flags).some((value) => value !== undefined), 'No hay cambios para guardar')
export type ProductFlags = z.output<typeof ProductFlags>

// ---- Endpoints -------------------------------------------------------------------------------------------------

export const listProducts = endpoint('GET', '/products/', {
  summary: 'Products, filtered and ordered',
  access: 'anyone',
  query: ProductQuery,
  reply: listOf(productReply),
})

export const listOnSale = endpoint('GET', '/products/on-sale/', {
  summary: 'Products with a discount; empty for callers without an account',
  access: 'anyone',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional().catch(undefined) }),
  reply: productArray,
})

export const listHighlighted = endpoint('GET', '/products/highlighted/', {
  summary: 'Highlighted and available products, newest first',
  access: 'anyone',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional().catch(undefined) }),
  reply: productArray,
})

export const countProducts = endpoint('GET', '/products/counts/', {
  summary: 'How many products there are, and how many of them are available; carries an ETag',
  access: 'admin',
  reply: reply(z.object({ available: z.int(), unavailable: z.int() })),
})

export const getProduct = endpoint('GET', '/products/:id/', {
  summary: 'One product; unavailable ones exist for admins only',
  access: 'anyone',
  params: IdParams,
  reply: productReply,
})

export const listRelated = endpoint('GET', '/products/:id/related/', {
  summary: 'At most 4 products of the same brand, same type first',
  access: 'anyone',
  params: IdParams,
  reply: productArray,
})

export const getBlister = endpoint('GET', '/products/blisters/:id/', {
  summary: 'Stock of one presentation, with its price for callers with an account',
  access: 'anyone',
  params: IdParams,
  reply: replyByAudience<Blister & { product_id: number }>({
    anonymous: PublicBlister.extend({ product_id: z.int() }),
    customer: PricedBlister.extend({ product_id: z.int() }),
    admin: PricedBlister.extend({ product_id: z.int() }),
  }),
})

export const createProduct = endpoint('POST', '/products/', {
  summary: 'Create a product with its presentations',
  access: 'admin',
  body: ProductInput,
  reply: productReply,
  status: 201,
})

export const updateProduct = endpoint('PUT', '/products/:id/', {
  summary: 'Save a product; stock is applied as the difference from `stock_loaded`',
  access: 'admin',
  params: IdParams,
  body: ProductInput,
  reply: productReply,
})

export const patchProduct = endpoint('PATCH', '/products/:id/', {
  summary: 'Switch available, highlighted or limited_edition',
  access: 'admin',
  params: IdParams,
  body: ProductFlags,
  reply: productReply,
})

export const deleteProduct = endpoint('DELETE', '/products/:id/', {
  summary: 'Remove a product and its presentations; old orders stay whole',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

// ---- Brands ----------------------------------------------------------------------------------------------------

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

const brandImage = z
  .union([
    z.null(),
    z.literal('').transform(() => null),
    z
      .string()
      .max(300)
      .regex(
        /^\/media\/brand\/[A-Za-z0-9_-]{1,80}\/\d{2,4}\.(?:webp|avif)$/,
        'La imagen no es de esta tienda',
      ),
  ])
  .optional()

/** Both spellings are read; `brand_name` wins when both are sent. */
export const BrandInput = z
  .object({
    name: line(NAME_LENGTH, 'El nombre').optional(),
    brand_name: line(NAME_LENGTH, 'El nombre').optional(),
    description: text(DESCRIPTION_LENGTH, 'La descripción').nullable().optional(),
    image: brandImage,
    is_national: z.boolean('Debe ser verdadero o falso').default(true),
  })
  .transform(({ name, brand_name, description, image, is_national }) => ({
    name: brand_name ?? name ?? '',
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
