/** Opens a chat with the shop. */
export function shopChatLink(whatsapp: string, text: string): string {
  return `https://wa.me/${whatsapp}?text=${encodeURIComponent(text)}`
}
