import type { Locator, Page } from '@playwright/test'
import { answersOf } from './answers.ts'
import { newCustomer } from './people.ts'
import { arriveAs, expect, forgive, PHONE, test } from './stories.ts'

/** Toasts help while they neither hide what one needs nor repeat what the page says. */
const toast = (page: Page) => page.locator('.toast')

async function isClearOf(page: Page, kept: Locator): Promise<void> {
  const [one, other] = [await toast(page).first().boundingBox(), await kept.boundingBox()]
  if (!one || !other) throw new Error('Toast and element are both shown')
  const overlap =
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  expect(overlap, JSON.stringify({ one, other })).toBe(false)
}

test('on a phone a toast lies neither over the presentations nor over the buy bar', async ({
  page,
  request,
}) => {
  const olivia = await newCustomer(request)
  await page.setViewportSize(PHONE)
  await arriveAs(page, olivia, '/producto/5')
  const picker = page.getByRole('group', { name: 'Presentación' })
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await expect(add).toBeEnabled()
  // As low as it is visible above the bar, where a toast at the bottom would cover it.
  await picker.evaluate((box) => window.scrollBy(0, box.getBoundingClientRect().bottom - innerHeight + 110))
  await add.click()
  await expect(toast(page)).toContainText('Producto añadido al carrito')
  await isClearOf(page, picker)
  await isClearOf(page, page.locator('.buy-bar'))
})

test('an error that the page says in view needs no toast, and none outlives a success', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize(PHONE)
  await arriveAs(page, 'mica_sosa', '/producto/5')
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await expect(add).toBeEnabled()
  const shop = await answersOf(page)
  await shop.fail(/^\/products\/blisters\/|^\/blisters\//)
  await add.click()
  await expect(page.locator('.buy-bar')).toContainText('Error al verificar el stock disponible')
  await expect(page.locator('.toast-error')).toHaveClass(/visually-hidden/)
  await shop.letGo()
  await add.click()
  await expect(page.locator('.toast-success')).toBeVisible()
  await expect(page.locator('.toast-error')).toHaveCount(0)

  // A press focuses its control before it is released; this one is where a toast at the bottom would be.
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Garantía' })
  await link.evaluate((pressed) => {
    const top = pressed.getBoundingClientRect().bottom - innerHeight + 110
    window.scrollBy({ top, behavior: 'instant' })
    pressed.focus({ preventScroll: true })
  })
  await isClearOf(page, link)
  forgive(complaints, /status of 500/)
})
