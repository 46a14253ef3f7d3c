import { readFileSync } from 'node:fs'

/** The version in `package.json`, e.g. '0.2.0'. */
export const VERSION: string = String(
  // safe: the file is ours
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: unknown })
    .version,
)
