import type { APIRequestContext, Locator } from '@playwright/test'
import { accessOf } from './people.ts'
import { arriveAs, DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

/** Raising prices: seen first, applied, taken back. */

const COUNT = 33
/** From the screen after the sign-in until the prices are changed. */
const MOST = { activations: 3, typedFields: 1 }

/** A brand with this many hidden products, so that no other journey sees them. */
async function hasBrand(request: APIRequestContext, count: number) {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const name = `Criadero ${Date.now().toString(36)}`
  const brand = await request.post('/api/brands/', { headers, data: { name } })
  const { id } = (await brand.json()) as { id: number }
  const products: number[] = []
  for (let each = 0; each < count; each += 1) {
    const blisters = [{ seed_count: 3, price: 18_400 + 100 * each, stock: 5, discount: each === 0 ? 10 : 0 }]
    const data = { name: `${name} ${each}`, type: 'fem', brand_id: id, available: false, blisters }
    const made = await request.post('/api/products/', { headers, data })
    expect(made.status(), await made.text()).toBe(201)
    products.push(((await made.json()) as { id: number }).id)
  }
  const post = async (path: string, data: object) =>
    (await (await request.post(`/api${path}`, { headers, data })).json()) as { token: string; id: number }
  return {
    name,
    filter: { brands: [id] },
    post,
    priceOf: async (place: number) => {
      const answer = await request.get(`/api/products/${products[place]}/`, { headers })
      return ((await answer.json()) as { blisters: { price: number }[] }).blisters[0]?.price
    },
    async clear() {
      for (const each of products) await request.delete(`/api/products/${each}/`, { headers })
      await request.delete(`/api/brands/${id}/`, { headers })
      await request.post('/api/auth/logout/', { headers, data: {} })
    },
  }
}

test(`${COUNT} products go up 12 % to $ 100 with ${MOST.activations} activations, and back with one`, async ({
  page,
  request,
}) => {
  await page.setViewportSize(DESK)
  const brand = await hasBrand(request, COUNT)
  await arriveAs(page, 'admin', '/panel/productos')
  await expect(page.getByRole('heading', { level: 1, name: /Productos/ })).toBeVisible()
  let activations = 0
  const press = async (control: Locator) => {
    activations += 1
    await control.click()
  }

  await press(page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: 'Precios' }))
  await page.getByLabel('Porcentaje (%)').fill('12')
  activations += 1
  await page.getByLabel('Marca').selectOption({ label: brand.name })
  const apply = page.getByRole('button', { name: `Subir ${COUNT} precios` })
  await expect(apply).toBeVisible()
  const first = page.getByRole('row', { name: new RegExp(`${brand.name} 0 `) })
  await expect(first.getByRole('cell')).toHaveText([/18\.400/, /20\.600/, /18\.540 \(−10\s%\)/])
  await expect(page.getByText(/33 presentaciones, de \$\s660\.000 a \$\s739\./)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ejemplos' })).toContainText('20.600')
  await expectAccessible(page)
  expect(await brand.priceOf(0)).toBe(18_400)

  await press(apply)
  const done = page.getByText(`Listo: cambió el precio de ${COUNT} presentaciones.`)
  await expect(done).toBeFocused()
  expect(activations).toBe(MOST.activations)
  expect([await brand.priceOf(0), await brand.priceOf(32)]).toEqual([20_600, 24_200])
  await expectAccessible(page)

  await page.getByRole('button', { name: /Deshacer el cambio/ }).click()
  await expect(page.getByText(/deshecho: 33 presentaciones\./)).toBeFocused()
  expect([await brand.priceOf(0), await brand.priceOf(32)]).toEqual([18_400, 21_600])

  await page.getByRole('link', { name: 'Historial' }).click()
  const runs = page.getByRole('list', { name: 'Cambios de precios' })
  await expect(runs.getByRole('listitem').filter({ hasText: '+12 %' }).first()).toContainText('Deshecho')
  await expectAccessible(page)
  await brand.clear()
})

