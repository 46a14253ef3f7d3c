import sharp from 'sharp'

/** A JPEG of one colour, as a file to upload. */
export async function photo(background: string, name = 'foto.jpg') {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/**
 * A photo as a phone takes it, of `megapixels` in 3:4 and some megabytes: it lies on its side, and EXIF says how it is
 * turned upright, with red above blue.
 */
export async function phonePhoto(megapixels: number, name = 'IMG_0001.jpg') {
  const long = Math.round(Math.sqrt((megapixels * 1_000_000 * 4) / 3))
  const size = { width: long, height: Math.round((long * 3) / 4), channels: 3 as const }
  const half = { ...size, width: Math.round(long / 2) }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const red = await sharp({ create: { ...half, background: '#d22' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const grain = await sharp({ create: { ...size, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const buffer = await sharp({ create: { ...size, background: '#22d' } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: grain, blend: 'soft-light' },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
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
