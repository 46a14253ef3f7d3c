import sharp from 'sharp'

/** A JPEG of one colour, as a file to upload. */
export async function photo(background: string, name = 'foto.jpg') {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
