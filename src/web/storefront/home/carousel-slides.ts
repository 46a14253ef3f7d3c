import type { Banner } from '../../../contract/banners.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
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

/** Banners with both pictures; without any, three default slides with texts true for every shop. */
export function slidesOf(banners: readonly Banner[] | undefined, shop: PublicSettings | undefined): Slide[] {
  const own = (banners ?? []).flatMap((banner): Slide[] => {
    const { id, title, image_url: desktop, mobile_image_url: mobile, url_to: link } = banner
    return desktop && mobile
      ? [{ key: String(id), desktop, mobile, link: link || '/productos', words: undefined, title }]
      : []
  })
  return own.length > 0 ? own : [ownName(shop), GUIDE, guarantee(shop)]
}

/** The pictures of the default slides, light and dark. */
export const LANDSCAPES = [
  'banner-otono',
  'banner-otono-noche',
  'banner-luz-mala',
  'banner-garantia',
  'banner-garantia-noche',
] as const
const [DAY, NIGHT, MARSH, SPROUT, SPROUT_NIGHT] = LANDSCAPES

const artOf = (name: string): Art => ({
  desktop: sitePicture(name, 1920),
  mobile: sitePicture(`${name}-movil`, 750),
})

const GUIDE: Slide = {
  key: MARSH,
  ...artOf(MARSH),
  link: '/como-germinar',
  title: 'De la semilla al brote',
  words: {
    kicker: 'Guía de Germinación',
    title: 'De la semilla al brote',
    sub: 'Los pasos, uno por uno.',
    linkText: 'Cómo germinar',
  },
}

/** A slide with the owner's sentence on the guarantee. */
function guarantee(shop: PublicSettings | undefined): Slide {
  const title = 'Garantía de germinación'
  return {
    key: SPROUT,
    ...artOf(SPROUT),
    night: artOf(SPROUT_NIGHT),
    link: '/garantia',
    title,
    words: {
      kicker: 'Reclamo con fotos',
      title,
      sub: shop?.guarantee_note ?? '',
      linkText: 'Ver la garantía',
    },
  }
}

/** What product pages show, so it is true for every shop. */
export const IN_EVERY_SHOP = 'Genotipo, floración y presentaciones de cada variedad.'

function ownName(shop: PublicSettings | undefined): Slide {
  const title = 'Semillas criadas acá, para nuestro sol'
  const opening = shop?.opening
  return {
    key: DAY,
    ...artOf(DAY),
    night: artOf(NIGHT),
    link: opening ? '/como-germinar' : '/productos',
    title,
    words: {
      kicker: [shop?.shop_name, shop?.tagline].filter(Boolean).join(' · '),
      title,
      sub: opening || IN_EVERY_SHOP,
      linkText: opening ? 'Cómo germinar' : 'Ver catálogo',
    },
  }
}
