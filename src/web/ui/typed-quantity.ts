/** What was typed into a quantity: a number one can use, or what stands in the field until it is one. */
export type TypedQuantity = { asked: number } | { draft: string }

/** Reads the whole number at the beginning: "2,5" are two. At most three digits. */
export function typedQuantity(text: string, min: number): TypedQuantity {
  const [, sign = '', digits = ''] = /^\s*([-−]?)\s*(\d{0,3})/.exec(text) ?? []
  const asked = Number(digits)
  return sign === '' && digits !== '' && asked >= min ? { asked } : { draft: sign + digits }
}

/** What a field means that is left with this draft: too little becomes the least, nothing changes nothing. */
export function leftQuantity(draft: string | undefined, min: number): number | undefined {
  return /\d/.test(draft ?? '') ? min : undefined
}
