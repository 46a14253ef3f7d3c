import type { Page } from '@playwright/test'
import { DESK, expect, PHONE, test } from './stories.ts'

/** The shop without scripts: pages, links and forms work. Prices, cart and account need scripts. */
test.use({ javaScriptEnabled: false })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const products = (page: Page) => page.locator('.product-grid a[href^="/producto/"]')

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESK],
] as const) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport })

    test('age gate, filters, search and pagination work', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('heading', { name: 'GENÉTICAS DESTACADAS' })).toBeVisible()
      await expect(
        page.getByRole('region', { name: 'GENÉTICAS DESTACADAS' }).getByRole('article'),
      ).toHaveCount(3)
      await expect(page.getByText(/Somos un criadero argentino/).first()).toBeVisible()

      await page
        .getByRole('navigation', { name: 'Principal' })
        .getByRole('link', { name: 'CATALOGO' })
        .click()
      await expect(heading(page, 'Catálogo de semillas')).toBeVisible()
      await expect(products(page)).toHaveCount(6)
      const first = await products(page).first().textContent()
      await page
        .getByRole('navigation', { name: 'Paginación' })
        .getByRole('link', { name: /2/ })
        .first()
        .click()
      await expect(page).toHaveURL(/page=2/)
      await expect(products(page)).toHaveCount(6)
      expect(await products(page).first().textContent()).not.toBe(first)

      await page.getByRole('button', { name: 'Automáticas' }).click()
      await expect(page).toHaveURL(/category=automaticas/)
      await expect(products(page).filter({ hasText: 'Auto' }).first()).toBeVisible()
      await expect(page.getByText('Puna Violeta')).toHaveCount(0)
      await page.getByRole('button', { name: 'MERCHANDISING' }).click()
      await expect(page).toHaveURL(/\/merch/)
      await expect(page.getByText('Remera Surbrote').first()).toBeVisible()

      await page.goto('/productos')
      const search = page.getByRole('main').getByRole('searchbox')
      await search.fill('lapacho')
      await search.press('Enter')
      await expect(page).toHaveURL(/search=lapacho/)
      await products(page).filter({ hasText: 'Lapacho Rosa' }).click()
      await expect(heading(page, 'Lapacho Rosa')).toBeVisible()
      await expect(page.getByText('Descripción').first()).toBeVisible()
      await expect(page.getByText('CBD')).toBeHidden()
      await page.getByText('Ficha técnica completa').click()
      await expect(page.getByText('CBD')).toBeVisible()
      for (const fact of ['THC', 'X3', 'SEMILLAS'])
        await expect(page.getByText(fact, { exact: false }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Envíos y pagos' }).first()).toBeVisible()
      const question = page.getByRole('link', { name: 'Preguntar por WhatsApp' })
      await expect(question).toHaveAttribute('href', /text=Hola.*Lapacho%20Rosa/)
      expect(await page.locator('.product-info').textContent()).toMatch(/\S{4,}/)
      await page.getByRole('main').getByRole('link', { name: 'Pedí acceso' }).click()
      await expect(heading(page, 'Pedir acceso')).toBeAttached()
    })

    test('trophies and guide work, pages that need an account say so', async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'ageVerified', value: 'true', url: baseURL ?? '' }])
      await page.goto('/trofeos')
      await expect(heading(page, /./)).toBeVisible()
      await expect(page.getByText('Copa del Litoral').first()).toBeVisible()
      await page.goto('/como-germinar')
      await expect(heading(page, /Germinaci/)).toBeVisible()
      for (const fact of ['24–48 h', '20–25 °C', '24–72 h', '1–2 cm']) {
        await expect(page.getByText(fact, { exact: true })).toBeVisible()
      }
      await page.goto('/carrito')
      expect(await page.content()).toContain('El carrito se guarda en este navegador y necesita JavaScript.')
      for (const path of [
        '/carrito',
        '/garantia',
        '/mi-cuenta',
        '/login',
        '/registro',
        '/recuperar',
        '/entrar',
        '/invitacion',
      ]) {
        await page.goto(path)
        // By selector: Playwright finds no text inside a noscript element.
        await expect(page.locator('main noscript p').first(), path).toBeInViewport()
        await expect(page.locator('.skeleton').filter({ visible: true }), path).toHaveCount(0)
      }
      const missing = await page.goto('/producto/999999')
      expect(missing?.status()).toBe(404)
      await page.getByRole('main').getByRole('searchbox').fill('puna')
      await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click()
      await expect(products(page).filter({ hasText: 'Puna Violeta' })).toBeVisible()
    })
  })
}

test('the style sheet loads the fonts that scripts load otherwise', async ({ page }) => {
  const fonts: string[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  for (const [name, path] of [
    ['faustina-italic', '/producto/1'],
    ['chivo-mono', '/como-germinar'],
  ] as const) {
    await page.goto(path)
    await expect.poll(() => fonts.filter((file) => file.includes(name)).length, name).toBe(1)
  }
})
