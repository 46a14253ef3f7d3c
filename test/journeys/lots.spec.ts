import type { APIRequestContext } from '@playwright/test'
import { accessOf, hasOrder, hasProductWithLot, newCustomer } from './people.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, signIn, test } from './stories.ts'

/** Notes a payment, so that the order waits to be packed. */
async function isPaid(request: APIRequestContext, id: number): Promise<void> {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const data = { amount: 100, method: 'cash', paid_on: '2026-01-02' }
  expect((await request.post(`/api/orders/${id}/payments/`, { headers, data })).status()).toBe(201)
  await request.post('/api/auth/logout/', { headers, data: {} })
}

test.use({ viewport: DESK })

test('a lot from harvest to its recipients, and to the page behind its QR', async ({ page, request }) => {
  const code = `JR-${Date.now().toString(36).toUpperCase()}`
  const customer = await newCustomer(request)
  const order = await hasOrder(request, customer, ['Luz Mala'])
  await isPaid(request, order)

  await confirmedAge(page)
  await page.goto('/login?redirect=/panel/lotes')
  await signIn(page, 'admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Lotes' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'PV-24B' })).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('nuevo lote')
  await dialog.getByRole('option', { name: /^Cosecha nueva/ }).click()
  await expect(page.getByRole('dialog', { name: 'Cosecha nueva' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/panel/lotes')

  await page.getByRole('heading', { level: 1, name: 'Lotes' }).focus()
  await page.keyboard.press('n')
  await dialog.getByRole('button', { name: 'Anotar cosecha' }).click()
  await expect(dialog.getByText('El producto es requerido').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Producto' }).fill('luz mala')
  await expect(dialog.getByRole('option', { name: /Luz Mala/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'Elegido' })).toHaveText('Elegido: Luz Mala')
  await dialog.getByLabel('Código').fill(code.toLowerCase())
  await dialog.getByLabel('Cosecha').fill('2026-03-01')
  await dialog.getByLabel('Se ve con el QR').check()
  await dialog.getByLabel('Nota pública').fill('Cosecha de otoño')
  await dialog.getByRole('button', { name: 'Anotar cosecha' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Lote ${code}` })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Anotar unidades' }).click()
  await dialog.getByRole('textbox', { name: 'Unidades' }).fill('900')
  await dialog.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(
    dialog.getByText(/Quedan? \d+ sin lote. ¿Sumar \d+ al stock, como cosecha\?/).first(),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sumar al stock y anotar' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Unidades' }).fill('2')
  await dialog.getByRole('button', { name: 'Anotar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Anotar prueba' }).click()
  await dialog.getByLabel('Fecha').fill('2026-04-01')
  await dialog.getByLabel('Semillas sembradas').fill('50')
  await dialog.getByLabel('Germinadas').fill('46')
  await dialog.getByRole('button', { name: 'Anotar prueba' }).click()
  await expect(page.getByText('92 % (46 de 50, 01/04/2026)').first()).toBeVisible()
  const address = page.url()

  await page.getByRole('link', { name: 'Imprimir etiquetas' }).click()
  const labels = page.getByRole('region', { name: 'Etiquetas' })
  await expect(labels).toContainText(`Lote ${code}`)
  await expect(labels).toContainText('PG 92 % (01/04/2026)')
  await expect(labels).not.toContainText('$')
  await expect(labels.getByRole('img', { name: `Código de la página del lote ${code}` })).toBeVisible()
  await expect(page.getByLabel('Cantidad')).toHaveValue('2')
  await page.getByLabel('Cantidad').fill('1,5')
  await expect(page.getByText('La cantidad debe ser un número entero')).toBeVisible()
  await page.getByLabel('Cantidad').fill('22')
  await expect(page.locator('.label')).toHaveCount(22)
  await expectAccessible(page)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(2)

  await page.goto('/panel/preparacion')
  const parcel = page.getByRole('listitem', { name: `Pedido #${order}, Olivia Recorrido` })
  await expect(parcel.getByLabel(code)).toHaveValue('1')
  await parcel.getByLabel(code).fill('dos')
  await parcel.getByRole('button', { name: 'Marcar preparado' }).click()
  await expect(parcel.getByText('La cantidad debe ser un número entero')).toBeVisible()
  await expect(parcel.getByLabel(code)).toBeFocused()
  await expectAccessible(page)
  await parcel.getByLabel(code).fill('1')
  await parcel.getByRole('button', { name: 'Marcar preparado' }).click()
  await expect(page.getByRole('listitem', { name: `Pedido #${order},` })).toContainText(`Lotes: ${code} × 1`)

  await page.goto(address)
  const received = page.getByRole('region', { name: 'Quién lo recibió' })
  await expect(received).toContainText(`#${order}`)
  await expect(received).toContainText('Olivia Recorrido')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  // As anybody reads it, without scripts too.
  const drawn = await (await request.get(`/lote/${code}`)).text()
  expect(drawn).toContain('Prueba propia: 46 de 50 · 01/04/2026')
  expect(drawn).not.toContain('Olivia')
  await page.goto(`/lote/${code}`)
  await expect(page.getByText('Cosecha de otoño')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Germinación' })).toContainText('92 %')
  await expect(page.getByRole('link', { name: 'Cómo germinar' })).toBeVisible()
  await expectAccessible(page)
  const missing = await request.get('/lote/NADA-1')
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('No encontramos este lote')
})

for (const viewport of [PHONE, DESK])
  test(`a harvest is noted once, with its units and its test, at ${viewport.width}`, async ({
    page,
    request,
  }) => {
    const { product, lot } = await hasProductWithLot(request, 'Cosechada')
    const code = `${lot.code}-B`
    await page.setViewportSize(viewport)
    await arriveAs(page, 'admin', `/panel/stock?search=${encodeURIComponent(product)}`)
    await page.getByRole('button', { name: 'Cosecha nueva' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cosecha nueva' })
    await dialog.getByRole('combobox', { name: 'Producto' }).fill(product)
    await expect(dialog.getByRole('option', { name: product })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`Elegido: ${product}`)).toBeVisible()
    await dialog.getByLabel('Código').fill(lot.code)
    const units = dialog.getByRole('group', { name: 'Unidades cosechadas' }).getByRole('textbox').first()
    await units.fill('-4')
    await dialog.getByLabel('Semillas sembradas').fill('50')
    await dialog.getByLabel('Germinadas').fill('51')
    await dialog.getByRole('button', { name: 'Anotar cosecha' }).click()
    await expect(dialog.getByText('Ingreso de cosecha: las unidades se suman').first()).toBeVisible()
    await expect(dialog.getByText('no pueden ser más que las sembradas').first()).toBeVisible()
    await expectAccessible(page)
    await units.fill('12')
    await dialog.getByLabel('Germinadas').fill('96 %')
    await expect(dialog.getByText('germinadas se cuentan en números enteros').first()).toBeVisible()
    await dialog.getByLabel('Germinadas').fill('48')
    await dialog.getByRole('button', { name: 'Anotar cosecha' }).click()
    await expect(dialog.getByText('Ya hay un lote con ese código').first()).toBeVisible()
    await dialog.getByLabel('Código').fill(code)
    await dialog.getByRole('button', { name: 'Anotar cosecha' }).click()

    await expect(page.getByRole('heading', { level: 1, name: `Lote ${code}` })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Unidades' }).getByRole('cell', { name: '12' }),
    ).toBeVisible()
    await expect(page.getByText(/96 % \(48 de 50/).first()).toBeVisible()
    // More than lies on the shelf without a lot is harvest too.
    await page.getByRole('button', { name: 'Anotar unidades' }).click()
    const moving = page.getByRole('dialog')
    await moving.getByRole('textbox', { name: 'Unidades' }).fill('500')
    await moving.getByRole('button', { name: 'Anotar', exact: true }).click()
    await moving.getByRole('button', { name: 'Sumar al stock y anotar' }).click()
    await expect(moving).toBeHidden()
    await expect(
      page.getByRole('region', { name: 'Unidades' }).getByRole('cell', { name: '512' }),
    ).toBeVisible()
  })

test('a lot on hold: not sold, marked wherever its order is handled, and handed over on purpose only', async ({
  page,
  request,
}) => {
  const customer = await newCustomer(request)
  const { product, lot } = await hasProductWithLot(request, 'Retenida')
  const order = await hasOrder(request, customer, [product])
  await isPaid(request, order)

  await confirmedAge(page)
  await page.goto('/login?redirect=/panel/preparacion')
  await signIn(page, 'admin')
  const parcel = page.getByRole('listitem', { name: `Pedido #${order}, Olivia Recorrido` })
  await expect(parcel.getByLabel(lot.code)).toHaveValue('1')
  await parcel.getByRole('button', { name: 'Marcar preparado' }).click()
  await expect(parcel).toContainText(`Lotes: ${lot.code} × 1`)

  await page.goto(`/panel/lotes/${lot.id}`)
  await page.getByRole('button', { name: 'Editar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Estado').selectOption('Retenido')
  await expect(dialog).toContainText('No se vende ni se ofrece al preparar. 1 pedido lo lleva.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Quién lo recibió' }).getByRole('link', { name: '1123456789' }),
  ).toBeVisible()

  await page.goto(`/panel/stock?search=${encodeURIComponent(product)}`)
  await expect(page.getByText('3 retenidas, no se venden')).toBeVisible()
  const mark = `Lote retenido: ${lot.code}`
  await page.goto('/panel/para-hacer')
  await expect(page.getByText(/pedidos? llevan? un lote retenido/)).toBeVisible()
  await page.goto(`/panel/pedidos?search=%23${order}`)
  await expect(page.getByText(mark)).toBeVisible()
  await page.goto('/panel/preparacion')
  await expect(parcel).toContainText(mark)
  await expect(parcel).toContainText(`Lotes: ${lot.code} × 1 (retenido)`)
  await page.goto(`/panel/pedidos/imprimir?ids=${order}`)
  await expect(page.getByRole('region', { name: `Pedido #${order}`, exact: true })).toContainText(
    '(retenido)',
  )
  await page.goto(`/panel/pedidos/${order}`)
  await expect(page.getByText(mark)).toBeVisible()
  await expect(page.getByText('Está preparado con un lote retenido')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Entregar o despachar' }).first().click()
  await dialog.getByRole('button', { name: 'Anotar entrega' }).click()
  await expect(
    dialog.getByText(`El lote ${lot.code} está retenido: no debería salir. ¿Entregarlo igual?`),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Entregar igual lo retenido').check()
  await dialog.getByRole('button', { name: 'Anotar entrega' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Entrega', exact: true })).toContainText('Entregado')
})
