import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, listOf, Nothing, reply, replyByAudience } from '../endpoint.ts'
import { MAX_ARRAY_LENGTH, MAX_ID, NAME_LENGTH, SEARCH_LENGTH } from '../limits.ts'
import { FACETS, FACETS_LENGTH, type FacetName } from './facets.ts'
import { type AnswerTo, type Question, QUESTIONS } from './finder.ts'
import { ProductFlags, ProductInput, ProductUpdate } from './product-input.ts'
import { PRODUCT_TYPES, productType } from './product-types.ts'
import { IdParams, PageQuery, queryFlag, queryText } from '../text.ts'

// ---- Answers ---------------------------------------------------------------------------------------------------

/** A presentation as anybody may see it: without prices. `stock` in units. */
const PublicBlister = z.object({
  id: z.int(),
  seed_count: z.int(),
  /** Of merchandise with sizes to choose, else ''. */
  size: z.string(),
  stock: z.int(),
  /** Shown instead of the product's `image` where this presentation is chosen. */
  image: z.string().nullable(),
})

/** Pesos; `discount` in percent; `final_price` as `finalPrice` computes it. */
export const PricedBlister = PublicBlister.extend({
  price: z.number(),
  discount: z.number(),
  final_price: z.number(),
})

/** A product as anybody may see it. `sativa` and `indica` in percent. */
const PublicProduct = z.object({
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
  /** Months in which it is sown, such as 'Septiembre a enero'; empty when not known. */
  sowing: z.string(),
  /** Words of `GROWING`, joined by commas: 'Fácil', 'Interior, Exterior', 'Norte, Centro'. */
  difficulty: z.string(),
  places: z.string(),
  zones: z.string(),
  /** The cultivar as the national register of seeds names and numbers it; empty when it has none. */
  inase_name: z.string(),
  inase_number: z.string(),
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
  /** The sum over the presentations. */
  stock: z.int(),
  image: z.string().nullable(),
  image_2: z.string().nullable(),
  image_3: z.string().nullable(),
  is_national: z.boolean(),
  blisters: z.array(PublicBlister),
  /** Seeds of the newest test of each of its lots on sale; null without a test, and when the shop does not show its tests. */
  tested: z.object({ sown: z.int(), germinated: z.int() }).nullable(),
})

/** For signed-in customers. */
const PricedProduct = PublicProduct.extend({ blisters: z.array(PricedBlister) })

/** `withheld`: units of lots on hold, beside `stock`. */
const AdminBlister = PricedBlister.extend({ withheld: z.int() })

/** For admins. */
export const AdminProduct = PricedProduct.extend({
  blisters: z.array(AdminBlister),
  /** Raised by each save; a save with an older version is refused as `STALE`. */
  version: z.int(),
  created_at: z.iso.datetime(),
  /** The number of orders with this product. Only from `getProduct`. */
  orders_count: z.int().optional(),
})

/** The type for the web: only signed-in customers have prices. */
export type Blister = z.output<typeof PublicBlister> & {
  price?: number
  discount?: number
  final_price?: number
  withheld?: number
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

/** `month` from 1. */
const toSow = <Shown extends z.ZodType>(product: Shown) =>
  z.object({ month: z.int(), products: z.array(product) })
interface ToSow {
  month: number
  products: Product[]
}

// ---- Queries ---------------------------------------------------------------------------------------------------

const types = z
  .string()
  .transform((list) => list.split(',').flatMap((value) => productType(value) ?? []))
  .optional()
  .catch(undefined)

/**
 * Unknown values are ignored. Without an account `priceRange`, `priceStatus` and ordering by price are ignored too, and
 * `discount` answers an empty list: each would reveal something about prices (decision 0003).
 */
export const ProductQuery = PageQuery.extend({
  type: types,
  exclude_types: types,
  brand: queryText(NAME_LENGTH),
  search: queryText(SEARCH_LENGTH),
  discount: queryFlag,
  /** A key of `CATEGORIES`; `ofertas` is the same as `discount`. Of a comma list the first known one counts. */
  category: queryText(NAME_LENGTH),
  categories: queryText(NAME_LENGTH),
  priceRange: z
    .enum(['0-5000', '5000-10000', '10000-20000', '20000-50000', '50000-'])
    .optional()
    .catch(undefined),
  stockFilter: z.enum(['with-stock', 'low-stock', 'out-of-stock']).optional().catch(undefined),
  stock: z.enum(['with-stock', 'low-stock', 'out-of-stock']).optional().catch(undefined),
  no_stock: queryFlag,
  ordering: z
    .enum(['min_price', '-min_price', 'name', '-created_at', '-thc', 'flowering', '-yield'])
    .optional()
    .catch(undefined),
  highlighted: queryFlag,
  limitedEdition: queryFlag,
  limited_edition: queryFlag,
  /** For admins only; everybody else sees available products. */
  available: queryFlag,
  availability: z.enum(['available', 'unavailable']).optional().catch(undefined),
  edition: z.enum(['limited', 'regular']).optional().catch(undefined),
  priceStatus: z.enum(['no-price', 'with-price']).optional().catch(undefined),
  /** 'thc.15-20*effect.sereno': values of `FACETS`; those of one facet are alternatives. */
  facets: queryText(FACETS_LENGTH),
  /** Comma list of at most 100 ids: exactly these products, for the cart and the last viewed. */
  ids: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID)
        .slice(0, MAX_ARRAY_LENGTH),
    )
    .optional()
    .catch(undefined),
})
export type ProductQuery = z.output<typeof ProductQuery>

