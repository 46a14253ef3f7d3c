/** As long as a sentence may be that stands alone. */
const LONGEST = 180

/**
 * The first sentence of a text and the rest: it ends before a capital letter or at the end. Without one, or with a longer one,
 * all of it is the rest.
 */
export function firstSentence(text: string): [first: string, rest: string] {
  const whole = text.trim()
  const end = /[.!?…](?=\s+[\p{Lu}¿¡«]|$)/u.exec(whole)
  const length = end ? end.index + 1 : 0
  if (length > LONGEST) return ['', whole]
  return [whole.slice(0, length), whole.slice(length).trim()]
}
