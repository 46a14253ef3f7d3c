import type { PublicChange } from '../cache/public-change.ts'
import { PublicMemory } from '../cache/public-memory.ts'
import type { Db } from '../db/connect.ts'
import { ProductCounts } from './product-counts.ts'
import { listSynonyms } from './search/synonym-queries.ts'
import { stemOf, type Synonyms } from './search/understand.ts'

/** What lists of products keep until something public changes. */
export class ListMemory {
  readonly counts = new ProductCounts()
  readonly #synonyms = new PublicMemory<Synonyms>({ max: 1 })

  drop(change: PublicChange): void {
    this.counts.drop(change)
    if (change === 'any') this.#synonyms.drop()
  }

  synonyms(db: Db): Promise<Synonyms> {
    return this.#synonyms.get(
      'all',
      async () => new Map((await listSynonyms(db)).map((row) => [stemOf(row.word), row])),
    )
  }
}
