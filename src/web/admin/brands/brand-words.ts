import { PICTURE_TYPES } from '../../../contract/pictures.ts'
import { BRAND_NOT_FOUND } from '../../../contract/catalog/product-rules.ts'
import { LOGO_BYTES, LOW_BRAND_STOCK } from '../../../contract/limits.ts'
import { formatNumber } from '../../../contract/place.ts'

const CARD_DESCRIPTION = 100

/** At most 100 characters, cut between words, with an ellipsis; 'Sin descripción' when there is none. */
export function cardDescription(description: string): string {
  const text = description.trim()
  if (text === '') return 'Sin descripción'
  const characters = [...text]
  if (characters.length <= CARD_DESCRIPTION) return text
  const cut = characters.slice(0, CARD_DESCRIPTION - 1).join('')
  const words = characters[CARD_DESCRIPTION - 1] === ' ' ? cut : cut.replace(/\s+\S*$/, '')
  return `${words}…`
}

export function originOf(isNational: boolean): 'Nacional' | 'Internacional' {
  return isNational ? 'Nacional' : 'Internacional'
}

const WORDS: [brand: string, bank: string][] = [
  ['una marca', 'un banco'],
  ['la marca', 'el banco'],
  [BRAND_NOT_FOUND, 'Banco no encontrado'],
]

/** Replaces "brand" by "bank" in the server's texts: these screens show brands as banks. */
export function inWordsOfBanks(text: string): string {
  return WORDS.reduce((said, [brand, bank]) => said.replace(brand, bank), text)
}

/** Red without stock, yellow below ten, else green. */
export function brandStock(stock: number): { tone: 'err' | 'warn' | 'ok'; text: string } {
  if (stock === 0) return { tone: 'err', text: 'Sin stock' }
  const text = stock === 1 ? '1 en stock' : `${formatNumber(stock)} en stock`
  return stock < LOW_BRAND_STOCK ? { tone: 'warn', text: `Stock bajo: ${text}` } : { tone: 'ok', text }
}

/** Why a logo is refused before the upload. */
export function logoFileError(file: { type: string; size: number }): string | undefined {
  if (!PICTURE_TYPES.includes(file.type)) return 'Error al subir la imagen: debe ser PNG, JPG o WebP'
  return file.size > LOGO_BYTES ? 'La imagen no debe superar los 2MB' : undefined
}

/** The two backgrounds of a logo, as in tokens.css. */
const SURFACES = [
  { name: 'claro', luminance: luminance(255, 255, 255) },
  { name: 'oscuro', luminance: luminance(18, 33, 26) },
] as const

/** Below this ratio a shape is hardly visible on its background (WCAG 1.4.11 requires 3 for essential graphics). */
const HARDLY_SEEN = 1.6
const SIDE = 48

/** 'claro' and 'oscuro': the backgrounds on which a logo is hardly visible. `pixels` are RGBA. */
export function hardlySeenOn(pixels: ArrayLike<number>): string[] {
  return SURFACES.filter(({ luminance }) => contrastWith(pixels, luminance) < HARDLY_SEEN).map(
    ({ name }) => name,
  )
}

/** The downscaled pixels of a picture on the page. Undefined where a browser refuses them. */
export function pixelsOf(image: HTMLImageElement): Uint8ClampedArray | undefined {
  try {
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, SIDE, SIDE)
    return context?.getImageData(0, 0, SIDE, SIDE).data
  } catch {
    return undefined
  }
}

/** The contrast that a tenth of the visible pixels reach; a picture without transparency is its own background. */
function contrastWith(pixels: ArrayLike<number>, surface: number): number {
  const ratios: number[] = []
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255
    if (alpha < 0.1) continue
    const drawn = luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    ratios.push(ratio(drawn * alpha + surface * (1 - alpha), surface))
  }
  if (ratios.length === 0) return 1
  return ratios.toSorted((a, b) => b - a)[Math.floor(ratios.length / 10)] ?? 1
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** WCAG 2 relative luminance, of sRGB from 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
