import { plainText } from '../plain-text.ts'

/** What a search may ask of the shop, and no product answers. */
export type ServiceAsked = 'warranty' | 'germination' | 'shipping' | 'questions' | 'lots'

/** In this order: 'garantía de germinación' is about the warranty. */
const WORDS: [ServiceAsked, RegExp][] = [
  ['warranty', /\b(?:garantias?|reclamos?|reclamar|no (?:germino|germinaron|abrio|abrieron))\b/],
  ['germination', /\bgermin(?:acion|ar|an|o)\b/],
  [
    'shipping',
    /\b(?:envios?|envian|enviar|mandan|correo|pagos?|pagar|transferencia|efectivo|tarjetas?|mercado ?pago|cuotas)\b/,
  ],
  [
    'questions',
    /\b(?:como (?:compro|comprar|pido|pedir|hago)|whats?app?|wsp|telefono|contacto|preguntas?)\b/,
  ],
  ['lots', /\blotes?\b/],
]

export function serviceAsked(search: string): ServiceAsked | undefined {
  const text = plainText(search)
  return WORDS.find(([, words]) => words.test(text))?.[0]
}

/** The code that a search may be: 'pv-25a'. Only the page of lots knows whether there is one. */
export function lotCodeIn(search: string): string | undefined {
  return /(?:^|\s)(?=[a-z0-9-]*\d)([a-z0-9]+(?:-[a-z0-9]+)+)$/i.exec(search.trim())?.[1]?.toUpperCase()
}
