/** So many letters may be wrong, missing or too many; two that changed places count as one. */
const MOST_WRONG = 2
/** Shorter names are near to many words that mean something else. */
const SHORTEST = 6

/**
 * Variables that are no setting and look like one: a line each. A setting under a wrong name is not read at all, and the
 * shop would quietly work on another database or send no mail.
 */
export function misspeltSettings(
  environment: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  return Object.keys(environment)
    .filter((name) => name.length >= SHORTEST && !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find(
        (setting) => setting.length >= SHORTEST && wrongLetters(name, setting) <= MOST_WRONG,
      )
      return meant === undefined ? [] : [`${name} is no setting of the shop. ${meant} is`]
    })
}

/** Optimal string alignment: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance */
function wrongLetters(a: string, b: string): number {
  // More letters too many than may be: not worth a table.
  if (Math.abs(a.length - b.length) > MOST_WRONG) return MOST_WRONG + 1
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i])
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + same,
          swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
