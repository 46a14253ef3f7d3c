import { Refusal } from '../../data/api.ts'
import { inWordsOfBanks } from './brand-words.ts'

/** Shown by the list after a form has found no such brand. */
export const BANK_PROBLEM = 'Error al cargar la información del banco'

/** The server's refusals are about brands and use two field names; these screens say bank and use one field. */
export function rethrowAsBankError(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { error: text, errors } = error.body
  const { name, ...others } = errors ?? {}
  const fields = Object.entries({ ...(name && { brand_name: name }), ...others })
  throw new Refusal(
    error.status,
    {
      ...error.body,
      ...(text && { error: inWordsOfBanks(text) }),
      errors: Object.fromEntries(fields.map(([field, texts]) => [field, texts.map(inWordsOfBanks)])),
    },
    error.retryAfterSeconds,
  )
}
