import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { findPostgres } from './postgres.ts'
import type { Place } from '../test-environment.ts'

/** The output of pg_dump for the PostgreSQL of a place. */
export function pgDump({ databaseUrl = '' }: Place, ...options: string[]): string {
  // From the same folder as PostgreSQL, to have its version: the PATH may have only a link to it, or Debian's wrapper.
  const beside = path.dirname(realpathSync(path.join(findPostgres() ?? '', 'postgres')))
  return execFileSync(path.join(beside, 'pg_dump'), [...options, databaseUrl], {
    encoding: 'utf8',
    maxBuffer: 512 * 1024 ** 2,
  })
}
