import { readFile } from 'node:fs/promises'
import { card, changesStatus, enter, worldOf } from './orders-world.ts'
import { DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

test('the list is asked for once, before the page has started', async ({ page, request }) => {
  const id = await (await worldOf(request, 'pronto', 1)).order(1)
  await enter(page, '/panel/pedidos')
  const asked: string[] = []
  page.on(
    'request',
    (sent) => void (/orders\/\?page=1&page_size=20/.test(sent.url()) && asked.push(sent.url())),
  )
  await page.reload()
  await expect(card(page, id)).toBeVisible()
  expect(asked).toHaveLength(1)
  // The page took the answer of the script in its head.
  expect(await page.evaluate(() => Object.keys(window.asked?.answers ?? { none: 0 }))).toEqual([])
})

test('an order is completed, cancelled and reopened, and the stock follows', async ({ page, request }) => {
  const world = await worldOf(request, 'cola', 5)
  const id = await world.order(2)
  expect(await world.stock()).toBe(3)

  await enter(page, '/panel/pedidos')
  await page.getByRole('searchbox', { name: /Buscar pedidos/ }).fill(world.name)
  await expect(page).toHaveURL(/search=/)
  await expect(card(page, id)).toBeVisible()
  await expectAccessible(page)

  await card(page, id)
    .getByRole('button', { name: /Cambiar estado/ })
    .click()
  await expectAccessible(page)
  await changesStatus(page, 'Completado')
  await expect(page.getByText('Orden actualizada exitosamente').first()).toBeVisible()
  await expect(card(page, id)).toBeHidden()
  await expect(page.getByText(`Pedido #${id}: Completado`, { exact: true })).toBeVisible()
  expect(await world.stock()).toBe(3)

  // By keys alone.
  await page.getByRole('tab', { name: /Completados ?, \d+/ }).click()
  await expect(card(page, id)).toBeVisible()
  await page.keyboard.press('j')
  await expect(card(page, id)).toBeFocused()
  await page.keyboard.press('e')
  const state = page.getByRole('dialog').getByLabel('Estado')
  await expect(state).toBeFocused()
  await expect(state.getByRole('option')).toHaveText(['Pendiente', 'Completado', 'Cancelado'])
  await expect(state).toHaveAccessibleDescription('Estado actual')
  await page.keyboard.type('ca')
  await expect(state).toHaveAccessibleDescription('Devuelve los productos al stock')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Motivo')).toBeFocused()
  await expect(page.getByLabel('Motivo')).toHaveValue('')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Orden cancelada exitosamente').first()).toBeVisible()
  await expect.poll(world.stock).toBe(5)

  await page.getByRole('button', { name: /Deshacer/ }).click()
  await expect(page.getByText(/Deshecho/)).toBeVisible()
  await expect.poll(world.stock).toBe(3)
  await expect(card(page, id)).toBeVisible()

  await page.getByRole('tab', { name: /Completados/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: /Pendientes/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: /Pendientes/ })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('tab', { name: /Completados/ })).toHaveAttribute('aria-selected', 'true')
})

test('a stale status dialog shows the new state and asks again, and closes when the order is gone', async ({
  page,
  request,
  complaints,
}) => {
  const world = await worldOf(request, 'viejo', 5)
  const id = await world.order(1)
  await enter(page, '/panel/pedidos')
  await page.getByRole('searchbox', { name: /Buscar pedidos/ }).fill(world.name)
  await card(page, id)
    .getByRole('button', { name: /Cambiar estado/ })
    .click()
  // No news of the list until then.
  await page.route(/\/api\/orders\/\?/, (route) => route.abort())
  await world.admin.patch(`/orders/${id}/`, { status: 'cancelled' })
  const dialog = page.getByRole('dialog')
  await changesStatus(page, 'Completado')
  await expect(
    dialog.getByText('Otra persona cambió el pedido. Ahora está Cancelado: elegí de nuevo.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Estado')).toHaveValue('cancelled')
  await expect(dialog.getByLabel('Estado')).toHaveAccessibleDescription('Estado actual')
  await world.admin.remove(`/orders/${id}/`)
  await changesStatus(page, 'Completado')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Otra persona eliminó el Pedido #${id}`)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  forgive(complaints, /404|409|ERR_FAILED/)
})

