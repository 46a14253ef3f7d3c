import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { manyFrames, manyScans } from './many-parts.ts'

/** Metadata that must never remain in a stored picture. */
export const CANARY = 'canario-7f3a'

/** `refused`, or the width and height of the stored picture. */
export interface HostileFile {
  says: string
  bytes: Buffer
  filename?: string
  type?: string
  expected: 'refused' | [width: number, height: number]
}

const MEGABYTE = 1024 * 1024
const picture = (width = 300, height = 200) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#2a6b3f',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })

/** Files as people upload them by mistake and on purpose. Make them before this process reads its first picture. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await picture().jpeg().toBuffer()
  const png = await picture().png().toBuffer()
  const webp = await picture().webp().toBuffer()
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><script>alert('${CANARY}')</script></svg>`,
  )
  const html = Buffer.from(`<html><script>alert('${CANARY}')</script></html>`)
  const zip = Buffer.from(`PK\x03\x04${CANARY}`, 'latin1')
  const size: [number, number] = [300, 200]
  return [
    ...refused({
      'a text called .jpg': Buffer.from('Esto no es una foto'),
      'zero bytes': Buffer.alloc(0),
      'one byte': Buffer.from([0xff]),
      'an SVG with a script': svg,
      'a GIF': Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
      'a GIF that is HTML as well': Buffer.concat([Buffer.from('GIF89a/*'), html]),
      'a TIFF': await picture().tiff().toBuffer(),
      'a BMP': bmp(),
      'the beginning of a HEIC': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      'an AVIF': await picture().avif({ effort: 0 }).toBuffer(),
      'a PDF': Buffer.from('%PDF-1.7\n1 0 obj'),
      'an ICO': Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
      'an ELF': Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
      'a page': html,
      'a RIFF that is sound': Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
      'the first bytes of a JPEG and nothing': Buffer.from([0xff, 0xd8, 0xff]),
      'the first bytes of a JPEG and a page': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html]),
      'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
      'a JPEG without its last twentieth': jpeg.subarray(0, Math.floor(jpeg.length * 0.95)),
      'half a PNG': png.subarray(0, png.length / 2),
      'half a WebP': webp.subarray(0, webp.length / 2),
      'a PNG whose pixels are noise': broken(png),
      '5 MB and one byte': Buffer.concat([jpeg, Buffer.alloc(5 * MEGABYTE + 1 - jpeg.length)]),
      '20 MB': Buffer.concat([jpeg, Buffer.alloc(20 * MEGABYTE)]),
      'a bomb of 400 million pixels': flatPng(20_000, 20_000),
      'a PNG that claims four billion pixels': flatPng(60_000, 70_000, Buffer.alloc(10)),
      'a PNG that claims more than a number holds': flatPng(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10)),
      'a PNG without pixels': flatPng(0, 100, Buffer.alloc(10)),
      'fifty million pixels and one row': flatPng(10_000, 5_001),
      'a JPEG of 101 scans': await manyScans({ side: 64, scans: 101 }),
      'a JPEG of 101 scans after a preview in EXIF': withSegment(
        await manyScans({ side: 64, scans: 101 }),
        0xe1,
        Buffer.concat([Buffer.from('Exif\0\0'), jpeg.subarray(0, 10_000)]),
      ),
      'a JPEG of 38 megapixels and 60,000 scans': await manyScans({ side: 6_144, scans: 60_000 }),
      'a WebP of 1,001 frames': await manyFrames(1_001),
      'a WebP of 90,000 frames': await manyFrames(90_000),
      'one pixel': flatPng(1, 1),
      'a line of 10000 by 10': flatPng(10_000, 10),
    }),
    { says: 'an SVG renamed', bytes: svg, filename: 'foto.png', type: 'image/png', expected: 'refused' },
    ...cleaned({
      'exactly 5 MB': [Buffer.concat([jpeg, Buffer.alloc(5 * MEGABYTE - jpeg.length)]), size],
      'fifty million pixels': [flatPng(10_000, 5_000), [1600, 800]],
      'a JPEG with a page behind it': [Buffer.concat([jpeg, html]), size],
      'a JPEG with a ZIP behind it': [Buffer.concat([jpeg, zip]), size],
      'a JPEG with a page in its comment': [withSegment(jpeg, 0xfe, html), size],
      'a PNG with a page behind it': [Buffer.concat([png, html]), size],
      'a WebP with a page behind it': [Buffer.concat([webp, html]), size],
      'GPS, a name and a preview in EXIF': [await located(), size],
      'XMP in a JPEG': [
        withSegment(
          jpeg,
          0xe1,
          Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${CANARY}</x:xmpmeta>`),
        ),
        size,
      ],
      'XMP in a WebP': [await picture().withXmp(xmp()).webp().toBuffer(), size],
      IPTC: [withSegment(jpeg, 0xed, iptc()), size],
      'ICC of another space': [await picture().withIccProfile('p3').jpeg().toBuffer(), size],
      'lying on its side': [
        await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
        [400, 800],
      ],
      'mirrored and lying': [
        await picture(800, 400).withMetadata({ orientation: 5 }).jpeg().toBuffer(),
        [400, 800],
      ],
      CMYK: [await picture().toColourspace('cmyk').jpeg().toBuffer(), size],
      'sixteen bits': [await picture().toColourspace('rgb16').png().toBuffer(), size],
      grey: [await picture().greyscale().jpeg().toBuffer(), size],
      'a palette': [await picture().png({ palette: true }).toBuffer(), size],
      interlaced: [await picture().png({ progressive: true }).toBuffer(), size],
      progressive: [await picture().jpeg({ progressive: true }).toBuffer(), size],
      transparent: [await picture().ensureAlpha(0.5).png().toBuffer(), size],
      'an animated WebP': [await animated(), [64, 64]],
      'a PNG with a text that unpacks to 100 MB': [withChunk(png, 'zTXt', packed('Comment', 100)), size],
      'a PNG with an own text': [withChunk(png, 'tEXt', Buffer.from(`Comment\0${CANARY}`)), size],
      'a PNG with a profile that unpacks to 100 MB': [withChunk(png, 'iCCP', packed('profile', 100)), size],
      'a JPEG of 100 scans': [await manyScans({ side: 64, scans: 100 }), [64, 64]],
      'a WebP of 1,000 frames': [await manyFrames(1_000), [16, 16]],
      'narrow and tall': [flatPng(10, 2_000), [10, 2_000]],
    }),
    ...renamed(jpeg, size),
  ]
}

function refused(files: Record<string, Buffer>): HostileFile[] {
  return Object.entries(files).map(([says, bytes]) => ({ says, bytes, expected: 'refused' }))
}

function cleaned(files: Record<string, [Buffer, [number, number]]>): HostileFile[] {
  return Object.entries(files).map(([says, [bytes, expected]]) => ({ says, bytes, expected }))
}

/** The same valid photo under meaningless names and types. */
function renamed(bytes: Buffer, expected: [number, number]): HostileFile[] {
  const names = {
    'a name that leaves the folder': '../../../../etc/passwd',
    'a name with a NUL': 'a\0.jpg',
    'a name of a program': 'foto.jpg.php',
    'a name of 4000 letters': 'a'.repeat(4_000),
    'a name in Unicode': '📷‮gpj.exe',
    'a name of Windows': 'C:\\Windows\\win.ini',
  }
  const types = [
    'text/html',
    'image/svg+xml',
    'application/x-php',
    'image/gif',
    'application/json',
    'nonsense',
  ]
  return [
    ...Object.entries(names).map(([says, filename]) => ({ says, filename, bytes, expected })),
    ...types.map((type) => ({ says: `a photo sent as ${type}`, type, bytes, expected })),
  ]
}

