import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

/** A JPEG of one colour, as a file to upload. */
export async function photo(background: string, name = 'foto.jpg') {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/**
 * A photo as a phone takes it, of eight megapixels in 3:4 and six megabytes: it lies on its side, and EXIF says how it is
 * turned upright, with red above blue. A tile of noise makes its bytes many, as noise all over takes seconds.
 */
export async function phonePhoto(name = 'IMG_0001.jpg') {
  const size = { width: 3264, height: 2448, channels: 3 as const }
  const half = { ...size, width: size.width / 2 }
  const tile = { ...size, width: 256, height: 256 }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const red = await sharp({ create: { ...half, background: '#d22' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const grain = await sharp({ create: { ...tile, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const buffer = await sharp({ create: { ...size, background: '#22d' } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: grain, blend: 'soft-light', tile: true },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 97 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Whether a stored picture is upright, as `phonePhoto` was seen. */
export async function isUpright(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture)
    .resize(3, 4, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isRed = (row: number) => {
    const at = (row * info.width + 1) * info.channels
    return (data[at] ?? 0) > (data[at + 2] ?? 0)
  }
  return isRed(0) && !isRed(3)
}

/** As if the form had been left open for more than two weeks: its picture is removed before it is saved. */
export function losePicture(
  page: Page,
  { calls, preset, field }: { calls: string; preset: string; field: string },
): Promise<unknown> {
  return page.route(`**${calls}`, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const typed = route.request().postDataJSON() as object
    return route.continue({ postData: { ...typed, [field]: `/media/${preset}/${'x'.repeat(22)}/1920.webp` } })
  })
}

/** Under the field, and in the summary as a link to it. */
export async function expectLostPicture(page: Page): Promise<void> {
  const problem = 'Esta imagen ya no está: pasaron más de dos semanas'
  await expect(page.locator('.field-error').filter({ hasText: problem })).toBeVisible()
  await page.getByRole('link', { name: problem }).click()
  await expect(page.locator('input[type=file]:focus')).toHaveCount(1)
}
