import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Banner } from '../../../contract/banners.ts'
import type { PublicSettings } from '../../../contract/settings/settings.ts'
import { slidesOf } from './carousel-slides.ts'

const banner = (id: number, images: Partial<Banner> = {}): Banner => ({
  id,
  title: `Banner ${id}`,
  image_url: `/media/banner/${id}/1920.webp`,
  mobile_image_url: `/media/banner/${id}-m/750.webp`,
  url_to: '/productos',
  position: 'carousel',
  is_active: true,
  order: id,
  start_date: null,
  end_date: null,
  ...images,
})

const shop = (isOpen: boolean) =>
  ({
    shop_name: 'Semillas del Delta',
    tagline: 'islas y luz',
    guarantee_note: 'Cubre la raíz.',
    opening: isOpen ? '' : 'Abrimos pronto',
  }) as PublicSettings // safe: all that slides use

describe('slidesOf', () => {
  it('shows only banners that have both pictures', () => {
    const slides = slidesOf([banner(1), banner(2, { mobile_image_url: null }), banner(3)], shop(true))
    expect(slides.map(({ title }) => title)).toEqual(['Banner 1', 'Banner 3'])
  })

  it('shows three default slides, first that of its own seeds, without banners that have both pictures', () => {
    for (const banners of [[banner(1, { image_url: null })], [], undefined])
      expect(slidesOf(banners, shop(true))).toMatchObject([
        {
          title: 'Semillas criadas acá, para nuestro sol',
          words: { kicker: 'Semillas del Delta · islas y luz' },
          link: '/productos',
        },
        { link: '/como-germinar' },
        { link: '/garantia', words: { sub: 'Cubre la raíz.' } },
      ])
  })

  it('says first that a shop without products opens soon', () => {
    const slides = slidesOf([], shop(false))
    expect(slides).toHaveLength(3)
    expect(slides[0]?.words?.sub).toMatch(/^Abrimos pronto/)
  })

  it('has pictures for day and night', () => {
    const files = slidesOf([], shop(true)).flatMap(({ desktop, mobile, night }) => [
      desktop,
      mobile,
      ...(night ? [night.desktop, night.mobile] : []),
    ])
    expect(files.filter((file) => !existsSync(`src/web/public${file}`))).toEqual([])
  })
})
