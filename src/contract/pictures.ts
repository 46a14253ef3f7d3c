import { LOGO_BYTES, PICTURE_BYTES } from './limits.ts'

/** What a picture is for. Decides its largest size and the widths it is stored in. */
export const PICTURE_PRESETS = ['product', 'brand', 'banner', 'warranty', 'logo'] as const
export type PicturePreset = (typeof PICTURE_PRESETS)[number]

/** The accepted types. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** What a file chooser offers. The browser converts an iPhone photo (HEIC) to an accepted type if it can decode it. */
export const CHOOSABLE_PICTURES = [...PICTURE_TYPES, '.heic', '.heif']
export const NOT_A_PICTURE = 'Por favor selecciona una imagen válida'
export const PICTURE_TOO_LARGE = 'La imagen no debe superar los 5MB'

/** What to do when neither browser nor shop can use a photo. */
const INSTEAD = 'Sacala con menos resolución, o mandá una captura de pantalla de la foto.'
export const HEIC_PICTURE = `${NOT_A_PICTURE}: esta es HEIC y este navegador no la abre. En el iPhone elegí Ajustes, Cámara, Formatos, Más compatible; o mandá una captura de pantalla de la foto.`
/** For a photo that the browser could not scale down. */
export const STAYS_TOO_LARGE = `${PICTURE_TOO_LARGE}. No se pudo achicar: ${INSTEAD.toLowerCase()}`

export function tooManyPixels(pixels: number, most: number): string {
  const mega = (count: number) => Math.round(count / 1_000_000)
  return `${NOT_A_PICTURE}: esta tiene ${mega(pixels)} megapíxeles y entran hasta ${mega(most)}. ${INSTEAD}`
}

/** By its type or, where the browser knows none, its name. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))
}

export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/webp']
export const NOT_A_LOGO = 'El logo va en SVG, PNG o WebP'
export const LOGO_TOO_SMALL = 'El logo es demasiado chico: el lado más largo necesita 512 píxeles'
export const LOGO_SHAPE =
  'El logo es demasiado angosto: hasta 6 veces más ancho que alto, o 2 más alto que ancho'
const LOGO_TOO_LARGE = 'El logo no debe superar los 2MB'

export function logoFileError(file: { type: string; size: number }): string | undefined {
  if (!LOGO_TYPES.includes(file.type)) return NOT_A_LOGO
  return file.size > LOGO_BYTES ? LOGO_TOO_LARGE : undefined
}

/** Checked before a file is sent; the server inspects the content itself. */
export function pictureFileError(file: { type: string; size: number; name: string }): string | undefined {
  if (!PICTURE_TYPES.includes(file.type)) return isHeic(file) ? HEIC_PICTURE : NOT_A_PICTURE
  return file.size > PICTURE_BYTES ? PICTURE_TOO_LARGE : undefined
}

/**
 * Stored widths in pixels, smallest first. A picture is never enlarged, so a small one has only the widths it reaches.
 * A request for a missing width gets the next larger one.
 */
export const PICTURE_WIDTHS: Record<PicturePreset, readonly number[]> = {
  product: [320, 480, 640, 1000, 1600],
  brand: [96, 192, 600],
  banner: [480, 750, 1280, 1920],
  warranty: [480, 1600],
  logo: [600],
}
