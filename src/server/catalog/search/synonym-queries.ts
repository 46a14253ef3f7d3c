import { sql } from 'kysely'
import { MAX_SYNONYMS } from '../../../contract/catalog/synonym-rules.ts'
import type { Synonym } from '../../../contract/catalog/synonyms.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { DEFAULT_SYNONYMS } from './default-synonyms.ts'

export function listTaught(db: Db): Promise<Synonym[]> {
  return db.selectFrom('search_synonyms').select(['word', 'means']).orderBy('word').execute()
}

export function withDefaults(taught: Synonym[]): Synonym[] {
  const all = new Map([...DEFAULT_SYNONYMS, ...taught.map(({ word, means }) => [word, means] as const)])
  return [...all]
    .filter(([, means]) => means.length > 0)
    .map(([word, means]) => ({ word, means }))
    .toSorted((one, other) => (one.word < other.word ? -1 : 1))
}

/** Locked, if it was taught; empty for an unknown word. */
export async function findMeanings(tx: Tx, word: string): Promise<string[]> {
  const taught = await tx
    .selectFrom('search_synonyms')
    .select('means')
    .where('word', '=', word)
    .forUpdate()
    .executeTakeFirst()
  return taught?.means ?? DEFAULT_SYNONYMS.get(word) ?? []
}

/** False for a new word above the limit. */
export async function saveSynonym(
  tx: Tx,
  { word, means, at }: { word: string; means: string[]; at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into search_synonyms (word, means, updated_at) select ${word}::text, ${means}::text[], ${at}::timestamptz
    where (select count(*) from search_synonyms) < ${MAX_SYNONYMS}
      or exists (select from search_synonyms where word = ${word})
    on conflict (word) do update set means = excluded.means, updated_at = excluded.updated_at`.execute(tx)
  return numAffectedRows > 0n
}

export async function deleteSynonym(tx: Tx, word: string): Promise<void> {
  await tx.deleteFrom('search_synonyms').where('word', '=', word).execute()
}
