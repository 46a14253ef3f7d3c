import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openSourceRenderer } from '../../../test/support/servers/source-renderer.ts'
import { saveSettings } from './settings.ts'

describe.each(enginesOf(import.meta.filename))('legal data of the shop on %s', (engine) => {
  let shop: TestShop
  let renderer: Awaited<ReturnType<typeof openSourceRenderer>>
  beforeAll(async () => {
    renderer = await openSourceRenderer()
    shop = await openShop(engine, { renderer })
  })
  afterAll(async () => {
    await shop.close()
    renderer.close()
  })

  const legalLinks = async () => {
    const { body } = await shop.app.inject('/')
    return /<nav class="legal-links".*?<\/nav>/s.exec(body)?.[0] ?? ''
  }

  it('shows only filled fields below the footer', async () => {
    const admin = await shop.signIn({ admin: true })
    expect(await legalLinks()).toContain('Botón de arrepentimiento')
    expect(await legalLinks()).not.toMatch(/CUIT|Defensa|Data Fiscal|seller/)
    const legal = {
      legal_name: 'Delta <b>SRL</b>',
      cuit: '20-12345678-6',
      consumer_url: 'https://a.example/r',
    }
    const saved = await admin.put('/settings/', legal)
    expect(saved).toMatchObject({ status: 200, body: { ...legal, cuit: '20123456786' } })
    await expect.poll(legalLinks).toContain('Delta &lt;b&gt;SRL&lt;/b&gt; · CUIT 20-12345678-6')
    expect(await legalLinks()).toMatch(/href="https:\/\/a\.example\/r"[^>]*>Defensa del Consumidor/)
    expect(await legalLinks()).not.toMatch(/Data Fiscal|Atención/)
  })

  it.each([
    [{ cuit: '20-12345678-5' }],
    [{ cuit: '123' }],
    [{ consumer_url: 'javascript:alert(1)' }],
    [{ data_fiscal_url: 'http://a.example' }],
    [{ legal_name: 'x'.repeat(121) }],
    [{ service_hours: 'a\nb' }],
  ])('refuses %j', async (wrong) => {
    await expect(saveSettings({ shop: shop.shop, body: wrong })).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})
