import type { APIRequestContext, Page } from '@playwright/test'
import { newCustomer } from './people.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

interface Listed {
  id: number
}

async function productNamed(request: APIRequestContext, search: string): Promise<Listed> {
  const answer = await request.get('/api/products/', { params: { search } })
  const [product] = (await answer.json()) as Listed[]
  if (!product) throw new Error(`There is no ${search}`)
  return product
}

const first = (page: Page) => page.locator('.gallery-slide img').first()
const thumbnails = (page: Page) => page.getByRole('button', { name: /^Ver imagen/ })
const scrolled = (page: Page) => page.locator('.gallery-track').evaluate((track) => track.scrollLeft)

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })
  test.beforeEach(({ page }) => confirmedAge(page))

  test('the gallery shows the chosen presentation, from any picture', async ({ page, request }) => {
    const { id } = await productNamed(request, 'Vidala Lima')
    await page.goto(`/producto/${id}`)
    await expect(first(page)).toHaveAttribute('src', /vidala-lima\/1000/)
    await thumbnails(page).nth(2).click()
    await expect.poll(() => scrolled(page)).toBeGreaterThan(600)
    await page.getByRole('radio', { name: /^10 semillas/ }).check()
    await expect(first(page)).toHaveAttribute('src', /vidala-lima-x10\/1000/)
    await expect.poll(() => scrolled(page)).toBe(0)
    await expect(thumbnails(page)).toHaveCount(3)
    await expect.poll(() => first(page).evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('x10')
    await page.reload()
    await expect(first(page)).toHaveAttribute('src', /vidala-lima-x10\/1000/)
    await page.getByRole('radio', { name: /^3 semillas/ }).check()
    await expect(first(page)).toHaveAttribute('src', /vidala-lima\/1000/)
  })
})

test('cart and order show the picture of the presentation that was chosen', async ({ page, request }) => {
  const olivia = await newCustomer(request)
  const { id } = await productNamed(request, 'Vidala Lima')
  await arriveAs(page, olivia, `/producto/${id}`)
  for (const [index, count] of [10, 3].entries()) {
    await page.getByRole('radio', { name: new RegExp(`^${count} semillas`) }).check()
    await page.getByRole('button', { name: /^Agregar al carrito/ }).click()
    // The number of units in the cart: the toast of the first would do for both.
    await expect(page.getByRole('link', { name: /^Carrito/ })).toHaveText(String(index + 1))
  }
  await page.goto('/carrito')
  const pictures = page.getByRole('main').getByRole('listitem').locator('img')
  const shown = () => pictures.evaluateAll((all: HTMLImageElement[]) => all.map((each) => each.currentSrc))
  await expect
    .poll(async () => (await shown()).toSorted())
    .toEqual([
      expect.stringMatching(/vidala-lima-x10\/\d+\.\w+$/),
      expect.stringMatching(/vidala-lima\/\d+\.\w+$/),
    ])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: DESK })

  test('the page shows the picture of the default presentation', async ({ page, request }) => {
    // X3 is sold out.
    const { id } = await productNamed(request, 'Chamamé')
    await page.goto(`/producto/${id}`)
    await expect(first(page)).toHaveAttribute('src', /chamame-auto-x5\/1000/)
  })
})

test.describe('in the panel', () => {
  test.use({ viewport: DESK })

  test('a presentation gets a picture', async ({ page }) => {
    await arriveAs(page, 'admin', '/panel/productos/nuevo')
    await page.getByLabel('Nombre', { exact: true }).fill('Sobre Con Cara')
    await page.getByLabel('Semillas', { exact: true }).fill('5')
    await page.getByLabel('Precio ($)').fill('18400')
    await page.getByLabel('Stock', { exact: true }).fill('4')
    const choose = page.getByLabel(/: imagen de Presentación X5$/)
    await choose.setInputFiles('src/web/public/apple-touch-icon.png')
    const picture = page.locator('.blister-picture img')
    await expect(picture).toHaveAttribute('src', /^\/media\/product\//)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Quitar: imagen de Presentación X5' }).click()
    await expect(picture).toHaveCount(0)
    await choose.setInputFiles('src/web/public/apple-touch-icon.png')
    await expect(picture).toHaveCount(1)
    const address = (await picture.getAttribute('src')) ?? ''
    await page.keyboard.press('Control+s')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Guardar/ })
      .click()
    await expect(page).toHaveURL(/\/editar\/\d+$/)
    await page.goto(new URL(page.url()).pathname.replace('/panel/productos/editar', '/producto'))
    await expect(first(page)).toHaveAttribute('src', address)
  })
})
