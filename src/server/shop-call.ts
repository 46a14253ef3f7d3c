import { COMMIT } from './version.ts'

/** How an operator calls a command here, e.g. 'npm run shop -- check'; 'shop check' on a release, which has no npm. */
export function shopCall(words = '', isRelease = COMMIT !== undefined): string {
  if (isRelease) return `shop ${words}`.trim()
  return words === '' ? 'npm run shop' : `npm run shop -- ${words}`
}
