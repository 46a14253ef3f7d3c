/** Words that look most like the one that was typed; the first are the nearest. Lower case, without accents. */
type KnownWords = string[]

/** More would find what nobody meant. */
const MAX_SPELLINGS = 5
/** Shorter words have too many neighbours. */
const SHORTEST = 3
const LONG = 8

/**
 * How a word that was typed may have been meant: as it is when a known word has it in it, else as the nearest known
 * words with one wrong, missing, needless or swapped letter (two in words of eight letters). A word may be typed in
 * part. Empty when nothing is near. Words with digits are names of one thing, and never meant otherwise.
 */
export function spellingsOf(typed: string, known: KnownWords): string[] {
  if (typed.length < SHORTEST || /\d/.test(typed) || known.some((word) => word.includes(typed)))
    return [typed]
  const most = typed.length < LONG ? 1 : 2
  const near = known
    .map((word) => ({ word, ...mistakes(typed, word) }))
    .filter(({ inPart }) => inPart <= most)
    .toSorted((a, b) => a.inPart - b.inPart || a.inAll - b.inAll)
  const [nearest] = near
  return near
    .filter(({ inPart }) => inPart === nearest?.inPart)
    .slice(0, MAX_SPELLINGS)
    .map(({ word }) => word)
}

/**
 * The fewest letters to change, leave out, put in or swap with their neighbour to make `typed` into `word`, and into
 * any beginning of it: https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance (optimal string alignment).
 */
export function mistakes(typed: string, word: string): { inAll: number; inPart: number } {
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = next
  }
  return { inAll: at(last, word.length), inPart: Math.min(...last) }
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
