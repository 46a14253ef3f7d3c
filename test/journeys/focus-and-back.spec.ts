import type { Locator, Page } from '@playwright/test'
import { answersOf, walk } from './answers.ts'
import { arriveAs, confirmedAge, DESK, expect, forgive, PHONE, signIn, test } from './stories.ts'

/** Where the focus goes when the focused element is removed, and what Back does while an overlay is open. */
test.beforeEach(({ page }) => confirmedAge(page))

const countLine = (page: Page) => page.locator('.catalogue-count')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** The router blocks Back from the render after the one that shows a dialog: nobody is as quick as a script. */
function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((done) => void requestAnimationFrame(() => setTimeout(done))))
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('the first press of the button shows a half-typed password', async ({ page }) => {
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

  test('a menu link to the current page focuses its heading', async ({ page }) => {
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

  test('Back closes the filters before it leaves the page', async ({ page }) => {
    await page.goto('/trofeos')
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('link', { name: 'CATALOGO' }).click()
    await page.getByRole('button', { name: 'Automáticas' }).click()
    await expect(page).toHaveURL(/category=automaticas/)
    const entries = await page.evaluate(() => history.length)
    const filters = page.getByRole('button', { name: /^Filtros/ })
    await filters.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await nextFrame(page)
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

  test('the filter dialog closes when the list changes', async ({ page, complaints }) => {
    await page.goto('/productos')
    await page.getByRole('button', { name: /^Filtros/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // A history entry that the router did not create, as that of a skip link, cannot be blocked.
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

  test('arrow keys in the zoom do not scroll the gallery behind it', async ({ page }) => {
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
    // Time for the gallery to scroll, if it wrongly does.
    await page.waitForTimeout(500)
    expect(await page.locator('.gallery-track').evaluate((track) => track.scrollLeft)).toBe(0)
    await expect(opener).toBeInViewport()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Ver imagen 2 de 3' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })

  test('Back closes the zoom before it leaves the product', async ({ page }) => {
    // A product with a picture: other tests create some without one.
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

  test('removing a filter moves the focus to the result count', async ({ page }) => {
    await page.goto('/productos?category=limitada')
    await page.getByRole('link', { name: /^Quitar filtro/ }).click()
    await expect(page).toHaveURL(/\/productos$/)
    await expect(countLine(page)).toBeFocused()
    await page.goto('/productos?category=limitada&search=a')
    await page.getByRole('link', { name: 'Limpiar filtros' }).first().press('Enter')
    await expect(page).toHaveURL(/\/productos$/)
    await expect(countLine(page)).toBeFocused()
    // The button of the empty list.
    await page.goto('/productos?search=nadaquesellameasi')
    await page.getByRole('link', { name: 'Limpiar filtros' }).click()
    await expect(page).toHaveURL(/\/productos$/)
    await expect(countLine(page)).toBeFocused()
  })

  test('filtering keeps focus and scroll position, turning the page scrolls to the top', async ({ page }) => {
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

  test('Back from a product shows the list where it was left', async ({ page }) => {
    await confirmedAge(page)
    await page.goto('/productos')
    await page.evaluate(() => window.scrollTo(0, 800))
    const last = page.getByRole('main').getByRole('article').last().getByRole('link').first()
    await last.evaluate((link) => (link as HTMLElement).click())
    await expect(page).toHaveURL(/\/producto\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Catálogo de semillas' })).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(800)
    // Another document begins at its top, the same one stays where it was.
    await page.reload()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(800)
    await page.goto('/trofeos')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('Back after signing in on a product returns to the list it came from', async ({ page }) => {
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

    // Without a history entry to return to, the requested page replaces the login.
    await page.evaluate(() => localStorage.clear())
    await arriveAs(page, 'cliente', '/trofeos')
    await expect(page).toHaveURL(/^[^?]*\/trofeos$/)
  })

  test('a successful retry leaves the focus on the heading', async ({ page, complaints }) => {
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

  test('a product that fails to load focuses a heading', async ({ page, complaints }) => {
    const shop = await answersOf(page)
    await shop.fail(/^\/products\/\d+\//)
    const links = {
      '/productos': page.getByRole('article').first().getByRole('link').first(),
      '/trofeos': page.getByRole('link', { name: 'Ver Arrope' }),
    }
    // The product as the list knew it, below the error.
    for (const [address, link] of Object.entries(links)) {
      await page.goto(address)
      await link.click()
      await expect(page).toHaveURL(/\/producto\//)
      await expect(page.getByText('Error al obtener el producto')).toBeVisible()
      await expect(heading(page, /./), address).toBeFocused()
    }
    forgive(complaints, /500/)
  })
})