/** One bit a pixel, all black: large in pixels, small in bytes. */
function flatPng(
  width: number,
  height: number,
  pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Inserts a chunk after the header of a PNG. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

function packed(name: string, megabytes: number): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0\0`), deflateSync(Buffer.alloc(megabytes * MEGABYTE))])
}

/** Inserts a segment after the first marker of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

function iptc(): Buffer {
  const caption = Buffer.from(CANARY)
  const record = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, caption.length]), caption])
  const resource = Buffer.concat([
    Buffer.from('8BIM\x04\x04\0\0\0\0\0', 'latin1'),
    Buffer.from([record.length]),
    record,
  ])
  return Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource])
}

function xmp(): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${CANARY}</rdf:Description></rdf:RDF></x:xmpmeta>`
}

function located(): Promise<Buffer> {
  return picture()
    .withExif({
      IFD0: { Copyright: CANARY, Artist: CANARY },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '31/1 25/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '64/1 11/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()
}

function animated(): Promise<Buffer> {
  const frames = Buffer.alloc(64 * 128 * 3, 90)
  return sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
    .webp({ delay: [100, 100], loop: 0 })
    .toBuffer()
}

/** Replaces everything between the header and the end, with valid checksums: only the pixels are wrong. */
function broken(png: Buffer): Buffer {
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('IDAT', Buffer.alloc(2_000, 0xa5)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function bmp(): Buffer {
  const bytes = Buffer.alloc(54 + 12)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(2, 18)
  bytes.writeInt32LE(2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}
