/** The four kinds of product, in the words of the storefront. */
export const PRODUCT_TYPES = ['fem', 'auto', 'reg', 'merch'] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** Labels of the storefront. */
export const TYPE_LABEL: Record<ProductType, string> = {
  fem: 'Fotoperiódica/Feminizada',
  auto: 'Automática',
  reg: 'Regular',
  merch: 'Merchandising',
}

/** For the badge on a card. */
export const TYPE_BADGE: Record<ProductType, string> = {
  fem: 'Feminizada',
  auto: 'Automática',
  reg: 'Regular',
  merch: 'Merch',
}

export const LIMITED_EDITION = 'Edición limitada'

/** `regular` is an older spelling of `reg`. */
export function productType(value: string): ProductType | undefined {
  const known = value.trim().toLowerCase()
  if (known === 'regular') return 'reg'
  return PRODUCT_TYPES.find((type) => type === known)
}
