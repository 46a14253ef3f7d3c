import { buffer } from 'node:stream/consumers'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CANARY, type HostileFile, hostileFiles } from '../../../test/support/hostile-inputs/hostile-files.ts'
import { upload } from '../../../test/support/calls/multipart.ts'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'

// At the top level, as each is a test and must exist before this process reads its first picture.
const files = await hostileFiles()

describe('POST /uploads/ with hostile files', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop('embedded')
  })
  afterAll(() => shop.close())

  it('has many files', () => {
    expect(files.length).toBeGreaterThanOrEqual(60)
    expect(new Set(files.map(({ says }) => says)).size).toBe(files.length)
  })

  it.each(files)('$says', async (file: HostileFile) => {
    const { says: _, bytes, expected, ...sent } = file
    const started = performance.now()
    const reply = await upload(shop.anonymous, bytes, sent)
    expect(performance.now() - started).toBeLessThan(5_000)
    if (expected === 'refused') await expectRefused(reply)
    else await expectClean(reply, expected)
    expect(await readdir(join(shop.shop.config.dataDir, 'incoming'))).toEqual([])
  })

  async function expectRefused({ status, body }: Awaited<ReturnType<typeof upload>>) {
    expect([400, 413, 415]).toContain(status)
    expect(body.error).toMatch(/imagen/)
    expect(body).not.toHaveProperty('id')
  }

  async function expectClean(
    { status, body }: Awaited<ReturnType<typeof upload>>,
    [width, height]: [number, number],
  ) {
    expect([status, body.width, body.height]).toEqual([201, width, height])
    const keys = await shop.shop.files.list(`warranty/${body.id}/`)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      const stored = await shop.shop.files.read(key)
      if (!stored) throw new Error(`No file ${key}`)
      const bytes = await buffer(stored.stream)
      expect(bytes.includes(CANARY)).toBe(false)
      const facts = await sharp(bytes).metadata()
      expect(facts).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar' })
      for (const trace of [
        'exif',
        'xmp',
        'iptc',
        'icc',
        'comments',
        'orientation',
        'pages',
        'tifftagPhotoshop',
      ]) {
        expect(facts[trace as keyof typeof facts], trace).toBeUndefined()
      }
    }
  }
})
