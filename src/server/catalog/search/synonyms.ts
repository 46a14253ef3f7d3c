import { MAX_SYNONYMS, SYNONYM_SHORT } from '../../../contract/catalog/synonym-rules.ts'
import type * as contract from '../../../contract/catalog/synonyms.ts'
import { recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, invalid } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { normalise } from '../rules.ts'
import { DEFAULT_SYNONYMS } from './default-synonyms.ts'
import { countFound } from '../catalog.ts'
import type { ListMemory } from '../list-memory.ts'
import * as queries from './synonym-queries.ts'

/** By word: those that the shop knows, and what it was taught instead. */
export async function listSynonyms({ shop }: InputOf<typeof contract.listSynonyms>) {
  return { results: queries.withDefaults(await queries.listTaught(shop.db)) }
}

/** Without meanings the word is forgotten. `found`: the products that visitors find by it now. */
export async function teachSynonym(
  { shop, user: { id: userId }, body: taught }: InputOf<typeof contract.teachSynonym>,
  lists: ListMemory,
) {
  const word = normalise(taught.word)
  const means = [...new Set(taught.means.map(normalise))].filter((text) => /[\p{L}\p{N}]/u.test(text))
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(word)) throw invalid({ word: [SYNONYM_SHORT] })
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const before = await queries.findMeanings(tx, word)
    if (before.join() === means.join()) return
    if (means.length === 0 && !DEFAULT_SYNONYMS.has(word)) await queries.deleteSynonym(tx, word)
    else if (!(await queries.saveSynonym(tx, { word, means, at })))
      throw new DomainError('LIMIT_REACHED', `La búsqueda aprende hasta ${MAX_SYNONYMS} palabras`)
    await recordActivity(tx, {
      at,
      action: means.length === 0 ? 'delete' : before.length === 0 ? 'create' : 'update',
      entity: 'search_synonym',
      entityId: null,
      description: `Palabra de la búsqueda ${means.length === 0 ? 'olvidada' : 'enseñada'}: ${word}`,
      userId,
      changes: { means: { before: before.join(', '), after: means.join(', ') } },
    })
    await publicChanged(tx)
  })
  return { word, means, found: await countFound(shop, word, lists) }
}
