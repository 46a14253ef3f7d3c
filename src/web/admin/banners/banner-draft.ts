import { daysError, IMAGE_REQUIRED, linkError } from '../../../contract/banner-rules.ts'
import type { Banner } from '../../../contract/banners.ts'

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
