import { z } from 'zod'
import { DESCRIPTION_LENGTH, MAX_PRICE_PESOS, MAX_STOCK, NAME_LENGTH } from './limits.ts'
import { ownPicture } from './own-picture.ts'
import { PRODUCT_TYPES, productType } from './product-types.ts'
import { JsonId, line, numeric, text } from './text.ts'

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

const flag = (start: boolean) => z.boolean('Debe ser verdadero o falso').default(start)

const Blisters = z.array(BlisterInput).max(50, 'Un producto puede tener hasta 50 presentaciones')

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
  image: ownPicture('product').default(null),
  image_2: ownPicture('product').default(null),
  image_3: ownPicture('product').default(null),
  is_national: z.boolean().nullable().default(null),
  blisters: Blisters.default([]),
  version: z.int().min(1).optional(),
})
export type ProductInput = z.output<typeof ProductInput>

/** A product is saved whole; presentations that are not mentioned at all stay as they are. */
export const ProductUpdate = ProductInput.extend({ blisters: Blisters.optional() })
export type ProductUpdate = z.output<typeof ProductUpdate>

export const ProductFlags = z
  .object({
    available: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    limited_edition: z.boolean().optional(),
  })
  .refine((flags) => Object.values(flags).some((value) => value !== undefined), 'No hay cambios para guardar')
export type ProductFlags = z.output<typeof ProductFlags>
