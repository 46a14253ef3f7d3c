import type { PublicChange } from '../cache/public-change.ts'
import { PublicMemory } from '../cache/public-memory.ts'
import type { Db } from '../db/connect.ts'
import { type FacetFacts, factsOf } from './facets/count-facets.ts'
import { listFacts, listStockedIds } from './facets/facet-queries.ts'
import { ProductCounts } from './product-counts.ts'
import { listTaught, withDefaults } from './search/synonym-queries.ts'
import { stemOf, type Synonyms } from './search/understand.ts'

/** What lists of products keep until something public changes. */
export class ListMemory {
  readonly counts = new ProductCounts()
  readonly #synonyms = new PublicMemory<Synonyms>({ max: 1 })
  #known: { key: string; synonyms: Synonyms } | undefined
  readonly #facts = new PublicMemory<FacetFacts>({ max: 1 })
  readonly #stocked = new PublicMemory<ReadonlySet<number>>({ max: 1 })

  drop(change: PublicChange): void {
    this.counts.drop(change)
    if (change !== 'private') this.#stocked.drop()
    if (change !== 'any') return
    this.#synonyms.drop()
    this.#facts.drop()
  }

  synonyms(db: Db): Promise<Synonyms> {
    return this.#synonyms.get('all', async () => {
      const taught = await listTaught(db)
      const key = JSON.stringify(taught)
      // Most changes concern products, and the stems of all words take a millisecond.
      if (this.#known?.key !== key)
        this.#known = { key, synonyms: new Map(withDefaults(taught).map((row) => [stemOf(row.word), row])) }
      return this.#known.synonyms
    })
  }

  /** Of the products that visitors see. */
  facts(db: Db): Promise<FacetFacts> {
    return this.#facts.get('all', async () => factsOf(await listFacts(db)))
  }

  stocked(db: Db): Promise<ReadonlySet<number>> {
    return this.#stocked.get('all', async () => new Set(await listStockedIds(db)))
  }
}
