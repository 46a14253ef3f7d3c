import type { Page } from '@playwright/test'
import type { Brand } from '../../src/contract/catalog/brands.ts'
import { accessOf } from './people.ts'
import { expectLostPicture, losePicture } from './photos.ts'
import { arriveAs, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

async function enter(page: Page, path: string): Promise<void> {
  await arriveAs(page, 'admin', path)
  await expect(page).toHaveURL(path)
}

test('concurrent edits of one bank are merged', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const tag = Date.now().toString(36)
  const made = await request.post('/api/brands/', {
    headers,
    data: { brand_name: `Banco ${tag}`, description: 'De antes', is_national: true },
  })
  const bank = (await made.json()) as Brand
  const address = `/api/brands/${bank.id}/`
  const stored = async () => (await (await request.get(address)).json()) as Brand
  const other = async (change: Partial<Brand>) => {
    const { brand_name, description, image, is_national } = await stored()
    const data = { brand_name, description, image, is_national, ...change }
    expect((await request.put(address, { headers, data })).ok()).toBe(true)
  }

  await enter(page, `/panel/bancos/editar/${bank.id}`)
  const [name, description] = [page.getByLabel('Nombre del banco'), page.getByLabel('Descripción')]
  await expect(description).toHaveValue('De antes')
  await other({ description: 'De la otra persona', is_national: false })
  await name.fill(`Banco mío ${tag}`)
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar todo' }).click()
  await expect(page).toHaveURL('/admin/bancos')
  const both = { brand_name: `Banco mío ${tag}`, description: 'De la otra persona', is_national: false }
  expect(await stored()).toMatchObject(both)

  await page.goto(`/panel/bancos/editar/${bank.id}`)
  await expect(description).toHaveValue('De la otra persona')
  await other({ description: 'De nuevo de la otra', is_national: true })
  await description.fill('De nuevo mía')
  await page.keyboard.press('Control+s')
  const merge = page.getByRole('dialog', { name: 'Otra persona guardó este banco' })
  await expect(merge.getByText('Mi cambio: De nuevo mía')).toBeVisible()
  await expect(merge.getByText('Origen: Nacional')).toBeVisible()
  await expectAccessible(page)
  await merge.getByRole('radio', { name: 'De la otra persona: De nuevo de la otra' }).check()
  await merge.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page).toHaveURL('/admin/bancos')
  expect(await stored()).toMatchObject({ ...both, description: 'De nuevo de la otra', is_national: true })
  await request.delete(address, { headers })
})

test('a bank with products cannot be deleted; an unknown one redirects to the list', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await enter(page, '/panel/bancos')
  await page.getByRole('button', { name: 'Eliminar Cordón Austral' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(/No se puede eliminar el banco: tiene \d+ productos?/)
  await expect(dialog.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await page.goto('/panel/bancos/nuevo')
  await page.getByLabel('Nombre del banco').fill('Cordón Austral')
  await page.getByRole('button', { name: 'Crear Banco' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Ya existe un banco con ese nombre' })).toBeFocused()
  await page.getByLabel('Nombre del banco').fill('')
  await page.goto('/panel/bancos/editar/999999')
  await expect(page).toHaveURL('/admin/bancos')
  await expect(page.getByRole('main').getByText('Error al cargar la información del banco')).toBeVisible()
  // On a phone the sections are behind a button.
  await page.setViewportSize(DESK)
  await page.getByRole('link', { name: 'Marcas' }).click()
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/bancos')
  await expect(page.getByRole('heading', { level: 1, name: 'Bancos' })).toBeVisible()
  await expect(page.getByText('Error al cargar la información del banco')).toHaveCount(0)
})

for (const { screen, path, button, name, lost } of [
  {
    screen: 'a bank',
    path: '/panel/bancos/nuevo',
    button: 'Crear Banco',
    name: 'Nombre del banco',
    lost: { calls: '/api/brands/', preset: 'brand', field: 'image' },
  },
  {
    screen: 'a product',
    path: '/panel/productos/nuevo',
    button: 'Guardar',
    name: 'Nombre',
    lost: { calls: '/api/products/', preset: 'product', field: 'image_2' },
  },
] as const) {
  test(`a lost picture of ${screen} is refused under its field, to which a link leads`, async ({ page }) => {
    await enter(page, path)
    await page.getByLabel(name, { exact: true }).fill('Imagen perdida')
    if (screen === 'a product') {
      await page.getByLabel('Semillas', { exact: true }).fill('5')
      await page.getByLabel('Precio ($)').fill('18400')
      await page.getByLabel('Stock', { exact: true }).fill('4')
    }
    await losePicture(page, lost)
    await page.getByRole('button', { name: button, exact: true }).click()
    // A product without a brand is asked about.
    if (screen === 'a product')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Guardar/ })
        .click()
    await expectLostPicture(page)
    await expectAccessible(page)
  })
}
