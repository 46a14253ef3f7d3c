import { card, enter, worldOf } from './orders-world.ts'
import { DESK, expect, expectAccessible, expectRowsInView, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

test('orders are filtered by their step and found by phone and product', async ({ page, request }) => {
  const world = await worldOf(request, 'filtro', 20)
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
  await expect(page.getByRole('main').getByRole('link', { name: `Pedido #${id}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Quitar filtro: Siguiente paso: Preparar' }).click()
  await expect(card(page, id)).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectAccessible(page)

  await page.setViewportSize(DESK)
  const lines = [{ product_id: world.product.id, blister_id: world.blister, quantity: 1 }]
  for (let made = 0; made < 12; made += 1)
    await world.admin.post('/orders/manual/', { guest: { name: world.name }, channel: 'fair', lines })
  await page.goto('/panel/pedidos')
  await expectRowsInView(page, 6)
  await page.getByRole('button', { name: 'Tabla' }).click()
  await expectRowsInView(page, 12)
  // A step has one line.
  const steps = page.locator('.admin-orders-table .button:not(.icon-only)')
  const heights = await steps.evaluateAll((all) => all.map((step) => step.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(40)
  await expectAccessible(page)

  // On a phone an order begins with whose it is, its total and what comes next.
  await page.setViewportSize(PHONE)
  await page.goto(`/panel/pedidos/${id}`)
  const main = page.getByRole('main')
  for (const first of [
    main.getByRole('heading', { level: 1, name: `Pedido #${id}` }),
    main.getByText('Pendiente', { exact: true }).first(),
    main.locator('.admin-order-who').getByText(world.name),
    main.locator('.admin-order-who').getByRole('link', { name: /^\d{10}$/ }),
    main.locator('.admin-order-who').getByText(/^\$\s[\d.]+$/),
    main.getByRole('heading', { name: 'Siguiente paso' }),
  ]) {
    await expect(first).toBeVisible()
    const { y = 0, height = 0 } = (await first.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(400)
  }
  await expectAccessible(page)
})

test('packing lists and delivery notes are printed without prices, unless asked for', async ({
  page,
  request,
}) => {
  const world = await worldOf(request, 'papel', 9)
  const ids = [await world.order(1), await world.order(2)]
  await enter(page, `/panel/pedidos/${ids[0]}`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
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
  // In the same edit, a discount on a line and on the whole order.
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Cambiar el precio de Semilla linea/ }).click()
  await dialog.getByLabel('Qué cambiar').selectOption('discount')
  await dialog.getByLabel('Descuento', { exact: true }).fill('10')
  await dialog.getByLabel('Motivo').fill('Le faltaba una semilla')
  await dialog.getByRole('button', { name: 'Cambiar precio' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Total: $ 1.900' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Descuento a todo el pedido' }).click()
  await dialog.getByLabel('Descuento', { exact: true }).fill('10')
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Le faltaba una semilla')
  await dialog.getByLabel('Motivo').fill('')
  await dialog.getByRole('button', { name: 'Aplicar descuento' }).click()
  await expect(dialog.getByText('El motivo es requerido').first()).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Compra siempre')
  await dialog.getByRole('button', { name: 'Aplicar descuento' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Total: $ 1.710' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('row', { name: /Semilla otra/ })).toBeVisible()
  await expect(page.getByText('Cambios sin guardar')).toHaveCount(0)
  expect(await other.stock()).toBe(4)
  // What it cost before, how much less it is, and why.
  const table = page.getByRole('table', { name: /^Productos del pedido/ })
  await expect(table.getByText(/^Antes \$\s1\.000 \(−19 %\) · Compra siempre$/)).toBeVisible()
  await expect(
    table.getByRole('row', { name: /^Total/ }).getByText(/^Antes \$\s1\.900 \(−10 %\)$/),
  ).toBeVisible()

  await page.getByRole('button', { name: /^Cambiar el precio de Semilla otra/ }).click()
  await dialog.getByLabel('Precio', { exact: true }).fill('850')
  await dialog.getByRole('button', { name: 'Cambiar precio' }).click()
  await expect(dialog.getByText('El motivo es requerido').first()).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Amiga de la casa')
  await expect(dialog.getByText('Total del pedido: $ 1.660')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cambiar precio' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Total: $ 1.660' })).toBeVisible()
  await page.getByRole('button', { name: 'Anotar pago' }).click()
  await expect(
    dialog.getByText(/cambios sin guardar: hoy suma \$\s1\.710, y con ellos \$\s1\.660/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Cambios sin guardar')).toHaveCount(0)
  await expect(page.getByText(/Cambio de precios: Amiga de la casa/)).toBeVisible()
  await expectAccessible(page)
})

test('an order by phone is entered, paid and handed over in one step', async ({ page, request }) => {
  const world = await worldOf(request, 'fono', 5)
  await enter(page, '/panel/pedidos')
  await expect(page.getByRole('link', { name: 'Nuevo pedido' })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo pedido' })).toBeVisible()
  await page.getByRole('button', { name: 'Crear pedido' }).click()
  await expect(page.getByText('El pedido no tiene productos').first()).toBeVisible()

  const product = page.getByRole('combobox', { name: 'Agregar un producto' })
  const none = await worldOf(request, 'agotada', 0)
  await page.setViewportSize({ width: 1280, height: 420 })
  await product.fill(none.name.replace('Clienta', 'Semilla'))
  await expect(page.getByRole('option', { name: /Sin stock/ })).toBeInViewport({ ratio: 1 })
  await product.press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'no tiene stock: no se puede agregar' }),
  ).toBeVisible()
  await page.setViewportSize(DESK)
  await product.fill(world.name.replace('Clienta', 'Semilla'))
  await expect(page.getByText('no tiene stock: no se puede agregar')).toHaveCount(0)
  await expect(page.getByRole('listbox', { name: 'Productos' }).getByRole('option')).toHaveCount(1)
  await product.press('Enter')
  await expect(page.getByText('Total: $ 1.000')).toBeVisible()
  await page.getByLabel(/^Precio de/).fill('900')
  await page.getByLabel('Nombre', { exact: true }).fill('Ana de la Feria')
  await page.getByLabel('Cómo queda').selectOption('done')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Ana de la Feria')
  await expect(page.getByText('Seguís el pedido que habías dejado sin terminar')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
  await expect(page.getByText('Sin cuenta')).toBeVisible()
  await expect(page.getByText('Entregado', { exact: true }).first()).toBeVisible()
  expect(await world.stock()).toBe(4)

  await page.goto('/panel/pedidos/nuevo')
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('')
  await expect(page.getByText('Seguís el pedido')).toBeHidden()
  await page.getByLabel('Nombre', { exact: true }).fill('Nadie')
  await page.reload()
  await page.getByRole('button', { name: 'Descartarlo' }).click()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('')
  await page.setViewportSize(PHONE)
  // On a phone one part at a time.
  await expect(page.getByLabel('De quién es')).toBeHidden()
  await page.getByRole('button', { name: 'Seguir: Cliente' }).click()
  await page.getByLabel('De quién es').selectOption('account')
  await page.getByRole('combobox', { name: 'Cuenta' }).fill(world.name.replace('Clienta ', ''))
  await expect(page.getByRole('listbox', { name: 'Cuentas' }).getByRole('option')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Cuenta' }).press('Enter')
  await expect(page.getByText(`${world.name} ·`)).toBeVisible()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Usuario' })
  await dialog.getByRole('button', { name: 'Crear Usuario' }).click()
  await expect(dialog.getByText(/es requerid/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('El pedido no tiene productos')).toHaveCount(0)
  await page.getByLabel('Entrega').selectOption('address')
  await page.getByLabel('Dirección').fill('Mitre 123, Salta')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Seguir: Cobro' }).click()
  await page.getByLabel('Cómo queda').selectOption('sent')
  await page.getByLabel('Seguimiento').fill('AB 123 AR')
  await expectAccessible(page)
  // What is missing is in another part: all of them are shown.
  await page.getByRole('button', { name: 'Crear pedido' }).click()
  await expect(page.getByText('El pedido no tiene productos').first()).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Agregar un producto' })
    .fill(world.name.replace('Clienta', 'Semilla'))
  await expect(page.getByRole('listbox', { name: 'Productos' }).getByRole('option')).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Agregar un producto' }).press('Enter')
  await page.getByRole('button', { name: 'Crear pedido' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
  await expect(page.getByText('AB 123 AR')).toBeVisible()
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
  await expect(card(page, second).getByText('Preparado', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await outcome.getByRole('button', { name: 'Cerrar el resultado' }).click()
  // Completed, it leaves the list at once: nobody else moved it.
  await card(page, second).getByRole('checkbox').click()
  await bar.getByRole('button', { name: 'Completar' }).click()
  await expect(outcome.getByText('Completar: 1 de 1 pedido.')).toBeVisible()
  await expect(card(page, second)).toHaveCount(0)
  const [third, fourth] = [await world.order(1), await world.order(1)]
  await page.reload()
  await card(page, third).getByRole('checkbox').click()
  await card(page, fourth).getByRole('checkbox').click()
  await bar.getByRole('link', { name: 'Imprimir' }).click()
  await expect(page.getByRole('region', { name: 'Para juntar' })).toContainText('2 unidades en total')
})
