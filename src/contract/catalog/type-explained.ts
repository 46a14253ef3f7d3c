import type { ProductType } from './product-types.ts'

/** One line for each type of seed, where it is chosen. */
export const TYPE_EXPLAINED: Partial<Record<ProductType, string>> = {
  fem: 'Da plantas hembra y florece cuando se acortan los días.',
  auto: 'Florece sola a las pocas semanas, sin importar la luz.',
  reg: 'Da machos y hembras: para criar y seleccionar.',
}