test('on the page of an order a stale status dialog asks again too', async ({
  page,
  request,
  complaints,
}) => {
  const world = await worldOf(request, 'viejopag', 5)
  const id = await world.order(1)
  await enter(page, `/panel/pedidos/${id}`)
  await page.getByRole('button', { name: /Cambiar estado/ }).click()
  await world.admin.patch(`/orders/${id}/`, { status: 'cancelled' })
  const dialog = page.getByRole('dialog')
  await changesStatus(page, 'Completado')
  await expect(dialog.getByLabel('Estado')).toHaveValue('cancelled')
  await expect(dialog.getByLabel('Estado')).toHaveAccessibleDescription('Estado actual')
  // The page below has read the order again by then.
  await expect(page.locator('main .badge').filter({ hasText: 'Cancelado' }).first()).toBeVisible()
  await expect(
    dialog.getByText('Otra persona cambió el pedido. Ahora está Cancelado: elegí de nuevo.'),
  ).toBeVisible()
  await expectAccessible(page)
  forgive(complaints, /409/)
})

test('reopening an order names the products that are out of stock', async ({ page, request }) => {
  const world = await worldOf(request, 'falta', 3)
  const id = await world.order(3)
  await world.admin.patch(`/orders/${id}/`, { status: 'cancelled' })
  await world.order(2)
  expect(await world.stock()).toBe(1)

  await page.setViewportSize(PHONE)
  await enter(page, `/admin/pedidos?orderId=${id}`)
  const details = page.getByRole('dialog', { name: `Pedido #${id}` })
  await expect(details.getByText('Cancelado')).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Cambiar estado' }).click()
  await changesStatus(page, 'Pendiente')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Error al actualizar el estado del pedido')).toBeVisible()
  await expect(
    dialog.getByText(/No hay suficiente stock de Semilla falta.*Stock disponible: 1/),
  ).toBeVisible()
  await expectAccessible(page)
  expect(await world.stock()).toBe(1)
})

test('new orders wait behind a button while the list is in use', async ({ page, request }) => {
  const world = await worldOf(request, 'nuevo', 9)
  const first = await world.order(1)
  await enter(page, '/panel/pedidos')
  await page.getByRole('searchbox', { name: /Buscar pedidos/ }).fill(world.name)
  await expect(card(page, first)).toBeVisible()
  // Once the search is applied, polling uses the filtered list.
  await expect(page.getByText(`1 pedido pendiente, con «${world.name}»`).first()).toBeVisible()
  await card(page, first).focus()
  const second = await world.order(1)
  const news = page.getByRole('button', { name: '1 pedido nuevo — mostrar' })
  await expect(news).toBeVisible({ timeout: 15_000 })
  await expect(card(page, first)).toBeFocused()
  await expect(card(page, second)).toBeHidden()
  await news.click()
  await expect(card(page, second)).toBeVisible()

  // Another admin changes the order: the row keeps its place and shows the change.
  await card(page, second).focus()
  await world.admin.patch(`/orders/${first}/`, { status: 'completed' })
  await expect(card(page, first).getByText('Cambió y ya no está en esta lista')).toBeVisible({
    timeout: 15_000,
  })
  await expect(card(page, second)).toBeFocused()
})

