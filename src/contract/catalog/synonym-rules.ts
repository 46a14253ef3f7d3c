export const SYNONYM_LENGTH = 40
export const MAX_MEANINGS = 12
export const MAX_SYNONYMS = 2_000
export const SYNONYM_SHORT = 'La palabra necesita al menos dos letras o números'

export const TOO_MANY_MEANINGS = `Una palabra puede tener hasta ${MAX_MEANINGS} significados`

/** 'reposado, sereno' as its words. */
export function meaningsOf(text: string): string[] {
  return [...new Set(text.split(/[,;\n]/).map((part) => part.trim()))].filter(Boolean)
}
