import { existsSync, readFileSync } from 'node:fs'

/** The version in `package.json`, e.g. '0.2.0'. */
export const VERSION: string = String(read('package.json')['version'])

const RELEASE = 'release.json'

/** The commit that a release was made from (`npm run release`); undefined in a checkout. */
export const COMMIT: string | undefined = existsSync(urlOf(RELEASE))
  ? String(read(RELEASE)['commit'])
  : undefined

function read(name: string): Record<string, unknown> {
  // safe: the file is ours
  return JSON.parse(readFileSync(urlOf(name), 'utf8')) as Record<string, unknown>
}

function urlOf(name: string): URL {
  return new URL(`../../${name}`, import.meta.url)
}
