/** Each typed word is the prefix of a word of the name, ignoring accents: 'gar' finds 'Garantías'. */
export function matches(name: string, text: string): boolean {
  const plainName = plain(name)
  return plain(text)
    .split(' ')
    .every((word) => plainName.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()
}
