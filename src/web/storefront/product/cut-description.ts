import { lazily } from '../../../contract/place.ts'

/**
 * The beginning of a text up to the end of a word, at most `max` graphemes with its ellipsis. Undefined when the whole text
 * fits.
 */
export function cutDescription(text: string, max: number): string | undefined {
  // There are never more graphemes than code units, and the first segmenter is slow to create.
  if (text.length <= max) return undefined
  const characters = charactersOf(text)
  if (characters.length <= max) return undefined
  const kept = characters.slice(0, max - 1)
  const endsAtWord = /^\s*$/.test(characters[max - 1] ?? '')
  const lastSpace = kept.findLastIndex((character) => /^\s+$/.test(character))
  const words = endsAtWord || lastSpace <= 0 ? kept : kept.slice(0, lastSpace)
  return `${words.join('').replace(/[\s.,;:–—-]+$/u, '')}…`
}

const segmenter = lazily(() => new Intl.Segmenter('es', { granularity: 'grapheme' }))

function charactersOf(text: string): string[] {
  return [...segmenter().segment(text)].map(({ segment }) => segment)
}
