import type { Page } from '@playwright/test'
import { answersOf } from './answers.ts'
import { sidewaysScroll } from './axe.ts'
import { overlaps } from './looks.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

/** The priced fields of a product. */
interface Priced {
  blisters: { price: number; discount: number; final_price: number; stock: number }[]
}

const SIZES = [{ width: 320, height: 640 }, { width: 360, height: 740 }, { width: 412, height: 900 }, DESK]

test.use({ viewport: DESK })

/** Sets the cart cookie with presentations of the demo shop: product, blister, quantity. */
async function cartWith(page: Page, lines: string): Promise<void> {
  await page
    .context()
    .addCookies([{ name: 'cart', value: lines, url: test.info().project.use.baseURL ?? '' }])
  await page.goto('/carrito')
  await expect(rows(page).first()).toBeVisible()
}

async function signedIn(page: Page): Promise<void> {
  await arriveAs(page, 'tomas_quiroga', '/carrito')
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
}

const rows = (page: Page) => page.getByRole('list', { name: 'Productos del carrito' }).locator('> li')

/** The name of each row, and whether it is removed. */
const called = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) => {
      const name = row.querySelector<HTMLElement>('.cart-row-name, .cart-removed-name')?.innerText ?? ''
      return `${row.textContent?.includes('Producto quitado') ? '− ' : ''}${name}`
    }),
  )

test('removed lines keep their place and name, and can be restored in any order', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await cartWith(page, '1.1.1~2.4.1~5.12.1~6.14.1')
  const before = await called(page)
  const [first = '', second = '', third = '', last = ''] = before
  expect(new Set(before).size).toBe(4)
  const press = (verb: string, name: string) =>
    page.getByRole('button', { name: new RegExp(`^${verb}.*${name}`) }).click()
  const out = (name: string) => new RegExp(`^− ${name} X\\d+ SEMILLAS$`)
  await press('Quitar', first)
  await press('Quitar', second)
  await press('Quitar', last)
  const after = await called(page)
  for (const [index, pattern] of [out(first), out(second), new RegExp(`^${third}$`), out(last)].entries()) {
    expect(after[index]).toMatch(pattern)
  }
  await press('Deshacer', first)
  expect((await called(page))[0]).toBe(first)
  expect((await called(page))[1]).toMatch(out(second))
  await press('Deshacer', last)
  await press('Deshacer', second)
  expect(await called(page)).toEqual(before)
  // The cart itself has the same order.
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  expect(await called(page)).toEqual(before)
})

test('after removing the last line, the undo button is on the screen', async ({ page }) => {
  await confirmedAge(page)
  // An empty cart shows recently viewed products.
  for (const id of [2, 5, 6]) await page.goto(`/producto/${id}`)
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await cartWith(page, '1.1.2')
    await page.getByRole('button', { name: /^Quitar/ }).click()
    await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
    const back = page.getByRole('button', { name: /^Deshacer/ })
    await expect(back).toBeFocused()
    await expect(back).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Cantidad', { exact: true })).toHaveCount(0)
    await back.click()
    await expect(rows(page)).toHaveText(/Puna Violeta/)
  }
})

for (const who of ['a visitor', 'a customer'] as const) {
  test(`column headings align with their numbers for ${who}`, async ({ page }) => {
    await confirmedAge(page)
    if (who === 'a customer') {
      await signedIn(page)
    }
    await cartWith(page, '1.1.2~2.4.1')
    for (const [head, part] of [
      ['Precio', 'price'],
      ['Cantidad', 'quantity'],
      ...(who === 'a customer' ? [['Total', 'total']] : []),
    ] as const) {
      const over = await page.locator('.cart-head').getByText(head, { exact: true }).boundingBox()
      const under = await page.locator(`.cart-row-${part}`).first().boundingBox()
      expect.soft(Math.abs((over?.x ?? 0) - (under?.x ?? -99)), head).toBeLessThanOrEqual(1)
      expect.soft(Math.abs((over?.width ?? 0) - (under?.width ?? -99)), head).toBeLessThanOrEqual(1)
    }
  })
}