test('an order whose status changes leaves a list of several statuses for good', async ({
  page,
  request,
}) => {
  const world = await worldOf(request, 'varias', 9)
  const ids = [await world.order(1), await world.order(1), await world.order(1), await world.order(1)]
  await enter(page, '/panel/pedidos')
  await page.goto(`/panel/pedidos?search=${encodeURIComponent(world.name)}`)
  const left = (count: number) =>
    expect(
      page.getByText(`${count} ${count === 1 ? 'pedido pendiente' : 'pedidos pendientes'}, con`),
    ).toBeVisible()
  await left(4)
  const isClean = async (moved: number) => {
    await expect(card(page, moved)).toBeHidden()
    // The list is refetched at once and then every six seconds.
    await page.waitForResponse((answer) => /\/api\/orders\/\?/.test(answer.url()), { timeout: 15_000 })
    await expect(card(page, moved)).toBeHidden()
    await expect(page.getByText('Cambió y ya no está en esta lista')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /— mostrar$/ })).toHaveCount(0)
  }
  const [last = 0, third = 0, second = 0, first = 0] = ids
  await card(page, second)
    .getByRole('button', { name: /Cambiar estado/ })
    .click()
  await changesStatus(page, 'Completado')
  await left(3)
  await isClean(second)
  await expect(card(page, third)).toBeFocused()

  await card(page, first).focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog').getByLabel('Estado')).toBeFocused()
  await page.keyboard.press('c')
  await page.keyboard.press('Control+Enter')
  await left(2)
  await isClean(first)
  await expect(card(page, third)).toBeFocused()
  await expect(card(page, last)).toBeVisible()
})

test('order lines can be edited, and deleting the order opens the next one', async ({ page, request }) => {
  const world = await worldOf(request, 'lineas', 10)
  const older = await world.order(1)
  const id = await world.order(2)
  await enter(page, '/panel/pedidos')
  await page.getByRole('searchbox', { name: /Buscar pedidos/ }).fill(world.name)
  await expect(page.getByText(`2 pedidos pendientes, con «${world.name}»`)).toBeVisible()
  await card(page, id)
    .getByRole('link', { name: `Pedido #${id}`, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `Pedido #${id}` })).toBeFocused()
  await page.getByRole('button', { name: /Sumar una unidad/ }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Pedido actualizado correctamente.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Total/ }).last()).toContainText('3.000')
  await expect(page.getByText(/: 2 → 3/)).toBeVisible()
  expect(await world.stock()).toBe(6)
  await expectAccessible(page)

  const units = page.getByRole('spinbutton')
  await units.fill('0')
  await page.keyboard.press('Control+s')
  await expect(units).toHaveAccessibleDescription(/La cantidad debe ser al menos 1/)
  await expect(units).toHaveValue('0')
  await units.fill('13')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText(/No hay suficiente stock de Semilla lineas/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Descartar' }).click()

  // On a phone the bar of an edit says the new total and lies over nothing that is edited.
  await page.setViewportSize(PHONE)
  const more = page.getByRole('button', { name: /Sumar una unidad/ })
  await more.evaluate((button) => {
    window.scrollBy(0, button.getBoundingClientRect().bottom + 4 - window.innerHeight)
    button.focus({ preventScroll: true })
  })
  await page.keyboard.press('Enter')
  const bar = await page.getByText(/^Cambios sin guardar\. Total: \$\s4\.000$/).boundingBox()
  const edited = await more.boundingBox()
  expect((edited?.y ?? 0) + (edited?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.setViewportSize(DESK)

  await page.getByRole('button', { name: 'Editar cliente y entrega' }).click()
  await page.getByLabel('Teléfono').fill('123')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Ingresa un teléfono válido').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Teléfono').fill('0351 15 456 7890')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('definition').filter({ hasText: '3514567890' })).toBeVisible()

  await page.getByRole('button', { name: 'Editar cliente y entrega' }).click()
  await page.getByRole('combobox', { name: 'Entrega' }).selectOption('Envío a domicilio')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('La dirección es requerida').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Dirección').fill('Mitre 123, Salta')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Envío a domicilio: Mitre 123, Salta').first()).toBeVisible()
  await expect(page.getByText('Dirección: Coordinar entrega → M·····a')).toBeVisible()
  expect(await world.customer.get(`/orders/${id}/`)).toMatchObject({ shipping_address: 'Mitre 123, Salta' })

  await page.getByRole('button', { name: 'Eliminar' }).click()
  const confirm = page.getByRole('dialog')
  await expect(confirm.getByRole('button', { name: 'Volver' })).toBeFocused()
  await confirm.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page).toHaveURL(/\/admin\/pedidos$/)
  await expect(page.getByText('Pedido eliminado correctamente.').first()).toBeVisible()
  await expect(card(page, older)).toBeFocused()
  expect(await world.stock()).toBe(9)
})

