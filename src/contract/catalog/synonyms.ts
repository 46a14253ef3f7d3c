import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { requiredLine } from '../text.ts'
import { MAX_MEANINGS, SYNONYM_LENGTH, TOO_MANY_MEANINGS } from './synonym-rules.ts'

/** A word that customers type, and what it stands for: beginnings of words of products. Both without accents. */
const Synonym = z.object({ word: z.string(), means: z.array(z.string()) })
export type Synonym = z.output<typeof Synonym>

/** By word. */
export const listSynonyms = endpoint(calls.listSynonyms, {
  summary: 'The words that searches understand as others',
  access: 'admin',
  needs: 'reports_read',
  reply: reply(z.object({ results: z.array(Synonym) })),
})

/** Without meanings the word is forgotten. `found`: the products that visitors now find by it. LIMIT_REACHED above 2,000 words. */
export const teachSynonym = endpoint(calls.teachSynonym, {
  summary: 'Teach the search what a word means, or forget it',
  access: 'admin',
  body: z.object({
    word: requiredLine(SYNONYM_LENGTH, 'La palabra'),
    means: z.array(requiredLine(SYNONYM_LENGTH, 'El significado')).max(MAX_MEANINGS, TOO_MANY_MEANINGS),
  }),
  reply: reply(Synonym.extend({ found: z.int() })),
})
