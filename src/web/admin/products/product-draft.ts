import {
  SEED_COUNT,
  STOCK,
  PRICE,
  DISCOUNT,
  CONTENTS,
  SHARES,
  percentageError,
  priceError,
  sameSeedCount,
  sizeErrors,
} from '../../../contract/catalog/product-rules.ts'
import {
  missing,
  requiredError,
  nameError,
  notWhole,
  tooSmall,
  tooLarge,
} from '../../../contract/sentences.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { ProductInput } from '../../../contract/catalog/product-input.ts'
import { MAX_PRICE_PESOS } from '../../../contract/limits.ts'
import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { formatAmount, type Pesos, toCentavos, toPesos } from '../../../contract/money.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import { parseAmount, parsePercent, unreadError } from '../../../contract/amounts.ts'
import { amountText } from './amounts.ts'

/** The form values of a presentation. */
export interface BlisterDraft {
  /** Identifies the row while it has no id. */
  key: string
  id: number | undefined
  seed_count: string
  /** Of merchandise. */
  size: string
  price: string
  stock: string
  /** The loaded stock: the difference is saved. */
  stockLoaded: number | undefined
  /** Units of lots on hold, beside the stock. */
  withheld?: number | undefined
  discount: string
  image: string | null
}

const TEXT_FIELDS = [
  'name',
  'genotype',
  'description',
  'thc',
  'cbd',
  'flavors',
  'effects',
  'flowering_time',
  'completed_cicle',
  'sowing',
  'difficulty',
  'places',
  'zones',
  'inase_name',
  'inase_number',
  'height_indoor',
  'height_outdoor',
  'yield_indoor',
  'yield_outdoor',
  'product_size',
  'sku',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** The form values of a product. Numbers are texts as typed. */
export interface ProductDraft extends Record<TextField, string> {
  type: ProductType
  brand_id: string
  sativa: string
  indica: string
  available: boolean
  highlighted: boolean
  limited_edition: boolean
  images: (string | null)[]
  blisters: BlisterDraft[]
}

let lastKey = 0
export function newBlister(values: Partial<BlisterDraft> = {}): BlisterDraft {
  const empty = { seed_count: '', size: '', price: '', stock: '', discount: '', image: null }
  return { ...empty, id: undefined, stockLoaded: undefined, ...values, key: `nueva-${++lastKey}` }
}

export function emptyDraft(): ProductDraft {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Record<TextField, string> // safe: each field is in the list
  return {
    ...texts,
    type: 'fem',
    brand_id: '',
    sativa: '',
    indica: '',
    available: true,
    highlighted: false,
    limited_edition: false,
    images: [null, null, null],
    blisters: [newBlister()],
  }
}

export function draftOf(product: Product): ProductDraft {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, product[field]])) as Record<
    TextField,
    string
  > // safe: see above
  return {
    ...texts,
    type: product.type,
    brand_id: product.brand_id === null ? '' : String(product.brand_id),
    sativa: numberText(product.sativa),
    indica: numberText(product.indica),
    available: product.available,
    highlighted: product.highlighted,
    limited_edition: product.limited_edition,
    images: [product.image, product.image_2, product.image_3],
    blisters: product.blisters.map((blister) => ({
      key: String(blister.id),
      id: blister.id,
      seed_count: String(blister.seed_count),
      size: blister.size,
      price: formatAmount(blister.price ?? 0),
      stock: amountText(blister.stock),
      stockLoaded: blister.stock,
      withheld: blister.withheld,
      discount: blister.discount ? amountText(blister.discount) : '',
      image: blister.image,
    })),
  }
}

/** A new product like this one: hidden, without its code, units and pictures. */
export function copyOf(product: Product): ProductDraft {
  const draft = draftOf(product)
  return {
    ...draft,
    name: `${draft.name} (copia)`,
    sku: '',
    available: false,
    highlighted: false,
    images: [null, null, null],
    blisters: draft.blisters.map(({ seed_count, size, price, discount }) =>
      newBlister({ seed_count, size, price, discount, stock: '0' }),
    ),
  }
}

