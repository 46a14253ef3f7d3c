/** A usable number, or the text of the field while it is not one yet. */
type TypedQuantity = { asked: number } | { draft: string }

/** At most three digits. A fraction ("2,5") stays a draft. */
export function typedQuantity(text: string, min: number): TypedQuantity {
  const [, sign = '', digits = '', fraction = ''] =
    /^\s*([-−]?)\s*(\d{0,3})\d*([.,]\d{0,2})?/.exec(text) ?? []
  const asked = Number(digits)
  const isUsable = sign === '' && digits !== '' && fraction === '' && asked >= min
  return isUsable ? { asked } : { draft: sign + digits + fraction }
}

/** The quantity when the field is left: a number below the minimum becomes the minimum; undefined changes nothing. */
export function leftQuantity(draft: string | undefined, min: number): number | undefined {
  return /^\D?\d+$/.test(draft ?? '') ? min : undefined
}

/** Whether a draft is a number with a fraction, which no quantity is. */
export function isFraction(draft: string | undefined): boolean {
  return /\d?[.,]\d/.test(draft ?? '')
}
