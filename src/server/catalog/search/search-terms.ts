import { z } from 'zod'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { queryText } from '../../../contract/text.ts'
import { dayOf, type Day } from '../../days.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addressGroup } from '../../limits/address.ts'
import type { Shop } from '../../shop.ts'
import { normalise } from '../rules.ts'
import { addSearches, listCountable, type Searches } from './search-term-queries.ts'

/** Paging, sorting and reloading by a visitor count once within this time. */
const SAME_SEARCH_MS = 10 * 60_000
/** Most visitors and terms between two writes; more are not counted. */
const MAX_HELD = 10_000
const MAX_TERMS = 500
/** Most terms of a visitor in a day, so that one cannot fill the day of all. */
const MAX_OF_VISITOR = 100
const MAX_LENGTH = 60

const SearchQuery = z.object({ search: queryText(SEARCH_LENGTH) }).catch({})

/** Whether the search finds a product, with typos corrected. */
type Finds = (search: string) => Promise<boolean>

/**
 * Counts search terms in memory until `write`. Drops terms that may be a mail address, phone or document number, and
 * never stores who searched.
 */
export class SearchTerms {
  /** When each visitor searched for each term, oldest first. */
  readonly #heard = new Map<string, number>()
  #ofDay = { day: '', terms: new Map<string, number>() }
  #counts = new Map<string, { day: Day; term: string; searches: number }>()
  /** Whether each term found a product, since `#foundSince`. */
  readonly #found = new Map<string, boolean>()
  #foundSince = 0

  /** Records an unparsed query. */
  hear(query: unknown, { address, at }: { address: string; at: Date }): void {
    const term = termOf(SearchQuery.parse(query).search ?? '')
    const visitor = addressGroup(address)
    if (term === undefined || this.#isRepeated(`${visitor} ${term}`, at.getTime())) return
    const day = dayOf(at)
    if (this.#isOver(visitor, day)) return
    const key = `${day} ${term}`
    const count = this.#counts.get(key) ?? { day, term, searches: 0 }
    if (count.searches === 0 && this.#counts.size === MAX_TERMS) return
    count.searches += 1
    this.#counts.set(key, count)
  }

  /**
   * Writes the counts to the database; keeps them for the next time on failure. A term is searched for once within ten
   * minutes.
   */
  async write(shop: Shop, finds: Finds): Promise<void> {
    if (this.#counts.size === 0) return
    const heard = this.#counts
    this.#counts = new Map()
    try {
      const countable = await listCountable(shop.db, [...heard.values()])
      const counts = await this.#withEmpty(countable, finds, shop.now().getTime())
      await inTransaction(shop.database, (tx) => addSearches(tx, counts))
    } catch (error) {
      for (const [key, count] of heard) {
        const later = this.#counts.get(key)?.searches ?? 0
        this.#counts.set(key, { ...count, searches: count.searches + later })
      }
      throw error
    }
  }

  async #withEmpty(counts: Omit<Searches, 'empty'>[], finds: Finds, now: number): Promise<Searches[]> {
    if (Math.abs(now - this.#foundSince) >= SAME_SEARCH_MS) {
      this.#found.clear()
      this.#foundSince = now
    }
    const all: Searches[] = []
    for (const count of counts) {
      const isFound = this.#found.get(count.term) ?? (await finds(count.term))
      this.#found.set(count.term, isFound)
      all.push({ ...count, empty: isFound ? 0 : count.searches })
    }
    return all
  }

  #isRepeated(key: string, now: number): boolean {
    for (const [old, at] of this.#heard) {
      // The distance, as the clock may have been set back.
      if (Math.abs(now - at) < SAME_SEARCH_MS && this.#heard.size < MAX_HELD) break
      this.#heard.delete(old)
    }
    if (this.#heard.has(key)) return true
    this.#heard.set(key, now)
    return false
  }

  #isOver(visitor: string, day: Day): boolean {
    if (this.#ofDay.day !== day || this.#ofDay.terms.size === MAX_HELD)
      this.#ofDay = { day, terms: new Map() }
    const count = (this.#ofDay.terms.get(visitor) ?? 0) + 1
    this.#ofDay.terms.set(visitor, count)
    return count > MAX_OF_VISITOR
  }
}

/** The normalised term; undefined for non-words and possible personal data. */
function termOf(search: string): string | undefined {
  const term = normalise(search)
  const isWord = term.length >= 2 && term.length <= MAX_LENGTH
  return isWord && !term.includes('@') && term.replace(/\D/g, '').length < 6 ? term : undefined
}
