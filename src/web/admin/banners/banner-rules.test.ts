import { describe, expect, it } from 'vitest'
import type { Banner } from '../../../contract/banners.ts'
import { hiddenBecause, mobileCut, moved, sizeWarning } from './banner-rules.ts'

const banner: Banner = {
  id: 1,
  title: 'Luz Mala',
  image_url: '/media/banner/a/1920.webp',
  mobile_image_url: '/media/banner/b/750.webp',
  url_to: '/productos',
  position: 'carousel',
  is_active: true,
  order: 1,
  start_date: null,
  end_date: null,
}

describe('sizeWarning', () => {
  it('is silent only at exactly 1920x800', () => {
    expect(sizeWarning({ width: 1920, height: 800 })).toBeUndefined()
  })

  it('names both sizes, also for the recommended one', () => {
    const warning = sizeWarning({ width: 1920, height: 620 })
    expect(warning).toContain('recomendado 1920x620 (3.1:1); se comprueba 1920x800'.replace('r', 'R'))
    expect(warning).toContain('mide 1920x620')
  })
})

describe('hiddenBecause', () => {
  const today = '2026-11-20'

  it('is undefined for banners that the home page shows', () => {
    expect(hiddenBecause(banner, today)).toBeUndefined()
    expect(hiddenBecause({ ...banner, start_date: today, end_date: today }, today)).toBeUndefined()
  })

  it.each([
    [{ mobile_image_url: null }, 'No se muestra: falta imagen móvil'],
    [{ mobile_image_url: null, is_active: false }, 'No se muestra: falta imagen móvil'],
    [{ is_active: false }, 'No se muestra: desactivado'],
    [{ start_date: '2026-11-21' }, 'No se muestra: empieza el 21/11/2026'],
    [{ end_date: '2026-11-19' }, 'No se muestra: terminó el 19/11/2026'],
    [{ position: 'pie' }, 'No se muestra: posición «pie»'],
  ])('%j: %s', (change, reason) => {
    expect(hiddenBecause({ ...banner, ...change }, today)).toBe(reason)
  })
})

describe('moved', () => {
  const list = [1, 2, 3].map((id) => ({ ...banner, id, order: id * 10 }))

  it('exchanges a banner with its neighbour and their places', () => {
    expect(moved(list, 2, -1)).toMatchObject({
      first: 2,
      second: 1,
      place: 1,
      list: [
        { id: 2, order: 10 },
        { id: 1, order: 20 },
        { id: 3, order: 30 },
      ],
    })
  })

  it('moves nothing past either end', () => {
    expect(moved(list, 1, -1)).toBeUndefined()
    expect(moved(list, 3, 1)).toBeUndefined()
  })
})

describe('mobileCut', () => {
  it('is the middle of a wide picture, 5:6', () => {
    expect(mobileCut({ width: 1920, height: 600 })).toEqual({ x: 710, y: 0, width: 500, height: 600 })
  })

  it('is the middle of a tall picture', () => {
    expect(mobileCut({ width: 500, height: 1000 })).toEqual({ x: 0, y: 200, width: 500, height: 600 })
  })
})
