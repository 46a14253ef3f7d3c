import { plainText } from '../../../contract/plain-text.ts'

/** Each typed word is the prefix of a word of the name, ignoring accents: 'gar' finds 'Garantías'. */
export function matches(name: string, text: string): boolean {
  const words = wordsOf(name)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

function wordsOf(text: string): string[] {
  return plainText(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []
}
