import { z } from 'zod'
import { PRODUCT_TYPES, productType } from './product-types.ts'

/** A type of product in any of its spellings. */
export const TypeAsked = z.preprocess(
  (value) => (typeof value === 'string' ? productType(value) : value),
  z.enum(PRODUCT_TYPES, 'El tipo de producto es requerido'),
)
