const NO_LETTER_BEFORE = '(?<!\\p{L})'
const NO_LETTER_AFTER = '(?!\\p{L})'

/**
 * What letters with accents become in another code page, where no Spanish text has it. Decision 0051. Dashes and apostrophes stand
 * between letters in right texts ('O’Higgins'), no-break spaces between words: only some words tell those of MacRoman and cp850.
 */
const SIGNS = [
  // UTF-8 read twice.
  'Ã[\\u0080-\\u00bf\\u0152-\\u0192\\u02c6\\u02dc\\u2013-\\u203a\\u2122]',
  // Inside a word: á é ó ú ñ.
  '\\p{Ll}[‡Ž—œ‚¢£¤\\u0080-\\u009f]\\p{Ll}',
  // Its last letter too: 'Man¡', 'Caf‚' of cp850; 'Maracuy‡', 'CafŽ', 'CAFƒ' of MacRoman.
  '\\p{L}[¡‚‡ƒ]',
  '\\p{Ll}[ŽŸ]',
  // Ñ of both.
  '\\p{L}[¥„]\\p{L}',
  // Capitals as small letters that capitals never have: 'FLORACIàN' of cp850; 'MçS', 'RêO', 'FLORACIîN', 'ÑANDò' of MacRoman.
  '\\p{Lu}{2}[àçêîò](?!\\p{Ll})|\\p{Lu}[àçêîò]\\p{Lu}',
  '\\p{Lu}[\\u0080-\\u009fµ]',
  `${NO_LETTER_BEFORE}[’¡êÖ]ndic[ao]`,
  // í of MacRoman.
  `${NO_LETTER_BEFORE}(?:d’as?|(?:[RrTtLl]|[Ff]r)’os?)${NO_LETTER_AFTER}|${NO_LETTER_BEFORE}[Hh]’brid`,
  // ñ of MacRoman: 'oto–o', 'peque–as'.
  `[aeiou]–[ao]s?${NO_LETTER_AFTER}|[Ee]spa–ol|[Mm]a–ana`,
  // á of cp850.
  `[Tt]om\\u00a0tic|${NO_LETTER_BEFORE}(?:[Rr]\\u00a0pid|[Ff]\\u00a0cil|[Mm]\\u00a0xim)`,
].join('|')
const MISREAD = RegExp(`(?:${SIGNS})`, 'u')

/** A word that was read in another code page. */
export function misreadIn(cells: string[]): string | undefined {
  for (const cell of cells) {
    const found = MISREAD.exec(cell)
    if (!found) continue
    const before = /[^\s;]*$/.exec(cell.slice(Math.max(0, found.index - 20), found.index))?.[0] ?? ''
    const after = /^[^\s;]*/.exec(cell.slice(found.index + found[0].length))?.[0] ?? ''
    return `${before}${found[0]}${after}`.slice(0, 40)
  }
  return undefined
}