test('on a phone, prices that changed since the preview are not applied but shown again', async ({
  page,
  request,
  complaints,
}) => {
  await page.setViewportSize(PHONE)
  const brand = await hasBrand(request, 2)
  await arriveAs(page, 'admin', '/panel/precios')
  await page.getByRole('radio', { name: 'Importe' }).check()
  const amount = page.getByLabel('Importe ($)')
  await amount.fill('mil')
  await amount.press('Enter')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('1.000')
  await page.getByLabel('Marca').selectOption({ label: brand.name })
  const apply = page.getByRole('button', { name: 'Subir 2 precios' })
  await expect(apply).toBeVisible()
  await expectAccessible(page)

  const body = { rule: { kind: 'percent', percent: 10 }, filter: brand.filter }
  const { token } = await brand.post('/price-runs/preview/', body)
  await brand.post('/price-runs/', { ...body, token })
  await apply.click()
  await expect(
    page.getByText('Los precios cambiaron desde la vista previa. Mirarla de nuevo.').first(),
  ).toBeVisible()
  expect(await brand.priceOf(0)).toBe(20_240)
  // The preview is that of the new prices, and can be applied.
  await expect(page.getByRole('row', { name: new RegExp(`${brand.name} 0 `) })).toContainText('21.200')
  await apply.click()
  await expect(page.getByText('Listo: cambió el precio de 2 presentaciones.')).toBeFocused()
  expect(await brand.priceOf(0)).toBe(21_200)
  await brand.clear()
  forgive(complaints, /409/)
})

test('the form of a product shows the prices that each presentation had', async ({ page, request }) => {
  const brand = await hasBrand(request, 1)
  const body = { rule: { kind: 'percent', percent: 10 }, filter: brand.filter }
  await brand.post('/price-runs/', { ...body, token: (await brand.post('/price-runs/preview/', body)).token })
  await arriveAs(page, 'admin', `/panel/productos?search=${brand.name}`)
  await page
    .getByRole('link', { name: /Editar/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Historial de precios de Presentación X3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Precios: Presentación X3' })
  await expect(dialog.getByRole('row')).toHaveText([
    /Desde/,
    /20\.240.*−10\s%.*admin/,
    /18\.400.*−10\s%.*admin/,
  ])
  await expectAccessible(page)
  await brand.clear()
})

test('a scheduled change is cancelled after a confirmation only', async ({ page, request }) => {
  await page.setViewportSize(PHONE)
  const brand = await hasBrand(request, 1)
  const body = { rule: { kind: 'percent', percent: 10 }, filter: brand.filter }
  const { token } = await brand.post('/price-runs/preview/', body)
  const apply_at = new Date(Date.now() + 86_400_000).toISOString()
  const { id } = await brand.post('/price-runs/', { ...body, token, apply_at })
  await arriveAs(page, 'admin', '/panel/precios?ver=programados')
  const cancel = page.getByRole('button', { name: `Cancelar el cambio #${id}`, exact: true })
  const dialog = page.getByRole('dialog', { name: `Cancelar el cambio #${id}` })

  await cancel.click()
  await expect(dialog.getByRole('button', { name: 'Volver' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()

  await cancel.click()
  await dialog.getByRole('button', { name: 'Cancelar el cambio' }).click()
  await expect(page.getByText(`Cambio #${id} cancelado.`)).toBeVisible()
  await expect(cancel).toHaveCount(0)
  await brand.clear()
})

test('a sheet is exported, and its new prices are imported after a dry run', async ({ page, request }) => {
  await page.setViewportSize(PHONE)
  const brand = await hasBrand(request, 1)
  await arriveAs(page, 'admin', '/panel/precios?ver=planilla')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar planilla' }).click()
  const sheet = await (await downloading).createReadStream()
  let text = ''
  for await (const part of sheet) text += String(part)
  const row = text.split('\r\n').find((line) => line.includes(`${brand.name} 0`)) ?? ''
  const upload = (content: string | Buffer) =>
    page
      .getByLabel('Planilla (CSV)')
      .setInputFiles({ name: 'productos.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  await upload(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))
  await expect(
    page.getByText('Es un archivo de Excel. Guardarlo como «CSV UTF-8» y subir ese.'),
  ).toBeVisible()
  const head = text.split('\r\n', 1)[0] ?? ''
  await upload([head, row.replace('18400,00', '1e5')].join('\r\n'))
  await expect(page.getByRole('list', { name: 'Errores' })).toContainText('Fila 2: Precio debe ser un número')
  await upload([head, row.replace('18400,00', '19.900')].join('\r\n'))
  await expect(page.getByRole('list', { name: 'Cambios' })).toContainText(
    'Precio (3 semillas): $ 18.400 → $ 19.900',
  )
  await expectAccessible(page)
  expect(await brand.priceOf(0)).toBe(18_400)
  await page.getByRole('button', { name: 'Guardar 1 cambio' }).click()
  await expect(page.getByText('Guardado: 1 producto con cambios, 0 sin cambios.')).toBeVisible()
  expect(await brand.priceOf(0)).toBe(19_900)
  await brand.clear()
})
