import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './test-environment.ts'

/** Where `npm test` puts files of Debian's packages that are not installed (scripts/test-programs.mjs). */
const FETCHED = path.join(ROOT, '.cache/debian')

/** The path of a file of a Debian package, such as `usr/sbin/nginx`, installed or fetched; undefined when it is missing. */
export function debianFile(name: string): string | undefined {
  return [path.join('/', name), path.join(FETCHED, name)].find((file) => existsSync(file))
}
