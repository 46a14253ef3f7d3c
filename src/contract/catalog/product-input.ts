import { INASE_NAME_LENGTH, INASE_NUMBER_LENGTH } from './lot-rules.ts'
import { z } from 'zod'
import { DESCRIPTION_LENGTH, MAX_STOCK, NAME_LENGTH } from '../limits.ts'
import {
  DISCOUNT,
  percentageError,
  PRICE,
  priceError,
  SEED_COUNT,
  CONTENTS,
  SHARES,
  SIZE,
  STOCK,
} from './product-rules.ts'
import { ownPicture } from '../own-picture.ts'
import { TypeAsked } from './type-asked.ts'
import { SOWING_WRONG, sowingText } from './sowing.ts'
import { GROWING_LENGTH, type GrowingField, growingText, growingWrong } from './growing.ts'
import { DESCRIPTION, notWhole, tooHigh, tooLarge, tooSmall } from '../sentences.ts'
import { Flag, JsonId, line, numeric, refusedBy, RequiredName, text } from '../text.ts'

/** Text; older clients send some of these fields as numbers. */
const typed = (max: number, name: string) =>
  z.union([line(max, name), z.number().transform(String), z.null().transform(() => '')])

const loose = (max: number, name: string) => typed(max, name).default('')

const percentage = (name: string) =>
  numeric(name, (number) => number.superRefine(refusedBy((value: number) => percentageError(value, name))))

const percent = (name: string) => {
  const given = percentage(name)
  return z.union([z.null(), z.literal('').transform(() => null), given]).default(null)
}

/** Percent. */
export const Discount = percentage(DISCOUNT)

/** A presentation as the form sends it. */
export const BlisterInput = z.object({
  /** Missing for a new presentation. */
  id: JsonId.optional(),
  seed_count: numeric(SEED_COUNT.name, (number) =>
    number
      .int(notWhole(SEED_COUNT.name))
      .min(SEED_COUNT.min, tooSmall(SEED_COUNT.name, SEED_COUNT.min))
      .max(SEED_COUNT.max, tooLarge(SEED_COUNT.name, SEED_COUNT.max)),
  ),
  /** Of merchandise, which has several presentations only with a size each. Missing, as from older clients: the stored one stays. */
  size: typed(SIZE.max, SIZE.name).optional(),
  /** Pesos. 0: no price yet, so it cannot be ordered. */
  price: numeric(PRICE, (number) => number.superRefine(refusedBy(priceError))),
  stock: numeric(STOCK.name, (number) =>
    number
      .int(notWhole(STOCK.name))
      .min(STOCK.min, tooSmall(STOCK.name, STOCK.min))
      .max(STOCK.max, tooHigh(STOCK.name)),
  ),
  /** The stock that the form was loaded with. Only the difference is applied, so sales in between are kept. */
  stock_loaded: z.int().min(0).max(MAX_STOCK).optional(),
  discount: Discount.default(0),
  /** Missing, as from older clients: the stored picture stays. */
  image: ownPicture('product').optional(),
})
export type BlisterInput = z.output<typeof BlisterInput>

const growing = (field: GrowingField, name: string) =>
  typed(GROWING_LENGTH, name).transform((text, context) => {
    const known = growingText(field, text)
    if (known === undefined) context.addIssue({ code: 'custom', message: growingWrong(field, name) })
    return known ?? ''
  })

/** Fields that an update keeps unless it sends them: the switches, and what older clients do not know. */
const KEPT = {
  sowing: typed(60, 'La siembra').transform((text, context) => {
    const sowing = sowingText(text)
    if (sowing === undefined) context.addIssue({ code: 'custom', message: SOWING_WRONG })
    return sowing ?? ''
  }),
  difficulty: growing('difficulty', 'La dificultad'),
  places: growing('places', 'El lugar'),
  zones: growing('zones', 'La zona'),
  inase_name: typed(INASE_NAME_LENGTH, 'El cultivar registrado'),
  inase_number: typed(INASE_NUMBER_LENGTH, 'El registro'),
  highlighted: Flag,
  limited_edition: Flag,
  available: Flag,
}

const Blisters = z.array(BlisterInput).max(50, 'Un producto puede tener hasta 50 presentaciones')

/** A whole product as the form and the spreadsheet send it. Missing fields are emptied, except `version`. */
export const ProductInput = z.object({
  name: RequiredName,
  type: TypeAsked,
  brand_id: JsonId.nullable().default(null),
  /** The name of an existing brand, read when `brand_id` is missing. */
  brand: line(NAME_LENGTH, 'La marca').nullable().optional(),
  genotype: loose(200, 'El genotipo'),
  sativa: percent(SHARES.sativa),
  indica: percent(SHARES.indica),
  thc: loose(40, CONTENTS.thc),
  cbd: loose(40, CONTENTS.cbd),
  flavors: loose(200, 'Los aromas'),
  effects: loose(200, 'Los efectos'),
  flowering_time: loose(60, 'La floración'),
  completed_cicle: loose(60, 'El ciclo completo'),
  sowing: KEPT.sowing.default(''),
  difficulty: KEPT.difficulty.default(''),
  places: KEPT.places.default(''),
  zones: KEPT.zones.default(''),
  inase_name: KEPT.inase_name.default(''),
  inase_number: KEPT.inase_number.default(''),
  height_indoor: loose(60, 'La altura interior'),
  height_outdoor: loose(60, 'La altura exterior'),
  yield_indoor: loose(60, 'El rendimiento interior'),
  yield_outdoor: loose(60, 'El rendimiento exterior'),
  description: z.union([text(DESCRIPTION_LENGTH, DESCRIPTION), z.null().transform(() => '')]).default(''),
  product_size: loose(60, 'El talle'),
  highlighted: KEPT.highlighted.default(false),
  limited_edition: KEPT.limited_edition.default(false),
  available: KEPT.available.default(true),
  sku: loose(40, 'El SKU'),
  image: ownPicture('product').default(null),
  image_2: ownPicture('product').default(null),
  image_3: ownPicture('product').default(null),
  is_national: z.boolean().nullable().default(null),
  blisters: Blisters.default([]),
  version: z.int().min(1).optional(),
})
export type ProductInput = z.output<typeof ProductInput>

/** Without `blisters` the presentations stay as they are; so do the fields of `KEPT`. Other missing fields are emptied. */
export const ProductUpdate = ProductInput.extend({
  ...z.object(KEPT).partial().shape,
  blisters: Blisters.optional(),
})
export type ProductUpdate = z.output<typeof ProductUpdate>

export const NOT_A_FLAG = 'Eso no se cambia acá: se guarda con PUT /products/{id}/'
const NotAFlag = z.never(NOT_A_FLAG).optional()

/** At least one of the three switches. `stock` and `blisters` may be sent back as they were read; prices and others are refused. */
export const ProductFlags = z
  .object({
    available: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    limited_edition: z.boolean().optional(),
    stock: z.unknown().optional(),
    blisters: z.unknown().optional(),
    price: NotAFlag,
    discount: NotAFlag,
    final_price: NotAFlag,
  })
  .refine(
    ({ available, highlighted, limited_edition }) =>
      [available, highlighted, limited_edition].some((flag) => flag !== undefined),
    'No hay cambios para guardar',
  )
export type ProductFlags = z.output<typeof ProductFlags>
