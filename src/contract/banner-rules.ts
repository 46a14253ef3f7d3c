/** Rules of banners, for their form and the server. */
export const IMAGE_REQUIRED = 'La imagen principal es requerida'
export const BANNERS_FULL = 'Máximo alcanzado'

/** A path of this shop or an https address. Without blanks: browsers drop some of them, and `/⇥/x` leads to another site. */
export function linkError(link: string): string | undefined {
  return link === '' || isOwnPath(link) || isHttps(link)
    ? undefined
    : 'El enlace debe ser una página de la tienda (/productos) o empezar con https://'
}

function isOwnPath(link: string): boolean {
  return /^\/(?:$|[^/\\\s][^\\\s]*$)/.test(link)
}

function isHttps(link: string): boolean {
  if (!/^https:\/\/[^\\\s]+$/.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

/** Days of Buenos Aires, `2026-11-20`, both inclusive; without one of them there is no limit on that side. */
export function daysError({ start_date, end_date }: { start_date: string | null; end_date: string | null }) {
  return start_date && end_date && end_date < start_date
    ? 'La fecha de fin no puede ser anterior a la de inicio'
    : undefined
}
