/** Settings that identify the seller, as the law requires. Without zod, so that form and footer can use them. */
export const LEGAL_TEXTS = {
  legal_name: { name: 'La razón social', max: 120 },
  legal_address: { name: 'El domicilio legal', max: 200 },
  service_hours: { name: 'El horario de atención', max: 120 },
  rncyfs_number: { name: 'El número de RNCyFS', max: 60 },
  ariccame_number: { name: 'El número de ARICCAME', max: 60 },
  aaip_number: { name: 'El número de AAIP', max: 60 },
} as const

export const CUIT_INVALID = 'El CUIT no es válido: son 11 dígitos y el último tiene que coincidir'

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** '20-12345678-6' and '20 12345678 6' as '20123456786'. */
export function cuitDigits(typed: string): string {
  return typed.replaceAll(/[\s.-]/g, '')
}

/** Empty, or eleven digits of which the last is the check digit. */
export function cuitError(typed: string): string | undefined {
  const digits = cuitDigits(typed)
  if (digits === '') return undefined
  if (!/^\d{11}$/.test(digits)) return CUIT_INVALID
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  // A remainder of 1 has no check digit: such numbers do not exist.
  return (11 - (sum % 11)) % 11 === Number(digits[10]) ? undefined : CUIT_INVALID
}

/** '20-12345678-6' */
export function formatCuit(digits: string): string {
  return digits.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
}

type LegalSettings = Record<keyof typeof LEGAL_TEXTS | 'cuit' | 'consumer_url' | 'data_fiscal_url', string>

/** Facts that the law requires of every web shop. Register numbers are optional. */
const WANTED: Partial<Record<keyof LegalSettings, string>> = {
  legal_name: 'Falta la razón social',
  cuit: 'Falta el CUIT',
  legal_address: 'Falta el domicilio legal',
  service_hours: 'Falta el horario de atención',
  consumer_url: 'Falta la dirección de Defensa del Consumidor',
  data_fiscal_url: 'Falta la dirección de Data Fiscal',
}

/** A sentence for each missing fact. */
export function missingLegal(settings: LegalSettings): string[] {
  const names = Object.keys(WANTED) as (keyof LegalSettings)[] // safe: its own keys
  return names.filter((name) => settings[name].trim() === '').map((name) => WANTED[name] ?? name)
}

/** The facts about the seller that the footer shows, in its order, without empty ones. */
export function sellerFacts(shop: Record<keyof typeof LEGAL_TEXTS | 'cuit', string>): string[] {
  const named = (name: string, value: string) => (value === '' ? '' : `${name} ${value}`)
  return [
    shop.legal_name,
    named('CUIT', formatCuit(shop.cuit)),
    shop.legal_address,
    named('Atención:', shop.service_hours),
    named('RNCyFS', shop.rncyfs_number),
    named('ARICCAME', shop.ariccame_number),
    named('AAIP', shop.aaip_number),
  ].filter((fact) => fact !== '')
}
