import type { Db } from '../../db/connect.ts'

export function listSynonyms(db: Db) {
  return db.selectFrom('search_synonyms').select(['word', 'means']).orderBy('word').execute()
}
