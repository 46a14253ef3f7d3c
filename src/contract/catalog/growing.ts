import { plainText } from '../plain-text.ts'

/** What the shop says of growing a variety: a list of these words. Each is a facet, too. */
export const GROWING = {
  difficulty: { facet: 'difficulty', words: ['Fácil', 'Media', 'Difícil'], most: 1 },
  places: { facet: 'place', words: ['Interior', 'Exterior', 'Invernadero'], most: 3 },
  zones: { facet: 'zone', words: ['Norte', 'Centro', 'Cuyo', 'Patagonia'], most: 4 },
} as const
export type GrowingField = keyof typeof GROWING

/** Longest text of one of them. */
export const GROWING_LENGTH = 60

/** What people also write. */
const ALSO: Record<string, string> = {
  baja: 'facil',
  principiantes: 'facil',
  alta: 'dificil',
  balcon: 'invernadero',
  noa: 'norte',
  nea: 'norte',
  pampeana: 'centro',
  sur: 'patagonia',
}

/** 'noa, cuyo' as the shop writes it: 'Norte, Cuyo'. Undefined for a text with another word, or too many. */
export function growingText(field: GrowingField, text: string): string | undefined {
  const { words, most } = GROWING[field]
  const typed = plainText(text)
    .split(/[,;/]|\s(?:y|o)\s/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ALSO[part] ?? part)
  const known = words.filter((word) => typed.includes(plainText(word)))
  const isKnown = typed.every((part) => known.some((word) => plainText(word) === part))
  return isKnown && known.length <= most ? known.join(', ') : undefined
}

/** 'debe ser Fácil, Media o Difícil'. */
export function growingWrong(field: GrowingField, name: string): string {
  const { words, most } = GROWING[field]
  const all = `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`
  return most === 1 ? `${name} debe ser ${all}` : `${name}: cada parte debe ser ${all}`
}