test('the green button of a card is the next step, and deleting is in sight', async ({ page, request }) => {
  const world = await worldOf(request, 'verde', 2)
  const id = await world.order(1)
  await enter(page, '/panel/pedidos')
  const row = card(page, id)
  await expect(row.locator('.primary')).toHaveText(/^WhatsApp/)
  await expect(row.getByRole('button', { name: 'Eliminar del pedido' })).toBeVisible()
  const { total } = await world.admin.get<{ total: number }>(`/orders/${id}/`)
  await world.admin.post(`/orders/${id}/payments/`, { amount: total, method: 'cash', paid_on: '2026-01-02' })
  await page.reload()
  const prepare = row.getByRole('button', { name: `Marcar preparado del pedido #${id}` })
  await expect(row.locator('.primary')).toHaveText(/^Marcar preparado/)
  await expectAccessible(page)
  await prepare.press('Enter')
  await expect(row.locator('.primary')).toHaveText(/^Entregar o despachar/)
  await row.locator('.primary').press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.locator('.primary')).toBeFocused()
  await world.admin.put(`/orders/${id}/delivery/`, { state: 'handed', how: 'in_person' })
  await page.reload()
  // One button of a row has the key.
  await expect(row.locator('[data-key=e]')).toHaveText(/^Completar/)
})

test('what the list shows is downloaded, a row for each payment', async ({ page, request }) => {
  const world = await worldOf(request, 'planilla', 2)
  const id = await world.order(1)
  await world.admin.post(`/orders/${id}/payments/`, { amount: 250.5, method: 'cash', paid_on: '2026-01-02' })
  await enter(page, `/panel/pedidos?search=${world.username}`)
  await expect(card(page, id)).toBeVisible()
  // The keys of a menu button.
  const more = page.getByRole('button', { name: 'Más acciones' })
  await more.press('ArrowDown')
  const items = page.locator('.more-menu-items').locator('button, a')
  await expect(items.first()).toBeFocused()
  await items.first().press('End')
  await expect(items.last()).toBeFocused()
  await items.last().press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await items.first().press('ArrowUp')
  await items.last().press('Home')
  await expect(items.first()).toBeFocused()
  await items.first().press('Escape')
  await expect(more).toBeFocused()
  await expect(items.first()).toBeHidden()
  await more.press('Enter')
  await page.getByRole('button', { name: 'Descargar' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Pagos' }).check()
  await expectAccessible(page)
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Descargar' }).press('Enter'),
    ])
    expect(file.suggestedFilename()).toBe('pagos.csv')
    return (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  }
  const rows = await download()
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(`#${id};`)
  expect(rows[1]).toContain(';02/01/2026;Pago;Efectivo;250,50;')
  // A month for the accountant has orders of every state.
  await page.goto(`/panel/pedidos?status=completed&search=${world.username}`)
  await more.click()
  await page.getByRole('button', { name: 'Descargar' }).click()
  await dialog.getByRole('radio', { name: 'Pagos' }).check()
  expect(await download()).toHaveLength(1)
  await dialog.getByLabel('En todos los estados').check()
  expect(await download()).toEqual(rows)
})
