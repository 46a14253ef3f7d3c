/**
 * The JPEG of a product picture for mails, as not every mail program shows WebP. Twice the shown width; created on
 * the first request.
 */
export const MAIL_PICTURE = { width: 112, file: '112.jpg' } as const

/** The JPEG of a product picture for link previews, as messengers and networks want it; created on the first request. */
export const PREVIEW_PICTURE = { width: 1200, height: 630, file: '1200.jpg' } as const

/** The address of such a JPEG, from that of any width of the picture. */
export function madeAddress(picture: string, { file }: { file: string }): string {
  return picture.replace(/\/\d+\.\w+$/, `/${file}`)
}
