import sharp from 'sharp'

/** A grey progressive JPEG with so many scans; those that are added say of every block that it is empty, in few bytes. */
export async function manyScans({ side, scans }: { side: number; scans: number }): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })
    .greyscale()
    .jpeg({ progressive: true, quality: 50 })
    .toBuffer()
  const own = jpeg.toString('latin1').split('\xff\xda').length - 1
  const scan = emptyScan(Math.ceil(side / 8) ** 2)
  return Buffer.concat([
    jpeg.subarray(0, -2),
    HUFFMAN_TABLE,
    ...Array.from({ length: scans - own }, () => scan),
    jpeg.subarray(-2),
  ])
}

/** Code 0 is a run of at least 2^14 empty blocks, 14 bits more of its length follow; code 10 is one empty block. */
const HUFFMAN_TABLE = Buffer.from([
  0xff,
  0xc4,
  0,
  21,
  0x10,
  1,
  1,
  ...Array.from({ length: 14 }, () => 0),
  0xe0,
  0,
])
const RUN = 2 ** 14

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf G.1.2.2 */
function emptyScan(blocks: number): Buffer {
  const runs = Math.floor(blocks / RUN)
  const bits = '0'.repeat(15 * runs) + '10'.repeat(blocks % RUN)
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes = (padded.match(/.{8}/g) ?? []).flatMap((byte) =>
    byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)],
  )
  return Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, ...bytes])
}

/** An animated WebP with so many equal frames of 16 by 16 pixels. */
export async function manyFrames(count: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#777' } })
    .webp({ lossless: true })
    .toBuffer()
  const size = [15, 0, 0, 15, 0, 0]
  const frame = chunk(
    'ANMF',
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...size, 100, 0, 0, 0]), still.subarray(12)]),
  )
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from([2, 0, 0, 0, ...size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: count }, () => frame),
  ])
  return chunk('RIFF', content)
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
