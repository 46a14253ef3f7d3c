import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { multipart, postForm, upload } from '../../../test/support/calls/multipart.ts'
import {
  type Client,
  enginesOf,
  openShop,
  type Reply,
  type TestShop,
} from '../../../test/support/open-shop.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'

import type { UploadPreset } from '../db/tables.ts'

const MEGABYTE = 1024 * 1024

/** Uploads a picture, all of it but its last byte until `finish`. */
function holdUpload(client: Client, bytes: Buffer): { answer: Promise<Reply>; finish: () => void } {
  const { payload, headers } = multipart([
    { name: 'upload_preset', body: 'warranty' },
    { name: 'file', filename: 'foto.jpg', type: 'image/jpeg', body: bytes },
  ])
  const body = new PassThrough()
  body.write(payload.subarray(0, -1))
  return {
    answer: client.post('/uploads/', body, headers),
    finish: () => void body.end(payload.subarray(-1)),
  }
}

describe.each(enginesOf(import.meta.filename))('limits of POST /uploads/ on %s', (engine) => {
  let shop: TestShop
  let bytes: Buffer

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set('2026-11-21T12:00:00Z')
    bytes = await jpeg(40, 40)
  })
  afterAll(() => shop.close())

  /** Four at a time, as more are refused before they are counted. */
  async function uploadMany(client: Client, count: number): Promise<Reply[]> {
    const replies: Reply[] = []
    while (replies.length < count)
      replies.push(...(await Promise.all(Array.from({ length: 4 }, () => upload(client, bytes)))))
    return replies
  }

  it('receives four concurrent forms from one address or account', async () => {
    for (const client of [shop.anonymous, await shop.signIn()]) {
      const done: Reply[] = []
      const held = Array.from({ length: 6 }, () => holdUpload(client, bytes))
      const answers = Promise.all(held.map(async ({ answer }) => done.push(await answer)))
      await expect.poll(() => done.length).toBe(2)
      const refused = [...done]
      expect(refused.map(({ status }) => status)).toEqual([429, 429])
      for (const { finish } of held) finish()
      await answers
      expect(done.filter(({ status }) => status === 201)).toHaveLength(4)
      expect(refused[0]?.headers['retry-after']).toBe('5')
      expect(refused[0]?.body).toMatchObject({
        code: 'TOO_MANY_REQUESTS',
        error: 'Todavía se están recibiendo otras imágenes tuyas. Probá de nuevo en unos segundos.',
      })
    }
    shop.clock.advance(60 * 60_000)
  })

  it('accepts twelve an hour from one address, also concurrent ones', async () => {
    const replies = await uploadMany(shop.anonymous, 20)
    expect(replies.filter(({ status }) => status === 201).length).toBe(12)
    const late = replies.find(({ status }) => status === 429)
    expect(late?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(late?.headers['retry-after']).toBe('3600')
    // Refused before anything is received: this body is not even a form.
    const empty = await postForm(shop.anonymous, '/uploads/', [])
    expect(empty.status).toBe(429)
    const rows = await shop.shop.db.selectFrom('throttles').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
    shop.clock.advance(60 * 60_000)
    expect((await upload(shop.anonymous, bytes)).status).toBe(201)
  })

  it('does not count files that are too large, but all others', async () => {
    shop.clock.advance(60 * 60_000)
    for (let i = 0; i < 13; i++)
      expect((await upload(shop.anonymous, Buffer.alloc(6 * MEGABYTE))).status).toBe(413)
    for (let i = 0; i < 12; i++) expect((await upload(shop.anonymous, Buffer.from('texto'))).status).toBe(415)
    expect((await upload(shop.anonymous, bytes)).status).toBe(429)
  })

  it('accepts sixty an hour from an account, whatever its address did', async () => {
    const ana = await shop.signIn()
    const replies = await uploadMany(ana, 64)
    expect(replies.filter(({ status }) => status === 201).length).toBe(60)
    expect(replies.filter(({ status }) => status === 429).length).toBe(4)
  })

  describe('of unused uploads', () => {
    const HOUR = 60 * 60_000
    let admins: Client[]

    beforeAll(async () => {
      admins = [await shop.signIn({ admin: true }), await shop.signIn({ admin: true })]
    })
    beforeEach(async () => {
      shop.clock.advance(HOUR)
      await shop.shop.db.deleteFrom('uploads').execute()
    })

    /** Rows alone, as if so many megabytes had been uploaded so many hours ago. */
    async function uploaded(megabytes: number, hours: number, preset: UploadPreset, user?: Client['user']) {
      const id = `${megabytes}-${hours}-${Math.random().toString(36).slice(2)}`
      const row = { id, preset, width: 1, height: 1, bytes: megabytes * MEGABYTE, claimed_at: null }
      const created_at = new Date(shop.clock.now().getTime() - hours * HOUR)
      const owner = user
        ? { user_id: user.id, owner_hash: null }
        : { user_id: null, owner_hash: Buffer.from(id) }
      await shop.shop.db
        .insertInto('uploads')
        .values({ ...row, ...owner, created_at })
        .execute()
      return id
    }
    const isThere = async (id: string) =>
      (await shop.shop.db.selectFrom('uploads').select('id').where('id', '=', id).execute()).length === 1

    it('leaves room for others when one account has used its share', async () => {
      for (const preset of ['product', 'warranty'] as const) {
        const [one, other] = preset === 'product' ? admins : [await shop.signIn(), shop.anonymous]
        await uploaded(100, 2, preset, one?.user)
        const refused = await upload(one ?? shop.anonymous, bytes, { preset })
        expect([refused.status, refused.body.error]).toEqual([
          429,
          'Subiste demasiadas imágenes que todavía no se usaron. Probá de nuevo mañana.',
        ])
        expect((await upload(other ?? shop.anonymous, bytes, { preset })).status).toBe(201)
      }
    })

    it("makes room by removing the oldest after a day, the uploader's own first", async () => {
      const [one, other] = admins
      const own = await uploaded(100, 25, 'product', one?.user)
      const others = await Promise.all([1, 2, 3, 4].map(() => uploaded(100, 26, 'banner', other?.user)))
      expect((await upload(one ?? shop.anonymous, bytes, { preset: 'product' })).status).toBe(201)
      expect([await isThere(own), await isThere(others[0] ?? '')]).toEqual([false, true])

      const young = await uploaded(200, 2, 'product')
      const claim = await uploaded(90, 27, 'warranty', one?.user)
      expect((await upload(one ?? shop.anonymous, bytes, { preset: 'product' })).status).toBe(201)
      expect(await Promise.all([young, claim, ...others].map(isThere))).toEqual([
        true,
        true,
        false,
        false,
        false,
        false,
      ])
    })

    it('leaves room for accounts when visitors have used theirs', async () => {
      for (const hours of [1, 2, 3, 4]) await uploaded(100, hours, 'warranty')
      const { status, body } = await upload(shop.anonymous, bytes)
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
      expect((await upload(await shop.signIn(), bytes)).status).toBe(201)
    })

    it('refuses when all of it is younger', async () => {
      await uploaded(500, 23, 'product')
      const { status, body } = await upload(admins[0] ?? shop.anonymous, bytes, { preset: 'product' })
      expect([status, body.error]).toEqual([
        503,
        'Hay demasiadas imágenes sin usar en la tienda. Probá de nuevo más tarde.',
      ])
    })
  })
})
