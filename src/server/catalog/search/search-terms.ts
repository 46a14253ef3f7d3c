import { z } from 'zod'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { queryText } from '../../../contract/text.ts'
import { dayOf, type Day } from '../../days.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addressGroup } from '../../limits/address.ts'
import type { Shop } from '../../shop.ts'
import { normalise } from '../rules.ts'
import { addSearches, listCountable, listNamedHere, type Searches } from './search-term-queries.ts'

/** Paging, sorting and reloading by a visitor count once within this time. */
const SAME_SEARCH_MS = 10 * 60_000
/** Most visitors and terms between two writes; more are not counted. */
const MAX_HELD = 10_000
const MAX_TERMS = 500
/** A term that no product has may be a person's name: it counts once so many visitors typed it on a day. */
const SEVERAL = 3
/** Most such terms that wait for more visitors; the oldest goes first. */
const MAX_RARE = 2_000
/** Most terms of a visitor in a day, so that one cannot fill the day of all. */
const MAX_OF_VISITOR = 100
const MAX_LENGTH = 60
/** How long a write searches: visitors choose how costly the searches are, and a stop of the shop waits for the write. */
const SEARCH_MS = 2_000

const SearchQuery = z.object({ search: queryText(SEARCH_LENGTH) }).catch({})

interface CountedTerm extends Omit<Searches, 'empty'> {
  /** At most `SEVERAL`. */
  visitors: ReadonlySet<string>
}

/** Whether the search finds a product, with typos corrected. */
type Finds = (search: string) => Promise<boolean>

/**
 * Counts search terms in memory until `write`. Drops terms that may be a mail address, phone or document number, keeps
 * those that may be a name in memory until several visitors typed them, and never stores who searched.
 */
export class SearchTerms {
  /** When each visitor searched for each term, oldest first. */
  readonly #searched = new Map<string, number>()
  #ofDay = { day: '', terms: new Map<string, number>() }
  #counts = new Map<string, CountedTerm>()
  /** Terms of today that no product has, typed by few visitors so far. */
  readonly #rare = new Map<string, CountedTerm>()
  /** Whether each term found a product, since `#foundSince`. */
  readonly #found = new Map<string, boolean>()
  #foundSince = 0

  /** Records an unparsed query. */
  record(query: unknown, { address, at }: { address: string; at: Date }): void {
    const term = termOf(SearchQuery.parse(query).search ?? '')
    const visitor = addressGroup(address)
    if (term === undefined || this.#isRepeated(`${visitor} ${term}`, at.getTime())) return
    const day = dayOf(at)
    if (this.#isOver(visitor, day)) return
    this.#count({ day, term, searches: 1, visitors: new Set([visitor]) })
  }

  #count(counted: CountedTerm): void {
    const key = keyOf(counted)
    const known = this.#counts.get(key)
    if (known === undefined && this.#counts.size >= MAX_TERMS) return
    this.#counts.set(key, together(counted, known))
  }

  /** Those that may be stored. The others wait for more visitors. */
  #withoutRare(counted: CountedTerm[], named: ReadonlySet<CountedTerm>): CountedTerm[] {
    return counted.flatMap((each) => {
      if (named.has(each)) return [each]
      const key = keyOf(each)
      const all = together(each, this.#rare.get(key))
      this.#rare.delete(key)
      if (all.visitors.size >= SEVERAL) return [all]
      this.#rare.set(key, all)
      const [oldest] = this.#rare.keys()
      if (this.#rare.size > MAX_RARE && oldest !== undefined) this.#rare.delete(oldest)
      return []
    })
  }

  /**
   * Writes the counts to the database; keeps them for the next time on failure, and those whose searches take too long
   * together. A term is searched for once within ten minutes.
   */
  async write(shop: Shop, finds: Finds): Promise<void> {
    if (this.#counts.size === 0) return
    let counted = [...this.#counts.values()]
    this.#counts = new Map()
    try {
      counted = this.#withoutRare(counted, await listNamedHere(shop.db, counted))
      const countable = await listCountable(shop.db, counted)
      const { counts, later } = await this.#withEmpty(countable, finds, shop.now().getTime())
      await inTransaction(shop.database, (tx) => addSearches(tx, counts))
      for (const count of later) this.#count(count)
    } catch (error) {
      for (const count of counted) this.#count(count)
      throw error
    }
  }

  async #withEmpty(counted: CountedTerm[], finds: Finds, now: number) {
    if (Math.abs(now - this.#foundSince) >= SAME_SEARCH_MS) {
      this.#found.clear()
      this.#foundSince = now
    }
    const endsAt = performance.now() + SEARCH_MS
    const counts: Searches[] = []
    const later: CountedTerm[] = []
    for (const count of counted) {
      let isFound = this.#found.get(count.term)
      if (isFound === undefined && performance.now() < endsAt) {
        isFound = await finds(count.term)
        this.#found.set(count.term, isFound)
      }
      if (isFound === undefined) later.push(count)
      else counts.push({ ...count, empty: isFound ? 0 : count.searches })
    }
    return { counts, later }
  }

  #isRepeated(key: string, now: number): boolean {
    for (const [old, at] of this.#searched) {
      // The distance, as the clock may have been set back.
      if (Math.abs(now - at) < SAME_SEARCH_MS && this.#searched.size < MAX_HELD) break
      this.#searched.delete(old)
    }
    if (this.#searched.has(key)) return true
    this.#searched.set(key, now)
    return false
  }

  #isOver(visitor: string, day: Day): boolean {
    if (this.#ofDay.day !== day) this.#rare.clear()
    if (this.#ofDay.day !== day || this.#ofDay.terms.size === MAX_HELD)
      this.#ofDay = { day, terms: new Map() }
    const count = (this.#ofDay.terms.get(visitor) ?? 0) + 1
    this.#ofDay.terms.set(visitor, count)
    return count > MAX_OF_VISITOR
  }
}

function keyOf({ day, term }: CountedTerm): string {
  return `${day} ${term}`
}

/** The searches of one term, counted in two parts. */
function together(counted: CountedTerm, earlier: CountedTerm | undefined): CountedTerm {
  if (!earlier) return counted
  const visitors = [...earlier.visitors, ...counted.visitors]
  return {
    ...counted,
    searches: earlier.searches + counted.searches,
    visitors: new Set([...new Set(visitors)].slice(0, SEVERAL)),
  }
}

/** The normalised term; undefined for non-words and possible personal data. */
function termOf(search: string): string | undefined {
  const term = normalise(search)
  const isWord = term.length >= 2 && term.length <= MAX_LENGTH
  return isWord && !term.includes('@') && term.replace(/\D/g, '').length < 6 ? term : undefined
}
