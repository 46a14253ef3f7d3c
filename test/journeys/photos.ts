import sharp from 'sharp'

/** A picture of one colour, as a phone would hand it over. */
export async function photo(background: string, name = 'foto.jpg') {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
