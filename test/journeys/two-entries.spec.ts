import type { Page } from '@playwright/test'
import { arriveAs, DESK, expect, test } from './stories.ts'

/** The panel is an entry of its own (decision 0084): ways between it and the shop load the document. */
test.use({ viewport: DESK })

/** Is gone with the document. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)
const scrolled = (page: Page) => page.evaluate(() => scrollY)

test('from a product to its form and back: a document each, and the page where it was left', async ({
  page,
}) => {
  await arriveAs(page, 'admin', '/producto/2')
  const edit = page.getByRole('link', { name: 'Editar Producto' })
  await expect(edit).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))
  await mark(page)
  await edit.dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: /Editar/ })).toBeVisible()
  await expect(page).toHaveURL('/panel/productos/editar/2')
  expect(await isMarked(page)).toBe(false)
  await mark(page)
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect(edit).toBeVisible()
  await expect(page).toHaveURL('/producto/2')
  expect(await isMarked(page)).toBe(false)
  // About there: what is above has another height for an admin.
  await expect.poll(() => scrolled(page)).toBeGreaterThan(200)
})

test('unsaved edits are asked about once on the way to the shop, and the toast of the way is shown there', async ({
  page,
}) => {
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await arriveAs(page, 'admin', '/panel/productos/editar/2')
  const name = page.getByLabel('Nombre', { exact: false }).first()
  await name.fill('Otro nombre')
  await page.getByRole('banner').getByRole('link', { name: 'Ver tienda' }).click()
  await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page.getByRole('link', { name: 'TROFEOS' }).first()).toBeVisible()
  expect(asked).toBe(0)
  await page.goto('/panel/pedidos')
  await expect(page.getByRole('searchbox', { name: /Buscar pedidos/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await expect(page.getByText('Sesión cerrada').first()).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('an address of the panel that does not exist leads to the shop', async ({ page }) => {
  await arriveAs(page, 'admin', '/panel/nada')
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/productos')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
})
