import type { Locator, Page } from '@playwright/test'
import { answersOf } from './answers.ts'
import { newCustomer } from './people.ts'
import { arriveAs, confirmedAge, DESK, expect, forgive, PHONE, test } from './stories.ts'

/** Toasts are seen, bottom right, and hide nothing that one needs. */
const toast = (page: Page) => page.locator('.toast')

/** A hidden page stops the clock of its toasts: otherwise a slow machine may look too late. */
async function holdToasts(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
}

/** Every toast that was shown since, visible or not. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const before = new Set<Node>()
    const look = () => {
      for (const one of document.querySelectorAll('.toast:not(.visually-hidden)')) {
        if (!before.has(one)) seen.push(one.textContent.trim())
        before.add(one)
      }
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { seenToasts: seen })
  })
  return () => page.evaluate(() => (window as unknown as { seenToasts: string[] }).seenToasts)
}

/** Its right edge is the page's, but for the margin; nothing but what it may not cover lies below it. */
async function isBottomRight(page: Page): Promise<void> {
  const box = await toast(page).first().boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  if (!box) throw new Error('A toast is shown')
  expect(width - box.x - box.width, 'right').toBeLessThanOrEqual(64)
  expect(height - box.y - box.height, 'bottom').toBeLessThanOrEqual(24)
}

async function isClearOf(page: Page, kept: Locator): Promise<void> {
  // It rises into its place.
  await toast(page)
    .first()
    .evaluate((card) => Promise.all(card.getAnimations().map(({ finished }) => finished)))
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
  await holdToasts(page)
  await arriveAs(page, olivia, '/producto/5')
  const picker = page.getByRole('group', { name: 'Presentación' })
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await expect(add).toBeEnabled()
  // As low as it is visible above the bar, where a toast at the bottom would cover it.
  await picker.evaluate((box) => window.scrollBy(0, box.getBoundingClientRect().bottom - innerHeight + 110))
  await add.click()
  // Names what was added, and its price.
  await expect(toast(page)).toHaveText(/^Producto añadido al carrito\n.* X\d+ SEMILLAS · \$\s[\d.]+$/)
  await isClearOf(page, picker)
  await isClearOf(page, page.locator('.buy-bar'))
})

test('with the keyboard of a phone open, the toast of an order is not over its heading', async ({
  page,
  request,
}) => {
  const olivia = await newCustomer(request)
  await page.setViewportSize({ ...PHONE, height: 400 })
  await holdToasts(page)
  await arriveAs(page, olivia, '/producto/5')
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(toast(page)).toContainText('Producto añadido al carrito')
  await page.goto('/carrito')
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await page.getByLabel('Nombre').fill('Olivia Paz')
  await page.getByText('Acordar entrega').click()
  await page.getByLabel('Teléfono').fill('1123456789')
  await page.getByLabel('Teléfono').press('Enter')
  const received = page.getByRole('heading', { name: /Pedido #\d+ recibido/ })
  await expect(received).toBeVisible()
  await expect(toast(page).first()).toContainText('Orden creada exitosamente!')
  await expect(() => isClearOf(page, received)).toPass()
})

test('an error is seen beside its own text, and none outlives a success', async ({ page, complaints }) => {
  await page.setViewportSize(PHONE)
  await holdToasts(page)
  await arriveAs(page, 'mica_sosa', '/producto/5')
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await expect(add).toBeEnabled()
  const shop = await answersOf(page)
  await shop.fail(/^\/products\/blisters\/|^\/blisters\//)
  await add.click()
  await expect(page.locator('.buy-bar')).toContainText('Error al verificar el stock disponible')
  await expect(page.locator('.toast-error')).toHaveText('Error al verificar el stock disponible')
  await expect(page.locator('.toast-error')).not.toHaveClass(/visually-hidden/)
  await isClearOf(page, page.locator('.buy-bar'))
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

for (const viewport of [{ width: 360, height: 640 }, PHONE, { width: 768, height: 1024 }, DESK])
  test(`a login that is not filled in has its toast, bottom right, at ${viewport.width} × ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await confirmedAge(page)
    await holdToasts(page)
    await page.goto('/login')
    const login = page.getByRole('main').getByRole('button', { name: 'Iniciar sesión', exact: true })
    await login.click()
    await expect(toast(page)).toHaveText('Error al iniciar sesión')
    await isBottomRight(page)
    await isClearOf(page, page.getByLabel('Usuario o email'))
    await isClearOf(page, login)
    await page.getByLabel('Usuario o email').fill('cliente')
    await page.getByLabel('Contraseña', { exact: true }).fill('Semilla')
    await expect(toast(page)).toHaveCount(0)
  })

test('a toast that says the text of its field ends when the field is mended, and does not come back', async ({
  page,
  request,
}) => {
  const olivia = await newCustomer(request)
  await page.setViewportSize(PHONE)
  await holdToasts(page)
  await arriveAs(page, olivia, '/mi-cuenta?section=settings')
  const seen = await recordToasts(page)
  const name = page.getByLabel('Nombre', { exact: true })
  await name.fill('')
  await page.getByLabel('Apellido').fill('')
  await name.press('Enter')
  await expect(page.locator('.field-error').filter({ hasText: 'El nombre es requerido' })).toBeVisible()
  await expect(toast(page)).toHaveText('El nombre es requerido')
  await expect(toast(page)).not.toHaveClass(/visually-hidden/)
  await isClearOf(page, name)
  await name.fill('Olivia')
  await expect(toast(page)).toHaveCount(0)
  await page.getByLabel('Apellido').fill('Sosa')
  await name.press('Enter')
  await expect(toast(page)).toHaveText('Nombre actualizado correctamente')
  expect(await seen()).toEqual(['El nombre es requerido', 'Nombre actualizado correctamente'])
})

test('toasts are told in a live region that is there before them', async ({ page, request }) => {
  const olivia = await newCustomer(request)
  await holdToasts(page)
  await arriveAs(page, olivia, '/producto/5')
  const region = page.getByRole('region', { name: 'Notificaciones' }).getByRole('status')
  await expect(region).toBeAttached()
  await expect(region).toBeEmpty()
  const same = await region.elementHandle()
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(region).toContainText('Producto añadido al carrito')
  expect(await same?.evaluate((one) => one.isConnected && one.textContent)).toContain('Producto añadido')
})
