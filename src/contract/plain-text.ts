/** Lower case, without accents: 'García' becomes 'garcia'. For searching. Hangul is put together again: its parts are letters. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}
