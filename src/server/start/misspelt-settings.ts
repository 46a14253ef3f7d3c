import { editDistance } from '../edit-distance.ts'

/** Largest edit distance; two swapped letters count as one edit. */
const MOST_WRONG = 2
/** Shorter names are similar to too many words. */
const SHORTEST = 6

/**
 * A warning for each variable that looks like a misspelt setting. Without it the shop would silently use another
 * database or send no mail.
 */
export function misspeltSettings(
  environment: Record<string, string | undefined>,
  settings: readonly string[],
): string[] {
  return Object.keys(environment)
    .filter((name) => name.length >= SHORTEST && !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find(
        (setting) => setting.length >= SHORTEST && editDistance(name, setting).whole <= MOST_WRONG,
      )
      return meant === undefined
        ? []
        : [`${name}: no es un ajuste de la tienda y no se usa: ¿quisiste poner ${meant}?`]
    })
}
