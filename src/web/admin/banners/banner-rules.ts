import { daysError, IMAGE_REQUIRED, linkError } from '../../../contract/banner-rules.ts'
import type { Banner } from '../../../contract/banners.ts'
import { dayInNumbers } from '../../../contract/place.ts'

/** Pixels. The checked and the recommended size are two different ones. */
const CHECKED_SIZE = { width: 1920, height: 800 }
const RECOMMENDED = 'Recomendado 1920x620 (3.1:1); se comprueba 1920x800.'

export interface PixelSize {
  width: number
  height: number
}

/** A warning unless the main picture has exactly the checked size. It never blocks. */
export function sizeWarning({ width, height }: PixelSize): string | undefined {
  if (width === CHECKED_SIZE.width && height === CHECKED_SIZE.height) return undefined
  return `La imagen mide ${width}x${height}. ${RECOMMENDED} Podés guardarla igual: se recorta como muestra la vista previa.`
}

/** Why visitors of the home page do not see a banner; undefined when they do. `today` is a day of Buenos Aires. */
export function hiddenBecause(banner: Banner, today: string): string | undefined {
  if (!banner.image_url) return 'No se muestra: falta imagen principal'
  if (!banner.mobile_image_url) return 'No se muestra: falta imagen móvil'
  if (!banner.is_active) return 'No se muestra: desactivado'
  if (banner.start_date !== null && today < banner.start_date)
    return `No se muestra: empieza el ${dayInNumbers(banner.start_date)}`
  if (banner.end_date !== null && banner.end_date < today)
    return `No se muestra: terminó el ${dayInNumbers(banner.end_date)}`
  if (banner.position !== 'carousel') return `No se muestra: posición «${banner.position}»`
  return undefined
}

/** 'Del 01/12/2026 al 24/12/2026'; undefined without days. */
export function shownDays({ start_date: from, end_date: to }: Banner): string | undefined {
  if (from && to) return `Del ${dayInNumbers(from)} al ${dayInNumbers(to)}`
  if (from) return `Desde el ${dayInNumbers(from)}`
  return to ? `Hasta el ${dayInNumbers(to)}` : undefined
}

export function bannerName({ title, id }: Pick<Banner, 'title' | 'id'>): string {
  return title || `Banner #${id}`
}

/** The list with a banner moved one place, as the server will return it; undefined at either end. */
export function moved(banners: readonly Banner[], id: number, step: -1 | 1): Swap | undefined {
  const at = banners.findIndex((banner) => banner.id === id)
  const [one, other] = [banners[at], banners[at + step]]
  if (!one || !other) return undefined
  const list = banners
    .with(at, { ...other, order: one.order })
    .with(at + step, { ...one, order: other.order })
  return { first: one.id, second: other.id, place: at + step + 1, list }
}

interface Swap {
  first: number
  second: number
  /** The new place of the moved banner, from 1. */
  place: number
  list: Banner[]
}

/** The largest central part of a picture with the ratio of a phone's carousel, 5:6. */
export function mobileCut({ width, height }: PixelSize): PixelSize & { x: number; y: number } {
  const cut = Math.min(width / 5, height / 6)
  const size = { width: Math.floor(cut * 5), height: Math.floor(cut * 6) }
  return {
    ...size,
    x: Math.floor((width - size.width) / 2),
    y: Math.floor((height - size.height) / 2),
  }
}

/** The form values of a banner: a missing day is an empty text. */
export interface BannerDraft {
  title: string
  image_url: string | null
  mobile_image_url: string | null
  url_to: string
  start_date: string
  end_date: string
  is_active: boolean
}

const NEW_BANNER: BannerDraft = {
  title: '',
  image_url: null,
  mobile_image_url: null,
  url_to: '/productos',
  start_date: '',
  end_date: '',
  is_active: true,
}

/** Undefined for a new one. */
export function draftOfBanner(banner: Banner | undefined): BannerDraft {
  if (!banner) return NEW_BANNER
  const { title, image_url, mobile_image_url, url_to, start_date, end_date, is_active } = banner
  const days = { start_date: start_date ?? '', end_date: end_date ?? '' }
  return { title, image_url, mobile_image_url, url_to, ...days, is_active }
}

/** The request body. */
export function bannerBody({ start_date, end_date, ...draft }: BannerDraft) {
  return { ...draft, start_date: start_date || null, end_date: end_date || null }
}

/** The fields that differ from `before`, as the request body: missing fields stay unchanged. */
export function changedBanner(
  draft: BannerDraft,
  before: BannerDraft,
): Partial<ReturnType<typeof bannerBody>> {
  const was = new Map<string, unknown>(Object.entries(bannerBody(before)))
  return Object.fromEntries(
    Object.entries(bannerBody(draft)).filter(([field, value]) => value !== was.get(field)),
  )
}

export function bannerErrors(draft: BannerDraft) {
  return {
    image_url: draft.image_url ? undefined : IMAGE_REQUIRED,
    url_to: linkError(draft.url_to.trim()),
    end_date: daysError(draft),
  }
}
