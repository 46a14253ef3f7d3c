import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { upload } from '../../../test/support/calls/multipart.ts'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" fill="#7a1f4b"/></svg>'

describe('the logo of a shop and its icons', () => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop('embedded', { publicUrl: 'https://delta.example' })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const get = (url: string) => shop.app.inject({ method: 'GET', url })
  const send = (body: Buffer, type = 'image/svg+xml') =>
    upload(admin, body, { preset: 'logo', filename: 'logo', type })
  const picture = (width: number, height: number, background = '#7a1f4b') =>
    sharp({ create: { width, height, channels: 3, background } })
  const saved = async (settings: object) => expect((await admin.put('/settings/', settings)).status).toBe(200)
  /** The colour of the centre pixel. */
  const middleOf = async (url: string) => {
    const { data, info } = await sharp((await get(url)).rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
    return [info.width, info.height, [...data.subarray(at, at + 3)]]
  }

  it('without one, the icons are the drawn mark in the accent', async () => {
    expect((await get('/favicon.svg')).body).toContain('fill="#1b4d35"')
    await saved({ accent_light: '#7a1f4b' })
    const icon = await get('/favicon.svg')
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
    expect(icon.headers['content-security-policy']).toBe("default-src 'none'; img-src data:; sandbox")
    expect(icon.body).toContain('fill="#7a1f4b"')
    expect(await middleOf('/apple-touch-icon.png')).toEqual([180, 180, [0x7a, 0x1f, 0x4b]])
    const ico = await get('/favicon.ico')
    expect(ico.headers['content-type']).toBe('image/x-icon')
    // One entry of 32 × 32, whose PNG begins after the header.
    expect([...ico.rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    expect((await sharp(ico.rawPayload.subarray(22)).metadata()).width).toBe(32)
    const [width, height] = await middleOf('/og.jpg')
    expect([width, height]).toEqual([1200, 630])
  })

  it('an SVG is redrawn, and drawn as PNG for icons and mails', async () => {
    const sent = await send(Buffer.from(SVG))
    expect(sent).toMatchObject({ status: 201, body: { width: 600, height: 200 } })
    const logo = sent.body.secure_url
    expect(logo).toMatch(/^\/media\/logo\/[\w-]+-600x200\/600\.svg$/)
    await saved({ logo, shop_name: 'Semillas del Delta', ground_light: '#fff8f0' })
    expect((await get(logo)).body).toBe(SVG)
    const asPng = await get(logo.replace('.svg', '.png'))
    expect([asPng.statusCode, (await sharp(asPng.rawPayload).metadata()).width]).toEqual([200, 600])
    expect((await get('/favicon.svg')).body).toBe(SVG)
    for (const [name, side] of Object.entries({
      'apple-touch-icon.png': 180,
      'icon-192.png': 192,
      'icon-512.png': 512,
    }))
      expect(await middleOf(`/${name}`)).toEqual([side, side, [0x7a, 0x1f, 0x4b]])
    expect((await get('/api/settings/')).json()).toMatchObject({ logo, share_picture: '/og.jpg' })
  })

  it('are read from the store once, for any number of requests', async () => {
    await saved({ accent_light: '#245a2b' })
    const read = vi.spyOn(shop.shop.files, 'read')
    const names = ['favicon.svg', 'apple-touch-icon.png', 'icon-192.png']
    for (let time = 0; time < 3; time += 1)
      await Promise.all(names.map(async (name) => expect((await get(`/${name}`)).statusCode).toBe(200)))
    expect(read).toHaveBeenCalledTimes(names.length)
    read.mockRestore()
    await saved({ accent_light: '#7a1f4b' })
  })

  it('the manifest has the name and the colours', async () => {
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect(manifest.json()).toMatchObject({
      name: 'Semillas del Delta',
      theme_color: '#7a1f4b',
      background_color: '#fff8f0',
    })
    for (const { src } of manifest.json().icons) expect((await get(src)).statusCode).toBe(200)
  })

  it('a PNG or WebP is stored as a PNG with its proportions', async () => {
    const sent = await send(await picture(800, 1000).webp().toBuffer(), 'image/webp')
    expect(sent).toMatchObject({ status: 201, body: { width: 480, height: 600 } })
    await saved({ logo: sent.body.secure_url })
    expect((await get('/favicon.svg')).body).toContain('data:image/png;base64,')
  })

  it.each([
    ['a script', Buffer.from(SVG.replace('<rect', '<script>x</script><rect')), '«script»'],
    ['entities', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`), 'entidades'],
    ['a shape for no head', Buffer.from(SVG.replace('300 100', '3000 100')), 'demasiado angosto'],
    ['words', Buffer.from('logo'), 'El logo va en SVG, PNG o WebP'],
  ])('refuses a logo with %s, in Spanish', async (_, body, reason) => {
    const refused = await send(body)
    expect(refused.status).toBe(400)
    expect(refused.body.errors.file[0]).toContain(reason)
  })

  it('refuses a logo of too many bytes or pixels, and stores nothing of it', async () => {
    const stored = async () => (await shop.shop.db.selectFrom('uploads').select('id').execute()).length
    const before = await stored()
    const bytes = await send(Buffer.alloc(2_097_153, '<svg '), 'image/svg+xml')
    expect([bytes.status, bytes.body.error]).toEqual([413, 'La imagen no debe superar los 2MB'])
    const bomb = await picture(16_000, 4_000).png({ compressionLevel: 9 }).toBuffer()
    const pixels = await send(bomb, 'image/png')
    expect([pixels.status, pixels.body.error]).toEqual([400, expect.stringMatching(/imagen|píxeles/)])
    const shapes = '<rect width="1" height="1"/>'.repeat(60_000)
    const crowd = await send(Buffer.from(SVG.replace('<rect', `${shapes}<rect`)))
    expect([crowd.status, crowd.body.error]).toEqual([400, expect.stringContaining('SVG')])
    expect(await stored()).toBe(before)
  })

  it('refuses photos, small pictures and pictures of another purpose', async () => {
    expect((await send(await jpeg(), 'image/jpeg')).body.error).toBe('El logo va en SVG, PNG o WebP')
    const small = await send(await picture(511, 200).png().toBuffer(), 'image/png')
    expect(small).toMatchObject({ status: 400, body: { error: expect.stringContaining('512 píxeles') } })
    const drawing = await upload(admin, Buffer.from(SVG), { preset: 'product', type: 'image/svg+xml' })
    expect(drawing.body.code).toBe('UNSUPPORTED_TYPE')
    const before = (await get('/api/settings/')).json()
    const foreign = await admin.put('/settings/', { shop_name: 'Otra', logo: '/media/product/x/600.svg' })
    expect(foreign.status).toBe(400)
    expect((await get('/api/settings/')).json()).toEqual(before)
  })
})