// ---- Endpoints -------------------------------------------------------------------------------------------------

/**
 * Without `ordering` products in stock come first, newest first in each group; for accounts those in stock without a
 * price come in between. A search without a match answers products with similar words.
 */
export const listProducts = endpoint(calls.listProducts, {
  summary: 'Products, filtered and ordered',
  access: 'anyone',
  needs: 'catalog_read',
  query: ProductQuery,
  reply: listOf(productReply),
})

const Limited = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_ARRAY_LENGTH).optional().catch(undefined),
})

/** Without prices, and never counted by one unless the caller has an account. */
const Choices = z.object({
  /** The products of the list. */
  count: z.int(),
  /** Each counted without its own choice. The most frequent values of aromas, effects and brands. */
  facets: z.array(
    z.object({
      name: z.enum(Object.keys(FACETS) as [FacetName, ...FacetName[]]), // safe: keys of a literal
      label: z.string(),
      values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
    }),
  ),
  /** What is chosen; `facets` is the parameter without it. */
  chosen: z.array(z.object({ label: z.string(), facets: z.string() })),
  /** For an empty list: how many the search finds in the merchandise, or in the seeds for a list of merchandise. */
  elsewhere: z.int(),
  /** For an empty list: how many there are without one of its conditions, with the query that is left. */
  ways: z.array(
    z.object({
      label: z.string(),
      count: z.int(),
      search: z.string(),
      facets: z.string(),
      /** The type of seed or the edition is the condition. */
      all: z.boolean(),
    }),
  ),
})
export type Choices = z.output<typeof Choices> & { prices?: string[] }

/** `prices`: the values of `priceRange` with which the list is not empty. */
const PricedChoices = Choices.extend({ prices: z.array(z.string()) })

/** For the query of a list. */
export const listFacets = endpoint(calls.listFacets, {
  summary: 'What a list can be narrowed by, with counts, and the ways on from an empty one',
  access: 'anyone',
  needs: 'catalog_read',
  query: ProductQuery,
  reply: replyByAudience<Choices>({ anonymous: Choices, customer: PricedChoices, admin: PricedChoices }),
})

const Suggested = PublicProduct.pick({ id: true, name: true, type: true, brand: true, image: true })
export type Suggested = z.output<typeof Suggested>

/**
 * The first products that visitors find by `q`, as in their list; at most 6, the same for every caller, none for an empty
 * `q`. TOO_MANY_REQUESTS above `suggestions` of the limits.
 */
export const suggestProducts = endpoint(calls.suggestProducts, {
  summary: 'What a search that is being typed finds first, without prices',
  access: 'anyone',
  query: z.object({ q: queryText(SEARCH_LENGTH) }),
  reply: reply(z.array(Suggested)),
})

const answerTo = <Name extends Question>(name: Name) =>
  z
    .enum(Object.keys(QUESTIONS[name].answers) as [AnswerTo<Name> & string, ...(AnswerTo<Name> & string)[]]) // safe: keys of a literal
    .optional()
    .catch(undefined)

const found = <Shown extends z.ZodType>(product: Shown) =>
  z.object({
    /** How many of the four questions are answered. */
    asked: z.int(),
    results: z.array(
      z.object({
        product,
        /** How many of the answers it fits. */
        met: z.int(),
        /** Sentences made of known facts: why, and what speaks against it. */
        reasons: z.array(z.string()),
        but: z.array(z.string()),
      }),
    ),
  })
