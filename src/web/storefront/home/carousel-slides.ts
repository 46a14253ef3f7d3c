import type { Banner } from '../../../contract/banners.ts'
import { defaultBanners } from './default-banners.ts'
import { sitePicture } from '../shell/site-picture.ts'

/** Stored widths of the two pictures of a banner. */
export const BANNER_WIDTHS = { desktop: [1280, 1920], mobile: [480, 750] } as const

/** The wide picture and the one for phones. */
interface Art {
  desktop: string
  mobile: string
}

export interface Slide extends Art {
  key: string
  /** For the dark scheme. */
  night?: Art | undefined
  link: string
  /** Text over the picture. The shop's own banners contain their text, so their title names link and picture. */
  words: { kicker: string; title: string; sub: string; linkText: string } | undefined
  title: string
}

/** The banners that have both pictures; if there are none, the three defaults. */
export function slidesOf(banners: readonly Banner[] | undefined): Slide[] {
  const own = (banners ?? []).flatMap((banner): Slide[] => {
    const { id, title, image_url: desktop, mobile_image_url: mobile, url_to: link } = banner
    return desktop && mobile
      ? [{ key: String(id), desktop, mobile, link: link || '/productos', words: undefined, title }]
      : []
  })
  return own.length > 0 ? own : DEFAULT_SLIDES
}

const artOf = (name: string): Art => ({
  desktop: sitePicture(name, 1920),
  mobile: sitePicture(`${name}-movil`, 750),
})

const DEFAULT_SLIDES: Slide[] = defaultBanners.map(({ art, night, link, title, ...words }) => ({
  key: art,
  ...artOf(art),
  night: night === undefined ? undefined : artOf(night),
  link,
  words: { title, ...words },
  title,
}))
