import { z } from 'zod'
import { endpoint, listOf, Nothing, reply, replyByAudience } from './endpoint.ts'
import { NAME_LENGTH, SEARCH_LENGTH } from './limits.ts'
import { ProductFlags, ProductInput, ProductUpdate } from './product-input.ts'
import { PRODUCT_TYPES, productType } from './product-types.ts'
import { IdParams, PageQuery, queryFlag, queryText } from './text.ts'

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
  /** As the catalogue's address has it, `ofertas` alike `discount`. Of a list the first known one counts. */
  category: queryText(NAME_LENGTH),
  categories: queryText(NAME_LENGTH),
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
  body: ProductUpdate,
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
