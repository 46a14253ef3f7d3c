import type { Locator, Page } from '@playwright/test'
import { answersOf, walk } from './answers.ts'
import { newCustomer } from './people.ts'
import { photo } from './photos.ts'
import { arriveAs, confirmedAge, DESK, expect, forgive, PHONE, test } from './stories.ts'

/** Small regressions. */
test.describe.configure({ mode: 'parallel' })

async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('It has no place on the screen')
  return { ...box, bottom: box.y + box.height }
}

/** Search fields that can be seen now. */
const searchFields = (page: Page) => page.locator('input[type=search]').filter({ visible: true })

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test('the pack is as wide as the screen allows, nothing over it, and the name and the bar are on the same screen', async ({
    page,
  }) => {
    await confirmedAge(page)
    // One line of name, two badges, two lines of name.
    for (const id of [1, 3, 11]) {
      await page.goto(`/producto/${id}`)
      const frame = await boxOf(page.locator('.gallery-stage'))
      expect([frame.x, frame.width]).toEqual([0, PHONE.width])
      // The pack takes two thirds of the width of its picture, which loses less than the ground above and below the pack.
      const picture = await boxOf(page.locator('.gallery-slide img').first())
      expect(picture.width * 0.67).toBeGreaterThanOrEqual(240)
      expect(frame.y - picture.y).toBeLessThan(picture.height * 0.05)
      expect(picture.bottom - frame.bottom).toBeLessThan(picture.height * 0.05)
      const dots = await boxOf(page.locator('.gallery-thumbnails'))
      expect(dots.y).toBeGreaterThanOrEqual(frame.bottom - 1)
      await expect(page.locator('.gallery-controls')).toBeHidden()
      const larger = page.getByRole('button', { name: 'Ampliar', exact: true })
      expect((await boxOf(larger)).y).toBeGreaterThanOrEqual(frame.bottom - 1)
      const bar = await boxOf(page.locator('.buy-bar'))
      expect((await boxOf(page.getByRole('heading', { level: 1 }))).y, `product ${id}`).toBeLessThan(bar.y)
    }
    await page.getByRole('button', { name: 'Ampliar', exact: true }).tap()
    await expect(page.getByRole('dialog', { name: /imagen 1 de/ })).toBeVisible()
  })

  test('one search field at a time', async ({ page }) => {
    await confirmedAge(page)
    await page.goto('/trofeos')
    await expect(searchFields(page)).toHaveCount(0)
    await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).first().tap()
    await expect(searchFields(page)).toHaveCount(1)
    await page.goto('/productos')
    await expect(searchFields(page)).toHaveCount(1)
  })
})

test.describe('at a desk', () => {
  test.use({ viewport: DESK })

  test('the list begins with what can be bought; the rest is dimmed', async ({ page }) => {
    await confirmedAge(page)
    await page.goto('/productos')
    const pages = Number(/de (\d+)$/.exec((await page.locator('.catalogue-count').textContent()) ?? '')?.[1])
    const dimmed: boolean[] = []
    for (let number = 1; number <= pages; number += 1) {
      if (number > 1) await page.goto(`/productos?page=${number}`)
      for (const card of await page.locator('.product-grid article').all()) {
        const isDimmed = (await card.getAttribute('class'))?.includes('is-dimmed') === true
        expect(isDimmed).toBe((await card.getByText('Sin stock').count()) > 0)
        dimmed.push(isDimmed)
      }
    }
    expect(dimmed).toContain(true)
    expect(dimmed).toEqual(dimmed.toSorted((a, b) => Number(a) - Number(b)))
  })

  test('home shows the default slides, light and dark', async ({ page }) => {
    await confirmedAge(page)
    await page.goto('/')
    for (const name of [/^Para sembrar en [a-z]+$/, 'Cómo pedir', 'Copas que ganamos'])
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    // Without banners of its own the shop shows landscapes, at night those under the moon.
    const shop = await answersOf(page)
    await shop.say(/^\/banners/, [])
    for (const [colorScheme, picture] of [
      ['light', /\/banner-otono\//],
      ['dark', /\/banner-otono-noche\//],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/trofeos')
      await walk(page, '/')
      const shown = () =>
        page
          .locator('.carousel img')
          .first()
          .evaluate((image: HTMLImageElement) => image.currentSrc)
      await expect.poll(shown).toMatch(picture)
    }
  })

  test('a customer is greeted, finds offers and orders, and reads what a price is for', async ({
    page,
    request,
  }) => {
    const olivia = await newCustomer(request)
    await arriveAs(page, olivia, '/productos')
    await expect(searchFields(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Ver ofertas' }).click()
    await expect(page).toHaveURL('/productos?category=ofertas')
    const before = page.locator('.price-slot-original').first()
    await expect(before).toHaveText(/^antes \$/)
    await page.goto('/producto/1')
    await expect(page.locator('.buy-bar')).toContainText(/\$\s[\d.]+ por semilla/)
    // Each press adds and stays.
    const add = page.getByRole('button', { name: 'Agregar al carrito' })
    await add.click()
    await expect(page.getByRole('link', { name: 'Ver carrito (1)' })).toBeVisible()
    await page.getByLabel('Cantidad').selectOption('2')
    await add.click()
    await expect(add).toBeFocused()
    await page.getByRole('link', { name: 'Ver carrito (3)' }).click()
    await expect(page.locator('.cart-row-price')).toContainText('por sobre')
    await page.getByRole('link', { name: 'MIS PEDIDOS' }).click()
    await expect(page.getByRole('link', { name: 'MIS PEDIDOS' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Hola, Olivia').first()).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
    await expect(page.getByText('Sesión cerrada').first()).toBeVisible()
  })

  test('the owner takes a table, several pictures at once, and reads what went wrong', async ({
    page,
    complaints,
  }) => {
    await arriveAs(page, 'admin', '/panel/productos')
    await page.getByRole('button', { name: 'Tabla', exact: true }).click()
    const table = page.getByRole('group', { name: 'Tabla de productos' })
    await expect(table).toBeVisible()
    await table.getByRole('checkbox').nth(1).check()
    const bar = page.getByRole('region', { name: 'Productos elegidos' })
    const tops = await Promise.all(
      (await bar.getByRole('button').all()).map(async (one) => Math.round((await boxOf(one)).y)),
    )
    expect(new Set(tops).size, 'one line').toBe(1)

    await page.goto('/panel/productos/nuevo')
    const files = await Promise.all(
      ['#a33', '#3a3', '#33a'].map((colour, i) => photo(colour, `foto-${i}.jpg`)),
    )
    await page.getByLabel(/: Imagen principal$/).setInputFiles(files)
    await expect(page.locator('.picture-slot img')).toHaveCount(3)

    const shop = await answersOf(page)
    await shop.change<{ results: object[] }>(/^\/warranty-claims\/\?/, (page) => ({
      ...page,
      results: page.results.map((claim) => ({ ...claim, out_of_window: true })),
    }))
    await page.goto('/panel/garantias')
    await expect(page.getByText('Fuera de plazo').first()).toBeVisible()
    await shop.fail(/^\/orders\/1\/$/)
    await page.goto('/panel/pedidos/1')
    await expect(page.getByText('Error al cargar los detalles del pedido.').first()).toBeVisible()
    forgive(complaints, /status of 500/)
  })
})
