import { sql } from 'kysely'
import { MAX_SYNONYMS } from '../../../contract/catalog/synonym-rules.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'

export function listSynonyms(db: Db) {
  return db.selectFrom('search_synonyms').select(['word', 'means']).orderBy('word').execute()
}

/** Locked, if it is known. */
export function findSynonym(tx: Tx, word: string) {
  return tx
    .selectFrom('search_synonyms')
    .select('means')
    .where('word', '=', word)
    .forUpdate()
    .executeTakeFirst()
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
