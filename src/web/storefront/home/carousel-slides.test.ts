import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Banner } from '../../../contract/banners.ts'
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

describe('slidesOf', () => {
  it('shows only banners that have both pictures', () => {
    const slides = slidesOf([banner(1), banner(2, { mobile_image_url: null }), banner(3)])
    expect(slides.map(({ title }) => title)).toEqual(['Banner 1', 'Banner 3'])
  })

  it('shows the three defaults when no banner has both', () => {
    expect(slidesOf([banner(1, { image_url: null })])).toHaveLength(3)
    expect(slidesOf([])).toHaveLength(3)
    expect(slidesOf(undefined).every(({ words }) => words !== undefined)).toBe(true)
  })

  it('each default has its pictures, and one under the moon where it shows the sun', () => {
    const files = slidesOf([]).flatMap(({ desktop, mobile, night }) => [
      desktop,
      mobile,
      night?.desktop,
      night?.mobile,
    ])
    const missing = files.filter((file) => file && !existsSync(`src/web/public${file}`))
    expect(missing).toEqual([])
    expect(slidesOf([]).map(({ night }) => night !== undefined)).toEqual([true, false, true])
  })
})
