import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../src/server/db/connect.ts'
import type { Shop } from '../../../src/server/shop.ts'
import type { Place } from '../../../test/support/test-environment.ts'
import type { Failures } from '../../support/proof.ts'

/** Compares two shops: rows by a hash for each table, photos byte for byte. */

/** Not in a backup, because they expire. Not imported from the shop, or a wrong build could extend the list. */
const PASSING = [
  'sessions',
  'session_tokens',
  'verification_codes',
  'mail_links',
  'login_challenges',
  'webauthn_challenges',
  'invitations',
  'throttles',
]
/** Columns that go on changing: the stock (`bookProblems` checks it), and when a migration ran. */
const LIVING: Record<string, string> = { blisters: 'stock', schema_migrations: 'applied_at' }

/** The rows of a table at one moment: those up to an id, or these keys. */
type Mark = { table: string; upTo: number } | { table: string; key: string[]; these: string[] }

const GIVEN_UP = 'El pedido de'

/** For each of them a mail to the address and one to the shop about it, given up: their text is kept. */
export async function insertMails({ db, now }: Shop, people: { id: number; email: string }[]): Promise<void> {
  const at = now()
  for (const { id, email } of people)
    await sql`insert into outbox (message_id, recipient, user_id, subject, body_text, body_html, next_attempt_at, failed_at, created_at)
      select 'de-' || address || ${id}::int, address, ${id}, ${`${GIVEN_UP} ${email}`}, ${`Email: ${email}`}, '', ${at}, ${at}, ${at}
      from unnest(array['pedidos@surbrote.example', ${email}]) as address`.execute(db)
}

/** The addresses that the mails of `insertMails` are about, in order. */
export async function givenUpMails({ db }: Shop): Promise<string[]> {
  const { rows } = await sql<{ about: string }>`
    select split_part(subject, ' ', 4) as about from outbox where starts_with(subject, ${GIVEN_UP}) order by about`.execute(
    db,
  )
  return rows.map(({ about }) => about)
}

/** Marks the current rows of every table. */
export async function marksOf({ db }: Shop, failures: Failures): Promise<Mark[]> {
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`.execute(db)
  const marks: Mark[] = []
  for (const { name: table, key } of tables.filter(({ name }) => !PASSING.includes(name))) {
    if (key.join() === 'id' && table !== 'uploads') {
      const { rows } = await sql<{ last: number | null }>`
        select max(id)::int as last from ${sql.table(table)}`.execute(db)
      marks.push({ table, upTo: rows[0]?.last ?? 0 })
    } else {
      const { rows } = await sql<{ key: string }>`
        select ${keyOf(key)} as key from ${sql.table(table)} t`.execute(db)
      marks.push({ table, key, these: rows.map((row) => row.key) })
    }
    const mark = marks.at(-1)
    if (mark && ('upTo' in mark ? mark.upTo : mark.these.length) === 0)
      failures.add('a table is empty: nothing is compared', table)
  }
  return marks
}

const keyOf = (key: string[]) => sql`row(${sql.join(key.map((column) => sql.ref(`t.${column}`)))})::text`

/** A hash of all marked rows for each table, the same on any engine. */
export async function hashesOf(shop: Shop, marks: Mark[]): Promise<Record<string, string>> {
  return shop.db.connection().execute(async (db) => {
    await sql`set timezone to 'UTC'`.execute(db)
    await sql`set statement_timeout = 0`.execute(db)
    const hashes: Record<string, string> = {}
    for (const mark of marks) hashes[mark.table] = await hashOf(db, mark)
    await sql`reset all`.execute(db)
    return hashes
  })
}

async function hashOf(db: Db, mark: Mark): Promise<string> {
  const marked =
    'upTo' in mark ? sql`t.id <= ${mark.upTo}` : sql`${keyOf(mark.key)} = any(${mark.these}::text[])`
  const { rows } = await sql<{ hash: string }>`
    select count(*) || ' rows ' ||
      coalesce(sum(hashtextextended((to_jsonb(t) - ${LIVING[mark.table] ?? ''}::text)::text, 0)::numeric), 0) as hash
    from ${sql.table(mark.table)} t where ${marked}`.execute(db)
  return rows[0]?.hash ?? ''
}

/** Tables whose sequence would give an existing id. */
export async function fallenSequences({ db }: Shop): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; next: string }>`
    select c.relname as name, pg_get_serial_sequence(quote_ident(c.relname), 'id') as next
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace order by c.relname`.execute(db)
  const fallen: string[] = []
  for (const { name, next } of tables) {
    const { rows } = await sql<{ behind: boolean }>`
      select coalesce(max(id), 0) > coalesce(pg_sequence_last_value(${next}::regclass), 0) as behind
      from ${sql.table(name)}`.execute(db)
    if (rows[0]?.behind) fallen.push(name)
  }
  return fallen
}

// ---- Photos ------------------------------------------------------------------------------------------------------

/** Number of files for each photo, as in production. */
const WIDTHS = [320, 480, 1600]

/** Writes files for all photos in the tables, with `bytes` for each photo in total. */
export async function writePhotos(shop: Shop, { dataDir }: Place, bytes: number): Promise<void> {
  const { rows } = await sql<{ id: string; preset: string }>`select id, preset from uploads`.execute(shop.db)
  for (const { id, preset } of rows) {
    const folder = path.join(dataDir, 'media', preset, id)
    await mkdir(folder, { recursive: true })
    for (const width of WIDTHS)
      await writeFile(path.join(folder, `${width}.webp`), randomBytes(Math.round(bytes / WIDTHS.length)))
  }
}

/** The names of all photos of a place, below its media folder. */
export async function photosIn({ dataDir }: Place): Promise<string[]> {
  const root = path.join(dataDir, 'media')
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.unfinished'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** A hash of each photo. */
export async function photoHashes({ dataDir }: Place, names: string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const name of names) {
    const bytes = await readFile(path.join(dataDir, 'media', name)).catch(() => undefined)
    if (bytes) hashes.set(name, `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`)
  }
  return hashes
}

/**
 * `older` are the photos from before the load, `names` all from before the backup. Each of them must be unchanged in `to`;
 * photos that arrived while the backup was written may be there, and then equal those of `from`.
 */
export async function comparePhotos(
  { from, to, older, names }: { from: Place; to: Place; older: Map<string, string>; names: string[] },
  failures: Failures,
): Promise<{ count: number; bytes: number }> {
  const here = await photoHashes(to, await photosIn(to))
  const there = await photoHashes(
    from,
    [...new Set([...here.keys(), ...names])].filter((name) => !older.has(name)),
  )
  for (const name of new Set([...older.keys(), ...names]))
    if (!here.has(name)) failures.add('a photo is missing', name)
  let bytes = 0
  for (const [name, hash] of here) {
    bytes += Number(hash.split(' ', 1)[0])
    if ((older.get(name) ?? there.get(name)) !== hash) failures.add('a photo is another one', name)
  }
  return { count: here.size, bytes }
}
