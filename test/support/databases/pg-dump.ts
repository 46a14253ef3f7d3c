import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { findPostgres } from './postgres.ts'
import type { Place } from '../test-environment.ts'

/** What the PostgreSQL of a place writes down of it. */
export function pgDump({ databaseUrl = '' }: Place, ...options: string[]): string {
  // Beside PostgreSQL itself, of its own version: on the PATH there may be a link to it alone, or Debian's wrapper.
  const beside = path.dirname(realpathSync(path.join(findPostgres() ?? '', 'postgres')))
  return execFileSync(path.join(beside, 'pg_dump'), [...options, databaseUrl], {
    encoding: 'utf8',
    maxBuffer: 512 * 1024 ** 2,
  })
}