function numberText(value: number | null): string {
  return value === null ? '' : amountText(value)
}

/** The loaded fields that the form does not edit. Undefined for a new product. */
type LoadedProduct = Pick<Product, 'version' | 'is_national'>

/** The request body of a draft without errors. */
export function inputOf(draft: ProductDraft, loaded?: LoadedProduct): ProductBody {
  const { images, blisters, brand_id, sativa, indica, ...fields } = draft
  const [image = null, image_2 = null, image_3 = null] = images
  return {
    ...fields,
    thc: withPercent(fields.thc),
    cbd: withPercent(fields.cbd),
    brand_id: brand_id === '' ? null : Number(brand_id),
    sativa: parsePercent(sativa) ?? null,
    indica: parsePercent(indica) ?? null,
    image,
    image_2,
    image_3,
    blisters: blisters.map(({ id, seed_count, size, price, stock, stockLoaded, discount, image }) => ({
      ...(id !== undefined && { id }),
      seed_count: draft.type === 'merch' ? 1 : (parseAmount(seed_count) ?? 0),
      size,
      price: parseAmount(price) ?? 0,
      stock: parseAmount(stock) ?? 0,
      ...(stockLoaded !== undefined && { stock_loaded: stockLoaded }),
      discount: clampDiscount(parsePercent(discount) ?? 0),
      image,
    })),
    // As loaded: the server lets an inherited one follow a new brand.
    is_national: loaded?.is_national ?? null,
    ...(loaded?.version !== undefined && { version: loaded.version }),
  }
}
type ProductBody = Omit<ProductInput, 'version' | 'brand' | 'blisters'> & {
  version?: number
  blisters: {
    id?: number
    seed_count: number
    size: string
    price: number
    stock: number
    stock_loaded?: number
    discount: number
    image: string | null
  }[]
}

export function clampDiscount(discount: number): number {
  return Math.min(100, Math.max(0, discount))
}

/** The price for customers, by the server's own function. Undefined without a price. */
export function finalPriceOf({
  price,
  discount,
}: Pick<BlisterDraft, 'price' | 'discount'>): Pesos | undefined {
  const pesos = parseAmount(price)
  if (pesos === undefined || pesos < 0 || pesos > MAX_PRICE_PESOS) return undefined
  return toPesos(finalPrice(toCentavos(pesos), clampDiscount(parsePercent(discount) ?? 0)))
}

/** A price of 0, also after the discount, means not set. */
export function hasPrice(blister: Pick<BlisterDraft, 'price' | 'discount'>): boolean {
  return (finalPriceOf(blister) ?? 0) > 0
}

/** Texts by field, under the server's names: `name`, `blisters.0.price`. */
export function errorsOf(draft: ProductDraft): Record<string, string> {
  const errors: Record<string, string | undefined> = {
    name: nameError(draft.name),
    indica: percentError(draft.indica, SHARES.indica),
    sativa: percentError(draft.sativa, SHARES.sativa),
    thc: contentError(draft.thc, CONTENTS.thc),
    cbd: contentError(draft.cbd, CONTENTS.cbd),
    blisters:
      draft.type === 'merch' && draft.blisters.length === 0
        ? 'El merchandising necesita precio y stock'
        : undefined,
  }
  const counts = draft.blisters.map(({ seed_count }) => parseAmount(seed_count))
  const ofSizes = sizeErrors(draft.blisters.map(({ size }) => size))
  for (const [i, blister] of draft.blisters.entries()) {
    if (draft.type === 'merch') errors[`blisters.${i}.size`] = ofSizes[i]
    else
      errors[`blisters.${i}.seed_count`] = countError(blister.seed_count, SEED_COUNT) ?? againError(counts, i)
    errors[`blisters.${i}.price`] = typedPriceError(blister.price)
    errors[`blisters.${i}.stock`] = countError(blister.stock, STOCK)
    errors[`blisters.${i}.discount`] = typedDiscountError(blister.discount)
  }
  return Object.fromEntries(Object.entries(errors).flatMap(([field, text]) => (text ? [[field, text]] : [])))
}

