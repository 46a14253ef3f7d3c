import { describe, expect, it } from 'vitest'
import { srcSet } from './srcset.ts'

describe('srcSet', () => {
  it('names each width of a kept picture', () => {
    expect(srcSet('/media/product/arrope/1000.webp', [320, 640], 'avif')).toBe(
      '/media/product/arrope/320.avif 320w, /media/product/arrope/640.avif 640w',
    )
  })

  it('leaves a picture from elsewhere alone', () => {
    expect(srcSet('https://example.com/foto.jpg', [320], 'webp')).toBeUndefined()
  })
})