test('a product without a price is asked about, not added', async ({ page }) => {
  await arriveAs(page, 'cliente', '/productos?search=yerba')
  await page.getByRole('main').getByRole('link', { name: 'Yerba y Miel', exact: true }).click()
  await expect(page.getByText('Sin precio por ahora')).toBeVisible()
  const ask = page.getByRole('link', { name: 'Consultar por WhatsApp' })
  await expect(ask).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*Yerba%20y%20Miel/)
  await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a line without a price has no total', async ({ page }) => {
  const shop = await answersOf(page)
  await confirmedAge(page)
  await signedIn(page)
  const none = <One extends Priced>(one: One): One => ({
    ...one,
    blisters: one.blisters.map((blister) => ({ ...blister, price: 0, final_price: 0 })),
  })
  await shop.change<Priced[]>(/^\/products\/\?ids/, (all) => all.map(none))
  await cartWith(page, '1.1.2')
  await expect(page.getByText('Sin precio por ahora. Quitalo para poder pedir.')).toBeVisible()
  await expect(page.locator('.cart-row-total dd')).toHaveText('—')
})

test('amounts of seven digits and more do not overflow', async ({ page }) => {
  const shop = await answersOf(page)
  await arriveAs(page, 'tomas_quiroga', '/producto/1')
  await expect(page.locator('.buy-bar-amount')).toBeVisible()
  for (const [price, quantity] of [
    [1_172_839.5, 1],
    [9_999_999.99, 99],
  ] as const) {
    const dear = <One extends Priced>(one: One): One => ({
      ...one,
      blisters: one.blisters.map((blister) => ({
        ...blister,
        price,
        discount: 0,
        final_price: price,
        stock: 99,
      })),
    })
    await shop.change<Priced[]>(/^\/products\/\?ids/, (all) => all.map(dear))
    await shop.change<Priced>(/^\/products\/\d+\/$/, dear)
    await page.goto('/producto/1')
    await expect(page.locator('.buy-bar-amount')).toHaveText(/\d\.\d{3}\.\d{3},\d\d/)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect.soft(await page.evaluate(overlaps), `product at ${size.width}`).toEqual([])
      expect.soft(await page.evaluate(outOfCard), `product at ${size.width}`).toEqual([])
      expect.soft(await sidewaysScroll(page), `product at ${size.width}`).toBeLessThanOrEqual(0)
    }
    await cartWith(page, `1.1.${quantity}`)
    await expect(page.locator('.cart-row-total')).toHaveText(/\d\.\d{3},\d\d/)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect.soft(await page.evaluate(overlaps), `cart at ${size.width}`).toEqual([])
      expect.soft(await page.evaluate(outOfCard), `cart at ${size.width}`).toEqual([])
      // Larger amounts do not occur in practice, and may take two lines on a phone.
      if (quantity === 1) expect.soft(await page.evaluate(broken), `cart at ${size.width}`).toEqual([])
      expect.soft(await sidewaysScroll(page), `cart at ${size.width}`).toBeLessThanOrEqual(0)
    }
  }
})

/** Amounts that overflow their card. Runs in the page. */
function outOfCard(): string[] {
  const AMOUNTS = '.cart-row-price dd, .cart-row-total dd, .cart-summary-total dd, .blister-card-price'
  return [...document.querySelectorAll(AMOUNTS)].flatMap((number) => {
    const card = number.closest('.cart-row, .cart-summary, .blister-card')
    const words = document.createRange()
    words.selectNodeContents(number)
    const over =
      words.getBoundingClientRect().right - (card?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY)
    return over > -2 ? [`${number.textContent} by ${Math.round(over)}`] : []
  })
}