const BARE_NUMBERS = /^(\d+(?:[.,]\d+)?)(?: ?(?:-|a) ?(\d+(?:[.,]\d+)?))?(?= ?%?$)/

/** THC and CBD are texts, as '20 a 24 %': only what is plainly a percentage is checked. */
function contentError(text: string, name: string): string | undefined {
  const [, ...numbers] = BARE_NUMBERS.exec(text.trim()) ?? []
  return numbers.some((number) => (parseAmount(number ?? '') ?? 0) > 100) ? tooLarge(name, 100) : undefined
}

/** '20 %' of '20'. */
function withPercent(text: string): string {
  const typed = text.trim()
  return BARE_NUMBERS.exec(typed)?.[0] === typed && typed !== '' ? `${typed} %` : text
}

function againError(counts: (number | undefined)[], row: number): string | undefined {
  const count = counts[row]
  return count !== undefined && counts.indexOf(count) < row ? sameSeedCount(count) : undefined
}

function typedPriceError(text: string): string | undefined {
  const price = parseAmount(text)
  return requiredError(text, PRICE) ?? (price === undefined ? unreadError(text, PRICE) : priceError(price))
}

function typedDiscountError(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const discount = parsePercent(text)
  return percentageError(clampDiscount(discount ?? Number.NaN), DISCOUNT)
}

export function countError(
  text: string,
  { name, min, max }: typeof SEED_COUNT | typeof STOCK,
): string | undefined {
  if (text.trim() === '') return missing(name)
  const count = parseAmount(text)
  if (count === undefined || !Number.isInteger(count)) return notWhole(name)
  if (count < min) return tooSmall(name, min)
  return count > max ? tooLarge(name, max) : undefined
}

function percentError(text: string, name: string): string | undefined {
  if (text.trim() === '') return undefined
  return percentageError(parsePercent(text) ?? Number.NaN, name)
}

/** Equal when a save would be the same: '18400' and '18.400' are the same price. */
export function isSameDraft(one: ProductDraft, other: ProductDraft): boolean {
  return JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))
}

/** Whether `now` is the result of saving `sent`: new presentations then have an id, and the server sorts them. */
export function isSaved(sent: ProductDraft, now: ProductDraft): boolean {
  const [one, other] = [sent, now].map((draft) =>
    JSON.stringify({
      ...canonical(draft),
      blisters: canonical(draft)
        .blisters.map(([_id, ...facts]) => JSON.stringify(facts))
        .toSorted(),
    }),
  )
  return one === other
}

function canonical({ blisters, ...draft }: ProductDraft) {
  return {
    ...draft,
    sativa: parsePercent(draft.sativa) ?? draft.sativa,
    indica: parsePercent(draft.indica) ?? draft.indica,
    thc: withPercent(draft.thc),
    cbd: withPercent(draft.cbd),
    blisters: blisters.map(({ id, seed_count, size, price, stock, discount, image }) => [
      id,
      image,
      size.trim(),
      ...[seed_count, price, stock].map((text) => parseAmount(text) ?? text),
      parsePercent(discount || '0') ?? discount,
    ]),
  }
}

/** 'marca ni presentaciones': what a product lacks that the shop would show; undefined when nothing, or when it is hidden. */
export function lackedWhenShown(draft: ProductDraft): string | undefined {
  if (!draft.available) return undefined
  const lacked = [
    ...(draft.brand_id === '' ? ['marca'] : []),
    ...(draft.blisters.length === 0 ? ['presentaciones'] : []),
  ]
  return lacked.length === 0 ? undefined : lacked.join(' ni ')
}
