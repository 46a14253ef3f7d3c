import { editDistance } from '../edit-distance.ts'

/** Letters that may be wrong, missing or surplus; two swapped letters count as one. */
const MOST_WRONG = 2
/** Shorter names are close to many other words. */
const SHORTEST = 6

/**
 * A line for each variable that looks like a setting but is not one. A misspelt setting is ignored, so the shop would work on
 * another database or send no mail without a word.
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
      return meant === undefined ? [] : [`${name} is no setting of the shop. ${meant} is`]
    })
}
