import type * as contract from '../../../contract/catalog/catalog.ts'
import { QUESTION_NAMES } from '../../../contract/catalog/finder.ts'
import type { InputOf } from '../../http/input.ts'
import { viewProduct } from '../view.ts'
import { againstOf, reasonsOf } from './finder-reasons.ts'
import { listFitting } from './finder-queries.ts'

/** The varieties that fit most of the answers, with sentences made of their known facts. */
export async function findSeeds({ shop: { db }, query: answers }: InputOf<typeof contract.findSeeds>) {
  const asked = QUESTION_NAMES.filter((name) => answers[name] !== undefined).length
  const results = (await listFitting(db, answers)).map(({ product: row, met, isEarly }) => {
    const product = viewProduct(row)
    return {
      product,
      met: Object.values(met).filter(Boolean).length,
      reasons: reasonsOf({ ...product, isEarly }, answers, met),
      but: againstOf(product, answers, met),
    }
  })
  return { asked, results }
}