/** Totals that take more than one line. Runs in the page. */
function broken(): string[] {
  return [...document.querySelectorAll('.cart-row-total dd, .cart-summary-total dd')].flatMap((number) => {
    const words = document.createRange()
    words.selectNodeContents(number)
    return words.getClientRects().length > 1 ? [number.textContent] : []
  })
}

test('a changed price is shown until the order is placed, after a reload and in another tab', async ({
  page,
  context,
}) => {
  const dearer = async (tab: Page) => {
    const shop = await answersOf(tab)
    await shop.change<Priced[]>(/^\/products\/\?ids/, (products) =>
      products.map((product) => ({
        ...product,
        blisters: product.blisters.map((blister) => ({
          ...blister,
          price: 99_000,
          discount: 0,
          final_price: 99_000,
        })),
      })),
    )
  }
  await arriveAs(page, 'tomas_quiroga', '/productos?search=camalote')
  await page.getByRole('button', { name: /^Agregar .*Camalote Auto al carrito$/ }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await page.goto('/carrito')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('El precio cambió')).toHaveCount(0)

  await dearer(page)
  for (const visit of ['first', 'second']) {
    await page.reload()
    await expect(page.getByText('El precio cambió: antes'), visit).toBeVisible()
  }
  const other = await context.newPage()
  await confirmedAge(other)
  await dearer(other)
  await other.goto('/carrito')
  await expect(other.getByText('El precio cambió: antes')).toBeVisible()
  await other.close()
})

test('title, badge and summary count alike; a line over the stock is not in the total', async ({ page }) => {
  await confirmedAge(page)
  await signedIn(page)
  await cartWith(page, '1.1.1~2.4.99')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carrito (100)')
  await expect(page.getByRole('link', { name: 'Carrito, 100 unidades' })).toBeVisible()
  const numbers = page.locator('.cart-summary-numbers dd')
  await expect(numbers.first()).toHaveText('100')
  await expect(rows(page).nth(1)).toContainText('unidades disponibles')
  await expect(numbers.nth(1)).toHaveText(
    (await rows(page).first().locator('.cart-row-total dd').textContent()) ?? '',
  )
  await expect(page.getByText('Sin lo que ahora no se puede pedir.')).toBeVisible()
})

test('what is no quantity is refused, and less than 1 and more than 99 are explained under it', async ({
  page,
}) => {
  await confirmedAge(page)
  await signedIn(page)
  await cartWith(page, '1.1.3')
  const quantity = page.getByRole('spinbutton')
  await quantity.fill('')
  await quantity.pressSequentially('1,5')
  await expect(quantity).toHaveValue('1,5')
  await quantity.press('Tab')
  const notice = page.locator('.cart-row-notice')
  await expect(notice).toHaveText('La cantidad es un número entero')
  await expect(quantity).toHaveValue('3')
  await quantity.fill('4')
  await expect(notice).toBeEmpty()
  // Enter ends a text, too.
  await quantity.press('Enter')
  await quantity.fill('abc')
  await quantity.press('Enter')
  await expect(notice).toHaveText('La cantidad es un número entero')
  await expect(quantity).toHaveValue('4')
  await quantity.fill('0')
  await quantity.press('Tab')
  await expect(notice).toContainText('La cantidad quedó en 1')
  await expect(quantity).toHaveValue('1')
  await quantity.fill('2')
  await expect(notice).toBeEmpty()
  // The button below is not moved away from a press.
  await quantity.fill('abc')
  await page.getByRole('button', { name: /^Quitar/ }).click()
  await page.getByRole('button', { name: /^Deshacer/ }).click()
  await expect(quantity).toHaveValue('2')
  const shop = await answersOf(page)
  await shop.change<{ stock: number }>(/blisters/, (blister) => ({ ...blister, stock: 500 }))
  await quantity.fill('150')
  await expect(notice).toHaveText('La cantidad no puede superar 99')
  await expect(page.locator('.toast')).toHaveCount(0)
})