export interface Found {
  asked: number
  results: { product: Product; met: number; reasons: string[]; but: string[] }[]
}

/** At most three, those that fit most answers first, with stock before without, then by the goal and by name. Unknown answers are ignored. */
export const findSeeds = endpoint(calls.findSeeds, {
  summary: 'Varieties that fit answers to four questions, with reasons',
  access: 'anyone',
  needs: 'catalog_read',
  query: z.object({
    place: answerTo('place'),
    zone: answerTo('zone'),
    skill: answerTo('skill'),
    goal: answerTo('goal'),
  }),
  reply: replyByAudience<Found>({
    anonymous: found(PublicProduct),
    customer: found(PricedProduct),
    admin: found(AdminProduct),
  }),
})

/** Available ones, those with stock first, newest first within each: `limit`, or at most 100. */
export const listOnSale = endpoint(calls.listOnSale, {
  summary: 'Products with a discount; empty for callers without an account',
  access: 'anyone',
  needs: 'catalog_read',
  query: Limited,
  reply: productArray,
})

/** `limit`, or at most 100. */
export const listHighlighted = endpoint(calls.listHighlighted, {
  summary: 'Highlighted and available products, newest first',
  access: 'anyone',
  needs: 'catalog_read',
  query: Limited,
  reply: productArray,
})

/** Its months are those of Buenos Aires. */
export const listToSow = endpoint(calls.listToSow, {
  summary: 'Products with stock that are sown this month, newest first: at most 3',
  access: 'anyone',
  needs: 'catalog_read',
  reply: replyByAudience<ToSow>({
    anonymous: toSow(PublicProduct),
    customer: toSow(PricedProduct),
    admin: toSow(AdminProduct),
  }),
})

/** For the tabs of the panel. */
export const countProducts = endpoint(calls.countProducts, {
  summary: 'How many products there are, and how many of them are available; carries an ETag',
  access: 'admin',
  needs: 'catalog_read',
  reply: reply(z.object({ available: z.int(), unavailable: z.int() })),
})

/** NOT_FOUND for an unavailable product, unless the caller is an admin. */
export const getProduct = endpoint(calls.getProduct, {
  summary: 'One product; unavailable ones exist for admins only',
  access: 'anyone',
  needs: 'catalog_read',
  params: IdParams,
  reply: productReply,
})

/** Available products only. */
export const listRelated = endpoint(calls.listRelated, {
  summary: 'At most 4 products of the same brand, same type first',
  access: 'anyone',
  needs: 'catalog_read',
  params: IdParams,
  reply: productArray,
})

/** NOT_FOUND while its product is unavailable, unless the caller is an admin. */
export const getBlister = endpoint(calls.getBlister, {
  summary: 'Stock of one presentation, with its price for callers with an account',
  access: 'anyone',
  needs: 'catalog_read',
  params: IdParams,
  reply: replyByAudience<Blister & { product_id: number }>({
    anonymous: PublicBlister.extend({ product_id: z.int() }),
    customer: PricedBlister.extend({ product_id: z.int() }),
    admin: AdminBlister.extend({ product_id: z.int() }),
  }),
})

/** VALIDATION also for an unknown brand and for presentations that do not fit the type. */
export const createProduct = endpoint(calls.createProduct, {
  summary: 'Create a product with its presentations',
  access: 'admin',
  body: ProductInput,
  reply: productReply,
  status: 201,
})

/**
 * STALE when `version` is older than the product's; CONFLICT when sales since `stock_loaded` leave less than nothing.
 */
export const updateProduct = endpoint(calls.updateProduct, {
  summary: 'Save a product; stock is applied as the difference from `stock_loaded`',
  access: 'admin',
  params: IdParams,
  body: ProductUpdate,
  reply: productReply,
})

/** Raises the version, so that a form that was opened before is refused as STALE. */
export const patchProduct = endpoint(calls.patchProduct, {
  summary: 'Switch available, highlighted or limited_edition',
  access: 'admin',
  params: IdParams,
  body: ProductFlags,
  reply: productReply,
})

/** Orders keep their copy of it. */
export const deleteProduct = endpoint(calls.deleteProduct, {
  summary: 'Remove a product and its presentations; orders keep their copy',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})
