import { plainText } from '../plain-text.ts'

/** Where the number stands in the address of a carrier's tracking page. */
export const TRACKING_NUMBER = '{numero}'

/** The setting `carriers`: a carrier a line. Examples to begin with. */
export const CARRIERS = [
  'Correo Argentino: https://www.correoargentino.com.ar/formularios/e-commerce?id={numero}',
  'Andreani: https://www.andreani.com/#!/informacionEnvio/{numero}',
  'OCA: https://www1.oca.com.ar/OEPTrackingWeb/OEPTracking.html?numero={numero}',
].join('\n')

export const CARRIERS_LENGTH = 2000

interface Carrier {
  name: string
  address: string
}

/** 'Andreani: https://…/{numero}'; undefined for anything else. */
function carrierIn(line: string): Carrier | undefined {
  const [, name = '', address = ''] = /^([^:]+):\s*(https:\/\/[^\s\\]+)$/.exec(line.trim()) ?? []
  const isAddress = address.includes(TRACKING_NUMBER) && URL.canParse(address.replace(TRACKING_NUMBER, '1'))
  // A name of signs alone would be in every carrier.
  return isAddress && folded(name) !== '' ? { name: name.trim(), address } : undefined
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** What to write instead, with the first line that does not read as 'name: address'. */
export function carriersError(text: string): string | undefined {
  const wrong = linesOf(text).find((line) => carrierIn(line) === undefined)
  return wrong === undefined
    ? undefined
    : `«${wrong.trim().slice(0, 40)}»: va el nombre, dos puntos y una dirección https:// con ${TRACKING_NUMBER}`
}

/** As searches compare, and without spaces and signs. */
const folded = (text: string) => plainText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The carrier's page of a shipment; '' when the carrier is not known or there is no number. */
export function trackingAddress(
  { carrier, tracking }: { carrier: string; tracking: string },
  carriers: string,
): string {
  if (tracking === '' || carrier === '') return ''
  const known = linesOf(carriers).flatMap((line) => carrierIn(line) ?? [])
  const found = known.find(({ name }) => folded(carrier).includes(folded(name)))
  return found?.address.replaceAll(TRACKING_NUMBER, encodeURIComponent(tracking.replaceAll(/\s/g, ''))) ?? ''
}
