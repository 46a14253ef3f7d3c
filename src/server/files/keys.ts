/** Letters, digits, `_` and `-` between slashes, and one file ending: nothing that could leave a folder. */
const KEY = /^[A-Za-z0-9_-]{1,80}(\/[A-Za-z0-9_-]{1,80}){0,4}(\.[a-z0-9]{1,5})?$/

export function isKey(key: string): boolean {
  return KEY.test(key)
}

/** Throws for what is no key of a file: a mistake of ours, as the edge lets no other through. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a key of a file: ${JSON.stringify(key.slice(0, 200))}`)
}
