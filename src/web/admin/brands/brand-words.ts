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
