/** Opens a chat with the shop, with a text to begin with. */
export function shopChatLink(whatsapp: string, text?: string): string {
  return `https://wa.me/${whatsapp}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`
}
