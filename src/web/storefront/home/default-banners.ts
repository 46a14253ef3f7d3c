import { LIMITED_EDITION } from '../../../contract/product-types.ts'

/** Shown while the shop has no banners of its own: a text over a picture. */
export interface DefaultBanner {
  kicker: string
  title: string
  sub: string
  link: string
  linkText: string
  /** Name of the picture, for `sitePicture`; the one for phones ends in `-movil`. */
  art: string
  /** The same landscape under the moon, for the dark scheme. */
  night?: string
}

export const defaultBanners: DefaultBanner[] = [
  {
    kicker: 'Cosecha de otoño',
    title: 'Diez años eligiendo madres',
    sub: 'Semillas criadas en el litoral, la puna y la cordillera.',
    link: '/productos',
    linkText: 'Ver catálogo',
    art: 'banner-otono',
    night: 'banner-otono-noche',
  },
  {
    kicker: LIMITED_EDITION,
    title: 'Luz Mala vuelve en mayo',
    sub: 'Trescientas cajas numeradas, ni una más.',
    link: '/productos?category=limitada',
    linkText: 'Ver ediciones limitadas',
    art: 'banner-luz-mala',
  },
  {
    kicker: 'Garantía de germinación',
    title: 'Si no brota, respondemos',
    sub: 'La guía paso a paso y treinta días para reclamar.',
    link: '/como-germinar',
    linkText: 'Cómo germinar',
    art: 'banner-garantia',
    night: 'banner-garantia-noche',
  },
]
