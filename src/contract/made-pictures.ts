/**
 * The JPEG of a product picture for mails, as not every mail program shows WebP. Twice the shown width; created on
 * the first request.
 */
export const MAIL_PICTURE = { width: 112, file: '112.jpg' } as const

/** The address of such a JPEG, from that of any width of the picture. */
export function madeAddress(picture: string, { file }: { file: string }): string {
  return picture.replace(/\/\d+\.\w+$/, `/${file}`)
}

/** What the preview of a product's link shows. */
export interface Previewed {
  id: number
  name: string
  genotype: string
  image: string | null
}

/** The address of the preview, another one when something on it changes; undefined without a picture. */
export function previewPath({ id, name, genotype, image }: Previewed): string | undefined {
  if (image === null) return undefined
  let hash = 2_166_136_261
  for (const sign of [name, genotype, image].join('\n'))
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return `/og/producto/${id}-${hash.toString(36)}.jpg`
}
