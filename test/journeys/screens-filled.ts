import type { APIRequestContext, Page } from '@playwright/test'
import { asAdmin } from './people.ts'
import { SEEN_BY, type Viewer } from './screens.ts'
import { arriveAs, expect, mailedCode } from './stories.ts'

/** What the demo leaves empty: a published page of text, a regret, a request for access. Once a process. */
export function fillForLooks(request: APIRequestContext): Promise<void> {
  filled ??= fill(request)
  return filled
}

let filled: Promise<void> | undefined

/** May run in several processes. */
export async function publishTerms(request: APIRequestContext): Promise<void> {
  await asAdmin(request, async (headers) => {
    const data = {
      title: 'Términos y condiciones',
      body: '## Pedidos\n\nSe acuerdan **después** de pedir.\n\n- [Garantía](/garantia)',
      is_published: true,
      is_accepted: true,
      version: 0,
    }
    const saved = await request.put('/api/pages/terminos/', { headers, data })
    // Another process was first.
    expect([200, 409]).toContain(saved.status())
  })
}

async function fill(request: APIRequestContext): Promise<void> {
  await publishTerms(request)
  const person = { name: 'Irupé Sosa', email: 'irupe@correo.example', order_number: '1' }
  const regret = { ...person, reason: 'Me equivoqué de variedad' }
  expect((await request.post('/api/regret-requests/', { data: regret })).status()).toBe(201)
  const email = `miradas.${Date.now().toString(36)}@correo.example`
  const asked = { email, first_name: 'Irupé', last_name: 'Sosa', adult: true, terms: true }
  await request.post('/api/auth/access-requests/', { data: asked })
  const code = await mailedCode(email)
  const confirmed = await request.post('/api/auth/access-requests/verify/', { data: { email, code } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
}

/** The first visit, which also fetches the fonts; a customer has something in the cart. */
export async function arriveAsViewer(page: Page, viewer: Viewer): Promise<void> {
  const who = SEEN_BY[viewer]
  if (who === undefined) await page.goto('/')
  else await arriveAs(page, who, '/')
  if (viewer === 'customer') await fillCart(page)
}

/** A product in the cart, as somebody who sees prices. */
export async function fillCart(page: Page): Promise<void> {
  await page.goto('/productos?search=camalote')
  await page.getByRole('button', { name: /^Agregar .*Camalote Auto al carrito$/ }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
}

/** Until the screen has its data and its fonts. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], [data-old]')).toHaveCount(0)
  await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
