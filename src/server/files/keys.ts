/** Letters, digits, `_` and `-` between slashes, and one file extension: no path can leave a folder. */
const KEY = /^[A-Za-z0-9_-]{1,80}(\/[A-Za-z0-9_-]{1,80}){0,4}(\.[a-z0-9]{1,5})?$/

export function isKey(key: string): boolean {
  return KEY.test(key)
}

/** Throws for an invalid key. That is a bug, as requests with such keys are refused earlier. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a key of a file: ${JSON.stringify(key.slice(0, 200))}`)
}
