import type { Locator, Page } from '@playwright/test'
import { answersOf, walk } from './answers.ts'
import { confirmedAge, DESK, expect, forgive, PHONE, signIn, test } from './stories.ts'

/** Where the focus is after what was pressed is gone, and what Back does while something lies over the screen. */
test.beforeEach(({ page }) => confirmedAge(page))

const countLine = (page: Page) => page.locator('.catalogue-count')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a half-typed password is shown by the first press', async ({ page }) => {
    await page.goto('/login')
    const password = page.getByLabel('Contraseña', { exact: true })
    for (const press of ['click', 'tap'] as const) {
      await page.reload()
      await password.pressSequentially('abc')
      await page.getByRole('button', { name: 'Mostrar contraseña' })[press]()
      await expect(password, press).toHaveAttribute('type', 'text')
      await expect(password, press).toBeFocused()
    }
  })

  test('a search of the header in the catalogue leads to the line that counts', async ({ page }) => {
    await page.goto('/productos')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Buscar' }).first().click()
    await header.getByRole('searchbox').fill('lapacho')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?search=lapacho$/)
    await expect(countLine(page)).toBeFocused()
  })

  test('a link of the menu to the screen one is on leads to its heading', async ({ page }) => {
    for (const [address, link, name] of [
      ['/productos?category=limitada', 'CATALOGO', 'Catálogo de semillas'],
      ['/trofeos', 'TROFEOS', /./],
    ] as const) {
      await page.goto(address)
      await page.getByRole('button', { name: 'Menú' }).click()
      await page.getByRole('link', { name: link }).click()
      await expect(heading(page, name)).toBeFocused()
    }
  })

  test('Back closes the filters first, and only then leaves', async ({ page }) => {
    await page.goto('/trofeos')
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('link', { name: 'CATALOGO' }).click()
    await page.getByRole('button', { name: 'Automáticas' }).click()
    await expect(page).toHaveURL(/category=automaticas/)
    const entries = await page.evaluate(() => history.length)
    const filters = page.getByRole('button', { name: /^Filtros/ })
    await filters.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(/category=automaticas/)
    await expect(filters).toBeFocused()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/productos$/)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/\/trofeos$/)
  })

  test('the filters do not stay over another list', async ({ page, complaints }) => {
    await page.goto('/productos')
    await page.getByRole('button', { name: /^Filtros/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // An entry the router did not make, as that of a skip link: it cannot be held.
    await walk(page, '/productos?category=automaticas')
    await expect(page.getByRole('dialog')).toBeHidden()
    forgive(complaints, /use a blocker on a POP navigation/)
    await page.getByRole('button', { name: 'Ediciones Limitadas' }).click()
    await expect(page).toHaveURL(/category=limitada/)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('on a desk', () => {
  test.use({ viewport: DESK })

  test('the arrows of the closer look leave the gallery behind it where it is', async ({ page }) => {
    await page.goto('/producto/1')
    const opener = page.getByRole('button', { name: 'Ampliar imagen 1 de 3' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: /imagen 1 de 3/ })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: /imagen 2 de 3/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
    // Time for a track that has been told to scroll.
    await page.waitForTimeout(500)
    expect(await page.locator('.gallery-track').evaluate((track) => track.scrollLeft)).toBe(0)
    await expect(opener).toBeInViewport()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Ver imagen 2 de 3' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })

  test('Back closes the closer look first, and only then leaves the product', async ({ page }) => {
    // Other stories make products without a picture.
    await page.goto('/productos?search=puna')
    await page.getByRole('article').filter({ hasText: 'Puna Violeta' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/producto\//)
    const product = page.url()
    await page
      .getByRole('button', { name: /^Ampliar imagen/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL(product)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL('/productos?search=puna')
  })

  test('a filter that is taken away hands the focus to the line that counts', async ({ page }) => {
    await page.goto('/productos?category=limitada')
    await page.getByRole('link', { name: /^Quitar filtro/ }).click()
    await expect(page).toHaveURL(/\/productos$/)
    await expect(countLine(page)).toBeFocused()
    await page.goto('/productos?category=limitada&search=a')
    await page.getByRole('link', { name: 'Limpiar filtros' }).first().press('Enter')
    await expect(page).toHaveURL(/\/productos$/)
    await expect(countLine(page)).toBeFocused()
    // The one under an empty list.
    await page.goto('/productos?search=nadaquesellameasi')
    await page.getByRole('link', { name: 'Limpiar filtros' }).click()
    await expect(page).toHaveURL(/\/productos$/)
    await expect(countLine(page)).toBeFocused()
  })

  test('who filters on a later page keeps the focus and the place, who turns the page is led to its top', async ({
    page,
  }) => {
    const place = () => page.evaluate(() => window.scrollY)
    const isThere = async (control: Locator) => {
      await expect(page).not.toHaveURL(/page=/)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(control).toBeFocused()
      expect(await place()).toBe(0)
    }
    await page.goto('/productos?page=3')
    const field = page.getByRole('searchbox', { name: /Buscar por nombre/ })
    await field.pressSequentially('ma')
    await expect(page).toHaveURL('/productos?search=ma')
    await page.keyboard.type('lva')
    await expect(field).toHaveValue('malva')
    await isThere(field)

    const order = page.getByLabel('Orden')
    await page.goto('/productos?page=2')
    await order.focus()
    await order.selectOption('name')
    await isThere(order)
    for (const name of ['Automáticas', 'CATÁLOGO']) {
      await page.goto('/productos?page=2')
      const category = page.getByRole('button', { name, exact: true })
      await category.click()
      await isThere(category)
    }

    await page.getByRole('link', { name: 'Página 2', exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(countLine(page)).toBeFocused()
    await expect.poll(place).toBeGreaterThan(0)
    await expect(countLine(page)).toBeInViewport()
  })

  test('Back after signing in on a product leads to where it was found', async ({ page }) => {
    await page.goto('/productos?search=puna')
    await page.getByRole('article').filter({ hasText: 'Puna Violeta' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/producto\//)
    const product = page.url()
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await signIn(page, 'cliente')
    await expect(page).toHaveURL(product)
    await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
    await expect(heading(page, /./)).toBeFocused()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL('/productos?search=puna')

    // Nothing to go back to: what was asked for takes the place of the login.
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login?redirect=/trofeos')
    await signIn(page, 'cliente')
    await expect(page).toHaveURL(/^[^?]*\/trofeos$/)
  })

  test('a second try that succeeds leaves the focus on the heading', async ({ page, complaints }) => {
    const shop = await answersOf(page)
    await page.goto('/trofeos')
    await shop.fail(/^\/products\//)
    await walk(page, '/productos')
    const retry = page.getByRole('button', { name: 'Reintentar' })
    await expect(retry).toBeVisible()
    await shop.letGo()
    await retry.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(6)
    await expect(heading(page, 'Catálogo de semillas')).toBeFocused()

    await page.goto('/trofeos')
    await page.context().addCookies([{ name: 'cart', value: '1.1.1', url: page.url() }])
    await page.reload()
    await shop.fail(/^\/products\//)
    await walk(page, '/carrito')
    await expect(retry).toBeVisible()
    await shop.letGo()
    await retry.press('Enter')
    await expect(retry).toBeHidden()
    await expect(heading(page, /^Carrito/)).toBeFocused()
    forgive(complaints, /500/)
  })

  test('a product for which the shop has no answer: the focus is on a heading', async ({
    page,
    complaints,
  }) => {
    const shop = await answersOf(page)
    await shop.fail(/^\/products\/\d+\//)
    const links = {
      '/productos': page.getByRole('article').first().getByRole('link').first(),
      '/trofeos': page.getByRole('link', { name: 'Ver Arrope' }),
    }
    for (const [address, link] of Object.entries(links)) {
      await page.goto(address)
      await link.click()
      await expect(page.getByText('Error al obtener el producto')).toBeVisible()
      await expect(heading(page, 'Producto'), address).toBeFocused()
    }
    forgive(complaints, /500/)
  })
})
