/** Draws every picture of the demo shop and cuts the fonts: `npm run demo:draw`, or with names to redraw only those. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { type Picture, pictures, vectors } from './art/pictures.ts'
import { writeFonts } from './art/web-fonts.ts'

const folder = fileURLToPath(new URL('./pictures/', import.meta.url))
const encode = {
  avif: (image: Sharp) => image.avif({ quality: 52, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 74, effort: 5 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true }),
}

const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)

await mkdir(folder, { recursive: true })
for (const [name, draw] of Object.entries(vectors)) {
  if (isWanted(name)) await writeFile(`${folder}${name}.svg`, draw())
}
const waiting = pictures().filter((picture) => isWanted(picture.slug))
await Promise.all([drawAll(), drawAll()]) // two at a time: each keeps a core busy
if (isWanted('fonts')) await writeFonts()

async function drawAll(): Promise<void> {
  for (let picture = waiting.shift(); picture; picture = waiting.shift()) await write(picture)
}

async function write({ slug, draw, widths, formats = ['avif', 'webp'] }: Picture): Promise<void> {
  const drawn = await sharp(Buffer.from(draw())).png({ compressionLevel: 1 }).toBuffer()
  for (const width of widths) {
    for (const format of formats) {
      await encode[format](sharp(drawn).resize(width)).toFile(`${folder}${slug}-${width}.${format}`)
    }
  }
}
