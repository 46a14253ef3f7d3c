/**
 * How every search of panel and shop compares text: without case, accents, quotes and invisible characters, and with one kind of
 * hyphen and space. 'O’Higgins' becomes 'ohiggins', 'João' 'joao'. The function `folded` of the database (migration 0110)
 * does the same, character by character.
 */
export function plainText(text: string): string {
  return (
    text
      // Alone it is a space with an accent to Unicode.
      .replaceAll('´', '')
      .normalize('NFKD')
      .replace(DROPPED, '')
      .replace(DASHES, '-')
      // Hangul is put together again: its parts are letters.
      .normalize('NFC')
      .replace(/[^ -@[-\x7f]/g, (letter) => SMALL.get(letter) ?? letter)
  )
}

/**
 * The words of a search, at most eight to limit the work. Each must be found, in any order; names join words by hyphens or, as
 * 'Pérez, Ana', by a comma.
 */
export function searchedWords(search: string): string[] {
  const words = plainText(search)
    .split(/[\s,;-]+/)
    .filter(Boolean)
  return [...new Set(words)].slice(0, 8)
}

/** Accents, quotes, and what nobody sees. */
const DROPPED =
  // oxlint-disable-next-line no-misleading-character-class -- ranges of lone accents are meant
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'"`\u02bc\u2018-\u201f\u2032-\u2034\u00ab\u00bb\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/gu
const DASHES = /[\u2010-\u2015\u2212]/gu

/** Case by a table: a database knows only that of English in some of its locales. */
const CAPITALS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZØÆŒŁĐÐÞẞßıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯøæœłđðþ'
const SMALLS =
  'abcdefghijklmnopqrstuvwxyzoaolddtssiαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяoaolddt'
const SMALL = new Map([...CAPITALS].map((letter, at) => [letter, SMALLS[at] ?? letter]))
