import { editDistance } from '../../edit-distance.ts'

/** More would find unrelated products. */
const MAX_SPELLINGS = 5
/** Shorter words have too many neighbours. */
const SHORTEST = 3
/** Words of a search that are corrected, as each takes some milliseconds of the database. */
const MAX_CORRECTED = 3
const LONG = 8

/** The words of a search that may be corrected: the longest, which are the likeliest to be misspelt. */
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
 * The known words that a typed word may stand for. The word itself when it is part of a known one; else the nearest known
 * words, one letter away (two for typed words of eight letters or more), compared whole or as a prefix. Empty when nothing
 * is near. A word with a digit names one thing and is never corrected.
 * `known`: lower case without accents, the most similar first.
 */
export function spellingsOf(typed: string, known: string[]): string[] {
  if (!isCorrectable(typed) || known.some((word) => word.includes(typed))) return [typed]
  const most = typed.length < LONG ? 1 : 2
  const near = known
    .map((word) => ({ word, ...editDistance(typed, word) }))
    .filter(({ beginning }) => beginning <= most)
    .toSorted((a, b) => a.beginning - b.beginning || a.whole - b.whole)
  const [nearest] = near
  return near
    .filter(({ beginning }) => beginning === nearest?.beginning)
    .slice(0, MAX_SPELLINGS)
    .map(({ word }) => word)
}
