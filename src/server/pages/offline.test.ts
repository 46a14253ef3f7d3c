import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openSourceRenderer } from '../../../test/support/servers/source-renderer.ts'
import { OFFLINE_PAGE, OFFLINE_WORKER } from '../../contract/offline.ts'

describe('the worker and its page', () => {
  let shop: TestShop
  let admin: Client
  let renderer: Awaited<ReturnType<typeof openSourceRenderer>>
  beforeAll(async () => {
    renderer = await openSourceRenderer()
    shop = await openShop('embedded', { renderer })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(async () => {
    await shop.close()
    renderer.close()
  })

  const get = (url: string, headers = {}) => shop.app.inject({ method: 'GET', url, headers })
  const rename = async (shop_name: string) =>
    expect((await admin.put('/settings/', { shop_name })).status).toBe(200)

  it('the worker is revalidated each time and may only ask this shop', async () => {
    const worker = await get(OFFLINE_WORKER)
    expect(worker.statusCode).toBe(200)
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    expect(worker.body.length).toBeLessThan(3_000)
    const again = await get(OFFLINE_WORKER, { 'if-none-match': String(worker.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('the page is one file with the name of the shop, the same for everybody', async () => {
    await rename('Semillas <del> Litoral')
    const page = await get(OFFLINE_PAGE)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('SEMILLAS &lt;DEL&gt; LITORAL')
    expect(page.body).toContain('<meta name="robots" content="noindex">')
    expect(page.body).not.toMatch(/<(?:script|img)[^>]* src=|rel="stylesheet"|@import|url\(/)
    expect((await get(OFFLINE_PAGE, { cookie: 'ageVerified=true; browserKey=one' })).body).toBe(page.body)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; /)
  })

  it('the page has the colours of the shop, allowed by its own policy', async () => {
    const before = await get(OFFLINE_PAGE)
    expect((await admin.put('/settings/', { accent_light: '#7a1f4b', ground_dark: '#1f1a2e' })).status).toBe(
      200,
    )
    const page = await get(OFFLINE_PAGE)
    const style = /<style>(.*)<\/style>/s.exec(page.body)?.[1] ?? ''
    expect(style).toContain('--primary:#7a1f4b')
    expect(style).toContain('--bg:#1f1a2e')
    expect(style).not.toContain('url(')
    for (const { body, headers } of [before, page]) {
      const [, own = ''] = /<style>(.*)<\/style>/s.exec(body) ?? []
      const hash = createHash('sha256').update(own).digest('base64')
      expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    }
    const kept = await get(OFFLINE_PAGE, { 'if-none-match': String(page.headers.etag) })
    expect([kept.statusCode, kept.headers['content-security-policy']]).toEqual([
      304,
      page.headers['content-security-policy'],
    ])
  })

  it('another name of the shop makes another worker, so that browsers fetch the page again', async () => {
    const before = (await get(OFFLINE_WORKER)).body
    await rename('Otro nombre')
    const after = (await get(OFFLINE_WORKER)).body
    expect(after).not.toBe(before)
    expect((await get(OFFLINE_WORKER)).body).toBe(after)
  })
})
