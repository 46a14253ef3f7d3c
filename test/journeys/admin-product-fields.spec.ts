import type { Page } from '@playwright/test'
import { arriveAs, DESK, expect, test } from './stories.ts'

test.use({ viewport: DESK })

/** Opens the form of a new product. */
async function enter(page: Page): Promise<void> {
  await arriveAs(page, 'admin', '/panel/productos/nuevo')
  await expect(page).toHaveURL('/panel/productos/nuevo')
}

test('a tag still in its text field is saved', async ({ page }) => {
  await enter(page)
  await page.getByLabel('Nombre', { exact: true }).fill('Con Aromas')
  await page.getByRole('button', { name: 'Quitar Presentación X…' }).click()
  await page.getByRole('switch', { name: 'Disponible' }).click()
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/panel\/productos\/editar\/\d+$/)
  await page.reload()
  const flavors = page.getByLabel(/^Aromas/).and(page.getByRole('textbox'))
  const unsaved = page.getByText('Cambios sin guardar', { exact: true })
  await flavors.pressSequentially('pino')
  await expect(unsaved).toBeVisible()
  await page.getByRole('link', { name: 'Pedidos' }).click()
  await page
    .getByRole('dialog', { name: 'Hay cambios sin guardar' })
    .getByRole('button', { name: 'Seguir editando' })
    .click()
  await page.getByRole('button', { name: 'Quitar pino' }).click()
  await expect(unsaved).toBeHidden()

  await flavors.pressSequentially('limón,')
  await expect(page.getByRole('button', { name: 'Quitar limón' })).toBeVisible()
  await flavors.pressSequentially('menta')
  await expect(page.getByRole('button', { name: 'Quitar menta' })).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Producto actualizado').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Aromas' }).getByRole('button')).toHaveText(['limón', 'menta'])
})

test('a text that filters cannot read says so below its field, and is no error', async ({ page }) => {
  await enter(page)
  const thc = page.getByLabel(/^THC/)
  await thc.fill('alta')
  await expect(thc).toHaveAccessibleDescription('No se entiende: queda fuera de los filtros.')
  await expect(page.locator('.field-error')).toHaveCount(0)
  await thc.fill('20 %')
  await expect(thc).toHaveAccessibleDescription('')
  await expect(page.getByText('No se entiende')).toHaveCount(0)
  await thc.fill('THC 20 %, CBD 1 %')
  await expect(thc).toHaveAccessibleDescription('No se entiende: queda fuera de los filtros.')
  const flowering = page.getByLabel(/^Floración/)
  await flowering.fill('15 de abril')
  await expect(flowering).toHaveAccessibleDescription('No se entiende: queda fuera de los filtros.')
})

test('an emptied field shows its error on blur, a skipped one does not', async ({ page }) => {
  await enter(page)
  const [name, price] = [page.getByLabel('Nombre', { exact: true }), page.getByLabel('Precio ($)')]
  for (const field of [name, price]) {
    await field.focus()
    await page.keyboard.press('Tab')
  }
  await expect(page.locator('.field-error')).toHaveCount(0)
  for (const field of [name, price]) {
    await field.fill('1')
    await field.fill('')
    await page.keyboard.press('Tab')
  }
  await expect(page.locator('.field-error')).toHaveText(['El nombre es requerido', 'El precio es requerido'])

  await page.getByLabel(/^Índica/).pressSequentially('150')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^La proporción índica debe ser un porcentaje entre 0 y 100/)).toBeVisible()
  await expect(page.getByLabel(/^Sativa/)).toHaveValue('')
})
