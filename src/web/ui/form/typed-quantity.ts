/** A usable number, or the text of the field while it is not one yet. */
export type TypedQuantity = { asked: number } | { draft: string }

/** Reads the leading integer ("2,5" is 2), at most three digits. */
export function typedQuantity(text: string, min: number): TypedQuantity {
  const [, sign = '', digits = ''] = /^\s*([-−]?)\s*(\d{0,3})/.exec(text) ?? []
  const asked = Number(digits)
  return sign === '' && digits !== '' && asked >= min ? { asked } : { draft: sign + digits }
}

/** The quantity when the field is left: a number below the minimum becomes the minimum; undefined changes nothing. */
export function leftQuantity(draft: string | undefined, min: number): number | undefined {
  return /\d/.test(draft ?? '') ? min : undefined
}
