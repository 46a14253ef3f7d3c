import { Refusal } from '../api.ts'
import { inWordsOfBanks } from './brand-words.ts'

/** Said on the list to who is sent back there by a form that found no bank. */
export const BANK_PROBLEM = 'Error al cargar la información del banco'

/** What the shop refuses it refuses in words of brands: the screens of banks say it in theirs. */
export function throwOfBank(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { error: text, errors = {} } = error.body
  const fields = Object.entries(errors).map(([name, texts]) => [name, texts.map(inWordsOfBanks)])
  throw new Refusal(
    error.status,
    { ...error.body, ...(text && { error: inWordsOfBanks(text) }), errors: Object.fromEntries(fields) },
    error.retryAfterSeconds,
  )
}
