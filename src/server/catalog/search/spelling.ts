import { editDistance } from '../../edit-distance.ts'

/** More would find unrelated products. */
const MAX_SPELLINGS = 5
/** Shorter words have too many neighbours. */
const SHORTEST = 3
/** Most words corrected in a search, as each costs the database some milliseconds. */
const MAX_CORRECTED = 3
const LONG = 8

/** The words of a search that may be corrected: the longest, which are most likely misspelt. */
export function correctable(words: string[]): string[] {
  return words
    .filter(isCorrectable)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_CORRECTED)
}

function isCorrectable(word: string): boolean {
  return word.length >= SHORTEST && !/\d/.test(word)
}

/**
 * Known words that a typed word may mean: the word itself if it is part of a known one, else the nearest known words
 * within one edit (two from eight letters on), compared whole or as a prefix. Empty without one. Words with a digit
 * are never corrected. `known`: lower case without accents, most similar first.
 */
export function spellingsOf(typed: string, known: string[]): string[] {
  if (!isCorrectable(typed) || known.some((word) => word.includes(typed))) return [typed]
  const most = typed.length < LONG ? 1 : 2
  const near = known
    .map((word) => ({ word, ...distance(typed, word) }))
    .filter(({ beginning }) => beginning <= most)
    .toSorted((a, b) => a.beginning - b.beginning || a.whole - b.whole)
  const [nearest] = near
  return near
    .filter(({ beginning }) => beginning === nearest?.beginning)
    .slice(0, MAX_SPELLINGS)
    .map(({ word }) => word)
}

/** As written, or none for a longer word that sounds the same: 'domullo' is 'domuyo', and 'haze' not the 'ace' of 'aceite'. */
function distance(typed: string, word: string): ReturnType<typeof editDistance> {
  const heard = editDistance(soundOf(typed), soundOf(word))
  return typed.length > 4 && heard.beginning === 0 ? heard : editDistance(typed, word)
}

/** Letters that sound alike in Argentina, as one. */
function soundOf(word: string): string {
  return word
    .replaceAll('ll', 'y')
    .replaceAll(/qu(?=[ei])|c(?![eih])/g, 'k')
    .replaceAll(/c(?=[ei])|z/g, 's')
    .replaceAll('v', 'b')
    .replaceAll(/(?<!c)h/g, '')
}
