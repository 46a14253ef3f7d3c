import type { Page } from '@playwright/test'
import { endOnServer } from '../support/browsers/browser-storage.ts'
import { walk } from './answers.ts'
import { arriveAs, confirmedAge, DESK, expect, signIn, test } from './stories.ts'

test('signing out in one tab removes the prices from the others', async ({ page, context }) => {
  await arriveAs(page, 'cliente', '/productos')
  await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  const other = await context.newPage()
  await confirmedAge(other)
  await other.goto('/mi-cuenta')
  await other.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(other).toHaveURL(/\/$/)
  await expect(page.getByText('Entrá para ver el precio').first()).toBeVisible()
  await expect(page.locator('.price-slot-amount')).toHaveCount(0)
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  for (const key of ['accessToken', 'refreshToken', 'userId', 'orders', 'permissions', 'shownPrices'])
    expect(left).not.toContain(key)
})

/** The login says once that the session ended, and nothing else. */
async function expectToldOnce(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByRole('main').getByText('Se cerró tu sesión. Volvé a entrar.')).toBeVisible()
  // Without waiting: a toast disappears by itself.
  expect(await page.locator('.toast-error').count()).toBe(0)
}

test('ordering with an ended session leads to the login, which says why', async ({ page }) => {
  await page.setViewportSize(DESK)
  await arriveAs(page, 'mica_sosa', '/productos?search=camalote')
  await page.getByRole('button', { name: /^Agregar .*Camalote Auto al carrito$/ }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await page.goto('/carrito')
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await page.getByLabel(/^Nombre/).fill('Mica Sosa')
  await page.getByLabel('Teléfono').fill('3415556677')
  await page.getByRole('radio', { name: /Acordar entrega/ }).check()
  await endOnServer(page)
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expectToldOnce(page)
  // A failed login then shows its usual error, and the notice is gone at the next visit of the login.
  await signIn(page, 'mica_sosa', 'OtraClave2026')
  await expect(page.locator('.toast-error')).toBeVisible()
  await page.getByRole('link', { name: 'CATALOGO' }).click()
  await page
    .getByRole('link', { name: /^Entrá para ver el precio/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByText('Se cerró tu sesión')).toHaveCount(0)
})

/** Signs in as an admin and types another description of a product, without saving. */
async function editDescription(page: Page, text: string) {
  await page.setViewportSize(DESK)
  await arriveAs(page, 'admin', '/panel/productos/editar/2')
  const description = page.getByLabel('Descripción').first()
  const before = await description.inputValue()
  await description.fill(text)
  return { description, before }
}

test('saving a product and refreshing the orders lead there too', async ({ page }) => {
  const { description, before } = await editDescription(page, 'Una descripción que no se guarda')
  await endOnServer(page)
  await page.getByRole('button', { name: /^Guardar|^Actualizar/ }).click()
  await expectToldOnce(page)
  // The typed text is restored once.
  await signIn(page, 'admin')
  await expect(description).toHaveValue('Una descripción que no se guarda')
  await expect(page.getByText('Cambios sin guardar')).toBeVisible()
  await page.getByRole('link', { name: 'Productos' }).first().click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeFocused()
  await page.goBack()
  await expect(description).toHaveValue(before)
  await page.goto('/panel/pedidos')
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible()
  await endOnServer(page)
  // The key of 'Actualizar': the poll of the list may have found it first, and the button is gone.
  await page.keyboard.press('r')
  await expectToldOnce(page)
})

test('unsaved settings are restored once, for the same user', async ({ page }) => {
  await page.setViewportSize(DESK)
  await arriveAs(page, 'admin', '/panel/ajustes')
  const motto = page.getByLabel('Horario de atención')
  const before = await motto.inputValue()
  await motto.fill('un plazo que no se guarda')
  await endOnServer(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expectToldOnce(page)
  await signIn(page, 'admin')
  await expect(motto).toHaveValue('un plazo que no se guarda')
  await page.getByRole('link', { name: 'Pedidos' }).first().click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeFocused()
  await page.goBack()
  await expect(motto).toHaveValue(before)
})

test('unsaved text is restored when another tab was refused first, and discarded after signing out', async ({
  page,
  context,
}) => {
  const { description, before } = await editDescription(page, 'Lo que otra pestaña no debe borrar')
  const other = await context.newPage()
  await other.setViewportSize(DESK)
  await confirmedAge(other)
  await other.goto('/panel/pedidos')
  await expect(other.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible()
  await endOnServer(other)
  await other.keyboard.press('r')
  await expect(other).toHaveURL(/\/login\?redirect=/)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, 'admin')
  await expect(description).toHaveValue('Lo que otra pestaña no debe borrar')

  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(description).toHaveValue('Lo que otra pestaña no debe borrar')
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page
    .getByRole('link', { name: /^Entrá para ver el precio/ })
    .first()
    .click()
  await signIn(page, 'admin')
  await expect(page).not.toHaveURL(/login/)
  await walk(page, '/panel/productos/editar/2')
  await expect(description).toHaveValue(before)
})

test('an admin opens an unavailable product by its address', async ({ page }) => {
  await arriveAs(page, 'admin', '/productos?search=cacique')
  const card = page.getByRole('article').filter({ hasText: 'Cacique Regular' })
  await expect(card.getByText('No disponible')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cacique Regular' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Cacique Regular' })).toBeVisible()
  await expect(page).toHaveTitle(/^Cacique Regular/)
  await expect(page.getByRole('button', { name: 'No disponible' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Editar Producto' })).toBeVisible()
})

test.describe('before the script has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('the login form cannot be sent, and would not put the password into the address', async ({
    page,
    request,
  }) => {
    await page.goto('/login')
    await expect(page.locator('.login-form')).toHaveAttribute('method', 'post')
    await expect(page.locator('.login-form [type=submit]')).toBeDisabled()
    const answer = await request.post('/login?redirect=/carrito', {
      form: { username_or_email: 'cliente', password: 'Semilla2026' },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(303)
    expect(answer.headers()['location']).toBe('/login?redirect=/carrito')
  })
})
