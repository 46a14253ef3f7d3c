import { describe, expect, it } from 'vitest'
import { srcSet } from './srcset.ts'

describe('srcSet', () => {
  it('names each width of a stored picture', () => {
    expect(srcSet('/media/product/arrope/1000.webp', [320, 640], 'avif')).toBe(
      '/media/product/arrope/320.avif 320w, /media/product/arrope/640.avif 640w',
    )
  })

  it('is undefined for a picture of another site', () => {
    expect(srcSet('https://example.com/foto.jpg', [320], 'webp')).toBeUndefined()
  })
})
