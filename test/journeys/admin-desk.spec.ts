import { card, enter, worldOf } from './orders-world.ts'
import { DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

test('orders are filtered by their step and found by phone and product', async ({ page, request }) => {
  const world = await worldOf(request, 'filtro', 5)
  const id = await world.order(1)
  await enter(page, '/panel/pedidos')
  const search = page.getByRole('searchbox', { name: /^Buscar pedidos/ })
  await search.fill(world.name.replace('Clienta', 'Semilla'))
  await expect(card(page, id)).toBeVisible()
  await page.waitForURL(/search=Semilla/)
  await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByLabel('Siguiente paso').selectOption({ label: 'Preparar' })
  await page.getByRole('button', { name: 'Ver 0 pedidos' }).click()
  await expect(page.getByText(/No hay pedidos con «.*» con esos filtros/)).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtro: Siguiente paso: Preparar' }).click()
  await expect(card(page, id)).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
})

test('packing lists and delivery notes are printed without prices, unless asked for', async ({
  page,
  request,
}) => {
  const world = await worldOf(request, 'papel', 9)
  const ids = [await world.order(1), await world.order(2)]
  await enter(page, `/panel/pedidos/${ids[0]}`)
  await page.getByRole('link', { name: 'Imprimir' }).click()
  await expect(page.getByRole('region', { name: `Pedido #${ids[0]}` })).toBeVisible()
  await expect(page.getByRole('img', { name: `Código para abrir el Pedido #${ids[0]}` })).toBeVisible()

  await page.goto(`/panel/pedidos/imprimir?ids=${ids.join()}`)
  const sums = page.getByRole('region', { name: 'Para juntar' })
  await expect(sums.getByText('3 unidades en total')).toBeVisible()
  await expect(page.locator('.print-sheets')).not.toContainText('$')
  await expectAccessible(page)
  await page.getByLabel('Con precios').click()
  await expect(page.locator('.print-sheets')).toContainText('$')
  await page.getByLabel('Documento').selectOption('nota')
  await expect(page.getByText('Documento interno. No válido como factura ni remito.')).toHaveCount(2)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(2)
  expect(paper).toMatch(/\/MediaBox \[0 0 59[45]\S* 84[12]/)

  await page.getByLabel('Papel').selectOption('80')
  await expect(page.locator('.print-roll')).toBeVisible()
  const roll = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(roll.match(/\/Type \/Page\b/g)).toHaveLength(2)
  expect(roll).toMatch(/\/MediaBox \[0 0 22[67]/)
})

test('a product is added to an order, and the price of a line changed with a reason', async ({
  page,
  request,
}) => {
  const world = await worldOf(request, 'linea', 5)
  const other = await worldOf(request, 'otra', 5)
  const id = await world.order(1)
  await enter(page, `/panel/pedidos/${id}`)
  await page.getByRole('combobox', { name: 'Agregar un producto' }).fill(other.name.replace('Clienta ', ''))
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Total: $ 2.000' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('row', { name: /Semilla otra/ })).toBeVisible()
  await expect(page.getByText('Cambios sin guardar')).toHaveCount(0)
  expect(await other.stock()).toBe(4)

  await page.getByRole('button', { name: /^Cambiar el precio de Semilla otra/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Precio', { exact: true }).fill('850')
  await dialog.getByRole('button', { name: 'Cambiar precio' }).click()
  await expect(dialog.getByText('El motivo es requerido').first()).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Amiga de la casa')
  await expect(dialog.getByText('Total del pedido: $ 1.850')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cambiar precio' }).click()
  await expect(page.getByText('Precio cambiado').first()).toBeVisible()
  await expect(page.getByText(/Cambio de precio de Semilla otra.*Amiga de la casa/)).toBeVisible()
  await expectAccessible(page)
})

test('an order by phone is noted, paid and handed over in one step', async ({ page, request }) => {
  const world = await worldOf(request, 'fono', 5)
  await enter(page, '/panel/pedidos')
  await expect(page.getByRole('link', { name: 'Nuevo pedido' })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo pedido' })).toBeVisible()
  await page.getByRole('button', { name: 'Crear pedido' }).click()
  await expect(page.getByText('El pedido no tiene productos').first()).toBeVisible()

  const product = page.getByRole('combobox', { name: 'Agregar un producto' })
  await product.fill(world.name.replace('Clienta', 'Semilla'))
  await expect(page.getByRole('listbox', { name: 'Productos' }).getByRole('option')).toHaveCount(1)
  await product.press('Enter')
  await expect(page.getByText('Total: $ 1.000')).toBeVisible()
  await page.getByLabel(/^Precio de/).fill('900')
  await page.getByLabel('Nombre', { exact: true }).fill('Ana de la Feria')
  await page.getByLabel('Cómo queda').selectOption('done')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Ana de la Feria')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
  await expect(page.getByText('Sin cuenta')).toBeVisible()
  await expect(page.getByText('Entregado', { exact: true }).first()).toBeVisible()
  expect(await world.stock()).toBe(4)

  await page.goto('/panel/pedidos/nuevo')
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('')
  await page.setViewportSize(PHONE)
  await page.getByLabel('De quién es').selectOption('account')
  await page.getByRole('combobox', { name: 'Cuenta' }).fill(world.name.replace('Clienta ', ''))
  await expect(page.getByRole('listbox', { name: 'Cuentas' }).getByRole('option')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Cuenta' }).press('Enter')
  await expect(page.getByText(`${world.name} ·`)).toBeVisible()
  await expectAccessible(page)
})

test('several orders are prepared at once, each with its own outcome, and printed together', async ({
  page,
  request,
}) => {
  const world = await worldOf(request, 'varios', 9)
  const [first, second] = [await world.order(1), await world.order(1)]
  await enter(page, '/panel/pedidos')
  await card(page, second).focus()
  await page.keyboard.press('x')
  await card(page, first).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Pedidos elegidos' })
  await expect(bar.getByText('2 seleccionados')).toBeVisible()
  // Somebody else cancels one of them.
  await world.admin.patch(`/orders/${first}/`, { status: 'cancelled' })
  await bar.getByRole('button', { name: 'Marcar preparado' }).click()
  const outcome = page.getByRole('region', { name: 'Resultado' })
  await expect(outcome.getByText('Marcar preparado: 1 de 2 pedidos.')).toBeVisible()
  await expect(outcome.getByText(`Pedido #${second}: listo`)).toBeVisible()
  await expect(outcome.getByText('El pedido está cancelado')).toBeVisible()
  await expectAccessible(page)
  await outcome.getByRole('button', { name: 'Cerrar el resultado' }).click()
  const third = await world.order(1)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.reload()
  await card(page, second).getByRole('checkbox').click()
  await card(page, third).getByRole('checkbox').click()
  await bar.getByRole('link', { name: 'Imprimir' }).click()
  await expect(page.getByRole('region', { name: 'Para juntar' })).toContainText('2 unidades en total')
})
