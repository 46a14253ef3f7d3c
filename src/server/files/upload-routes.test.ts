import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipart, type Part, postForm, upload } from '../../../test/support/calls/multipart.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'

const MEGABYTE = 1024 * 1024

describe.each(enginesOf(import.meta.filename))('POST /uploads/ on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client
  let bytes: Buffer

  beforeAll(async () => {
    shop = await openShop(engine)
    ana = await shop.signIn()
    admin = await shop.signIn({ admin: true })
    bytes = await jpeg()
  })
  afterAll(() => shop.close())

  const file = (body: Buffer = bytes): Part => ({ name: 'file', filename: 'a.jpg', type: 'image/jpeg', body })
  const preset = (body = 'warranty'): Part => ({ name: 'upload_preset', body })
  const get = async (url: string) => (await shop.app.inject({ method: 'GET', url })).statusCode

  it('gives visitors an address that is valid for ten minutes', async () => {
    for (const client of [shop.anonymous, ana]) {
      const reply = await upload(client, bytes)
      expect(reply).toMatchObject({ status: 201, body: { width: 300, height: 200 } })
      expect(Object.keys(reply.body).toSorted()).toEqual(['bytes', 'height', 'id', 'secure_url', 'width'])
      const address = reply.body.secure_url
      expect(await get(address)).toBe(200)
      expect(await get(address.split('?')[0])).toBe(404)
      expect(await get(address.replace(/signature=.{5}/, 'signature=AAAAA'))).toBe(404)
      shop.clock.advance(11 * 60_000)
      expect(await get(address)).toBe(404)
    }
  })

  it('stores the owner: the account, or a hash of the address', async () => {
    const row = async (id: string) =>
      shop.shop.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const visitors = await row((await upload(shop.anonymous, bytes)).body.id)
    expect([visitors.user_id, visitors.owner_hash?.length, visitors.claimed_at]).toEqual([null, 32, null])
    expect(visitors.owner_hash?.toString('latin1')).not.toContain('127.0.0.1')
    const anas = await row((await upload(ana, bytes)).body.id)
    expect([anas.user_id, anas.owner_hash]).toEqual([ana.user?.id, null])
  })

  it.each(['product', 'brand', 'banner'])(
    'takes %s from admins only, at an address for ever',
    async (name) => {
      const [visitor, customer, done] = [
        await upload(shop.anonymous, bytes, { preset: name }),
        await upload(ana, bytes, { preset: name }),
        await upload(admin, bytes, { preset: name }),
      ]
      expect([visitor.status, customer.status, done.status]).toEqual([401, 403, 201])
      expect(await get(done.body.secure_url)).toBe(200)
    },
  )

  it('refuses a wrong token instead of treating it as a visitor', async () => {
    const reply = await postForm(shop.anonymous, '/uploads/', [preset(), file()], {
      authorization: `Bearer ${'x'.repeat(43)}`,
    })
    expect(reply.status).toBe(401)
  })

  it.each([
    ['brand', 2, 'La imagen no debe superar los 2MB'],
    ['product', 5, 'La imagen no debe superar los 5MB'],
    ['banner', 5, 'La imagen no debe superar los 5MB'],
    ['warranty', 5, 'La imagen no debe superar los 5MB'],
  ])('accepts %s up to %i MB and not one byte more', async (name, megabytes, text) => {
    const most = Buffer.concat([bytes, Buffer.alloc(megabytes * MEGABYTE - bytes.length)])
    expect((await upload(admin, most, { preset: name })).status).toBe(201)
    const more = await upload(admin, Buffer.concat([most, Buffer.alloc(1)]), { preset: name })
    expect([more.status, more.body.code, more.body.error]).toEqual([413, 'TOO_LARGE', text])
  })

  it('accepts the file before or after its preset, and unknown texts', async () => {
    expect((await postForm(shop.anonymous, '/uploads/', [file(), preset()])).status).toBe(201)
    const more = [preset(), { name: 'folder', body: 'x' }, file()]
    expect((await postForm(shop.anonymous, '/uploads/', more)).status).toBe(201)
  })

  const wrong: [string, () => Part[], number][] = [
    ['no file', () => [preset()], 400],
    ['an empty choice', () => [preset(), { name: 'file', filename: '', body: '' }], 400],
    ['two files', () => [preset(), file(), file()], 400],
    ['another name', () => [preset(), { ...file(), name: 'image' }], 400],
    ['a file without a name', () => [preset(), { name: 'file', body: bytes }], 400],
    ['no preset', () => [file()], 400],
    ['an unknown preset', () => [preset('avatar'), file()], 400],
    ['a preset with a NUL', () => [preset('warranty\0'), file()], 400],
    ['two presets', () => [preset(), preset('brand'), file()], 400],
    ['a preset as a file', () => [{ ...file(), name: 'upload_preset' }, file()], 400],
    [
      'a preset of JSON',
      () => [{ name: 'upload_preset', type: 'application/json', body: '{"a":1}' }, file()],
      400,
    ],
    [
      'a preset of broken JSON',
      () => [{ name: 'upload_preset', type: 'application/json', body: '{' }, file()],
      400,
    ],
    ['a preset of a megabyte', () => [preset('x'.repeat(MEGABYTE)), file()], 413],
    ['a name that is every object’s', () => [preset(), { ...file(), name: '__proto__' }], 400],
    ['a text of that name', () => [preset(), { name: 'constructor', body: 'x' }, file()], 400],
    [
      'a hundred texts',
      () => [...Array.from({ length: 100 }, (_, i) => ({ name: `t${i}`, body: '' })), preset(), file()],
      413,
    ],
    ['nothing', () => [], 400],
  ]
  it.each(wrong)('refuses %s', async (_, parts, status) => {
    const reply = await postForm(shop.anonymous, '/uploads/', parts())
    expect(reply.status).toBe(status)
    expect(reply.body.error).toMatch(/[a-záéíóú]{4}/)
    expect(await readdir(join(shop.shop.config.dataDir, 'incoming'))).toEqual([])
  })

  it('refuses anything but a form, and a truncated form', async () => {
    const { payload, headers } = multipart([preset(), file()])
    const post = async (body: Buffer | object, type?: string) =>
      (await shop.anonymous.post('/uploads/', body, type === undefined ? {} : { 'content-type': type }))
        .status
    expect(await post({ upload_preset: 'warranty' })).toBe(415)
    expect(await post(payload, 'multipart/form-data')).toBe(400)
    expect(await post(payload, 'multipart/form-data; boundary=another')).toBe(400)
    expect(await post(payload, 'multipart/mixed; boundary=x')).toBe(415)
    expect(await post(payload.subarray(0, payload.length / 2), headers['content-type'])).toBe(400)
    expect(await post(payload.subarray(0, 60), headers['content-type'])).toBe(400)
    expect(await post(Buffer.alloc(0), headers['content-type'])).toBe(400)
    expect(await post(randomBytes(5_000), headers['content-type'])).toBe(400)
    expect(await readdir(join(shop.shop.config.dataDir, 'incoming'))).toEqual([])
  })

  it('accepts forms at no other endpoint', async () => {
    expect((await postForm(ana, '/orders/', [preset(), file()])).status).toBe(415)
  })

  it('is documented as a form', async () => {
    const { paths } = (await shop.anonymous.get('/openapi.json')).body
    const { content } = paths['/api/uploads/'].post.requestBody
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(content['multipart/form-data'].schema).toMatchObject({
      required: ['upload_preset', 'file'],
      properties: { file: { type: 'string', format: 'binary' } },
    })
    expect(Object.keys(paths['/api/warranty-claims/'].post.requestBody.content)).toEqual([
      'application/json',
      'multipart/form-data',
    ])
  })

  it('refuses claims’ photos when 500 MB of them are unused, and still takes pictures of the shop', async () => {
    const id = randomBytes(16).toString('base64url')
    const row = {
      id,
      preset: 'warranty',
      width: 1,
      height: 1,
      bytes: 500 * MEGABYTE,
      created_at: shop.clock.now(),
    } as const
    await shop.shop.db.insertInto('uploads').values(row).execute()
    const reply = await upload(shop.anonymous, bytes)
    expect([reply.status, reply.body.code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '600'])
    expect(reply.body.error).toMatch(/imágenes sin usar/)
    expect((await upload(admin, bytes, { preset: 'product' })).status).toBe(201)
    await shop.shop.db
      .updateTable('uploads')
      .set({ claimed_at: shop.clock.now() })
      .where('id', '=', id)
      .execute()
    expect((await upload(shop.anonymous, bytes)).status).toBe(201)
  })
})
