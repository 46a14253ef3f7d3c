/** `npm run demo:draw`: draws every picture of the demo shop, or only those that are named, subsets the fonts, and outlines the letters of previews. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { type Picture, pictures, vectors } from './pictures.ts'
import { writeLetters } from './letters.ts'
import { writeFonts } from './web-fonts.ts'

/** Pictures that the demo uploads into the shop. */
const uploads = fileURLToPath(new URL('../demo/pictures', import.meta.url))
/** Pictures of the site itself, in any shop: served as they are. */
const site = fileURLToPath(new URL('../src/web/public', import.meta.url))
/** Files that browsers and messengers request by a fixed name. */
const LOOSE: Record<string, string> = {
  'compartir-1200.jpg': 'pictures/surbrote/1200.jpg',
  'icono-180.png': 'apple-touch-icon.png',
}

type Quality = Record<'avif' | 'webp', number>
const SITE: Quality = { avif: 52, webp: 74 }
/** There are many of them, so they are compressed as far as looks acceptable. */
const DEMO: Quality = { avif: 44, webp: 48 }

/** The widest pictures are for dense screens, where compression shows less. */
function qualityOf(width: number, { avif, webp }: Quality): Quality {
  return width === 1000 ? { avif: avif - 5, webp: webp - 8 } : { avif, webp }
}

const encode = {
  avif: (image: Sharp, { avif }: Quality) => image.avif({ quality: avif, effort: 3 }),
  webp: (image: Sharp, { webp }: Quality) => image.webp({ quality: webp, effort: 6 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: true }),
  png: (image: Sharp) => image.png({ palette: true }),
}

const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)

await mkdir(uploads, { recursive: true })
for (const [name, draw] of Object.entries(vectors)) {
  if (isWanted(name))
    await writeFile(path.join(site, name === 'favicon' ? '' : 'pictures', `${name}.svg`), draw())
}
const waiting = pictures().filter((picture) => isWanted(picture.slug))
await Promise.all([drawAll(), drawAll()]) // two at a time: each keeps a core busy
if (isWanted('fonts')) await writeFonts()
if (isWanted('letters')) await writeLetters()

async function drawAll(): Promise<void> {
  for (let picture = waiting.shift(); picture; picture = waiting.shift()) await write(picture)
}

async function write({
  slug,
  draw,
  widths,
  formats = ['avif', 'webp'],
  isOfSite = false,
  withoutWebp = [],
}: Picture): Promise<void> {
  const drawn = await sharp(Buffer.from(draw())).png({ compressionLevel: 1 }).toBuffer()
  for (const width of widths) {
    const quality = qualityOf(width, isOfSite ? SITE : DEMO)
    for (const format of formats) {
      if (format === 'webp' && withoutWebp.includes(width)) continue
      const file = isOfSite
        ? await placeOnSite(slug, `${width}.${format}`)
        : path.join(uploads, `${slug}-${width}.${format}`)
      await encode[format](sharp(drawn).resize(width), quality).toFile(file)
    }
  }
}

async function placeOnSite(slug: string, file: string): Promise<string> {
  const loose = LOOSE[`${slug}-${file}`]
  if (loose !== undefined) return path.join(site, loose)
  const folder = path.join(site, 'pictures', slug)
  await mkdir(folder, { recursive: true })
  return path.join(folder, file)
}
