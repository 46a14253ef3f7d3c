import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { card, changesStatus, worldOf } from './orders-world.ts'
import { arriveAs, DESK, expect, expectAccessible, mailTo, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

/** Counts key and button presses. */
function counting(page: Page) {
  const counts = { keys: 0, clicks: 0 }
  return {
    counts,
    press: async (key: string) => {
      counts.keys += 1
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      counts.keys += text.length
      await page.keyboard.type(text)
    },
    click: async (...[target, options]: [ReturnType<Page['getByRole']>, { modifiers: ['Shift'] }?]) => {
      counts.clicks += 1
      await target.click(options)
    },
  }
}

test.describe('translated by the browser', () => {
  // What works with each text replaced, works in Spanish, too.
  test.use({ translated: true })

  test("the breeder's day: fifteen orders handed over, one by phone, a claim replaced", async ({
    page,
    request,
  }) => {
    const world = await worldOf(request, 'dia', 60)
    const ids: number[] = []
    for (let n = 0; n < 15; n += 1) ids.push(await world.order(1))
    const product = world.name.replace('Clienta', 'Semilla')
    await arriveAs(page, 'admin', `/panel/pedidos?search=${encodeURIComponent(world.name)}`)
    await expect(page.getByRole('heading', { name: 'Lista de Pedidos' })).toBeVisible()

    // Fifteen at once: select, prepare, select, hand over.
    const day = counting(page)
    const boxes = page.getByRole('checkbox', { name: /^Elegir el pedido/ })
    const bar = page.getByRole('region', { name: 'Pedidos elegidos' })
    const outcome = page.getByRole('region', { name: 'Resultado' })
    await expect(boxes).toHaveCount(15)
    // The second action must not depend on a refetch after the first: on a slow line it has not arrived yet.
    const lists = /\/api\/orders\/\?/
    await page.route(lists, () => {})
    for (const step of ['Marcar preparado', 'Entregado']) {
      await day.click(boxes.first())
      await day.click(boxes.last(), { modifiers: ['Shift'] })
      await day.click(bar.getByRole('button', { name: step }))
      // Fifteen calls, one after the other.
      await expect(outcome.getByText(`${step}: 15 de 15 pedidos.`)).toBeVisible({ timeout: 45_000 })
      // From the last row, which is scrolled to.
      await expect(outcome).toBeInViewport()
    }
    await page.unroute(lists)
    expect(day.counts.clicks / ids.length).toBeLessThanOrEqual(3)

    // One by keyboard, on its page: prepared, then handed over with the dialog's defaults.
    const one = await world.order(1)
    await page.goto(`/panel/pedidos/${one}`)
    await expect(page.getByRole('button', { name: 'Marcar preparado' })).toBeVisible()
    const keyboard = counting(page)
    await keyboard.press('p')
    await expect(page.getByText('Pedido preparado').first()).toBeVisible()
    await keyboard.press('d')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keyboard.press('Enter')
    await expect(page.getByText('Entrega anotada').first()).toBeVisible()
    expect(keyboard.counts.keys).toBeLessThanOrEqual(4)

    // By phone: what a person types in half a minute is about a hundred keys.
    const phone = counting(page)
    await page.goto('/panel/pedidos/nuevo')
    await expect(page.getByRole('combobox', { name: 'Agregar un producto' })).toBeVisible()
    await phone.press('/')
    // The distinguishing part of a product name.
    await phone.type(product.slice(-12))
    await expect(page.getByRole('listbox', { name: 'Productos' }).getByRole('option')).toHaveCount(1)
    await phone.press('Enter')
    await page.getByLabel('Nombre', { exact: true }).focus()
    await phone.press('Tab')
    await page.getByLabel('Nombre', { exact: true }).focus()
    await phone.type('Rosa Paz')
    await phone.press('Tab')
    await phone.type('1123456789')
    await phone.press('Control+s')
    await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
    expect(phone.counts.keys).toBeLessThanOrEqual(60)
    expect(await world.stock()).toBe(43)

    const photo = await readFile('src/web/public/pictures/guia-3-remojo/640.webp')
    const filed = await request.post('/api/warranty-claims/', {
      multipart: {
        purchase_type: 'without-order',
        name: 'Rosa Paz',
        email: 'rosa.paz@correo.example',
        product_name: product,
        purchase_date: '2026-11-01',
        germination_date: '2026-11-10',
        description: 'No abrió ninguna.',
        photo1: { name: 'foto.webp', mimeType: 'image/webp', buffer: photo },
      },
    })
    const { id: claim } = (await filed.json()) as { id: number }
    await world.admin.patch(`/warranty-claims/${claim}/`, { status: 'approved' })
    await page.goto(`/panel/garantias?search=%23${claim}`)
    await page.getByRole('listitem', { name: new RegExp(`^Reclamo #${claim},`) }).focus()
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: `Reposición del reclamo #${claim}` })
    await expect(dialog.getByRole('option').first()).toContainText(product)
    await dialog.getByRole('combobox', { name: 'Qué se repone' }).press('Enter')
    await expect(dialog.getByRole('list', { name: 'Productos que se reponen' })).toContainText(product)
    await expectAccessible(page, 'dialog[open]')
    await dialog.getByRole('button', { name: 'Crear reposición' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
    await page.getByRole('link', { name: `Reposición del reclamo #${claim}` }).click()
    const replaced = page.getByRole('listitem', { name: new RegExp(`^Reclamo #${claim},`) })
    await expect(replaced.getByText('Resuelta')).toBeVisible()
    await expect(replaced.getByRole('link', { name: /^Pedido #/ })).toBeVisible()
  })
})

test('money, notes and the delivery of an order, and what its customer sees of them', async ({
  page,
  request,
  browser,
}) => {
  const world = await worldOf(request, 'mesa', 9)
  const id = await world.order(2)
  await arriveAs(page, 'admin', `/panel/pedidos/${id}`)
  const dialog = page.getByRole('dialog')

  // The keys work once the order is there.
  await expect(page.getByRole('button', { name: 'Anotar pago' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Anotar pago' }).click()
  await dialog.getByLabel('Importe').fill('500')
  await dialog.getByLabel('Referencia').fill('Op. 17')
  await dialog.getByRole('button', { name: 'Anotar pago' }).click()
  await expect(page.getByText('Pago parcial').first()).toBeVisible()
  await page.getByRole('button', { name: /^Anular ?: Pago de/ }).click()
  await dialog.getByLabel('Motivo').fill('Era de otro pedido')
  await dialog.getByRole('button', { name: 'Anular' }).click()
  await expect(page.getByText('Motivo: Era de otro pedido')).toBeVisible()

  await page.getByRole('button', { name: 'Anotar pago' }).click()
  await dialog.getByLabel('Importe').fill('2500')
  await expect(dialog.getByText('Supera el saldo en $ 500: queda a favor del cliente.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Anotar pago' }).click()
  await expect(page.getByText('A favor').first()).toBeVisible()
  await page.getByRole('button', { name: 'Anotar devolución' }).click()
  await expect(dialog.getByLabel('Importe')).toHaveValue('500')
  await dialog.getByRole('button', { name: 'Anotar devolución' }).click()
  await expect(page.getByText('Pagado', { exact: true }).first()).toBeVisible()

  await page.getByLabel('Nota interna').fill('Sale el lunes con el correo')
  await page.getByRole('link', { name: 'Volver a los pedidos' }).click()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await page.getByLabel('La ve el cliente').check()
  await page.getByLabel('También por email').check()
  await page.getByRole('button', { name: 'Publicar para el cliente' }).click()
  await expect(page.getByText('Nota para el cliente, también por email')).toBeVisible()
  await mailTo(`${world.username}@surbrote.example`, 'Sale el lunes con el correo')

  // An internal note is deleted after a confirmation only.
  await page.getByLabel('Nota interna').fill('Llamar antes')
  await page.getByRole('button', { name: 'Guardar nota' }).click()
  const note = page.locator('.order-history').getByText('Llamar antes')
  await page.getByRole('button', { name: 'Borrar la nota' }).click()
  await page.getByRole('dialog', { name: 'Borrar nota' }).getByRole('button', { name: 'Volver' }).click()
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Borrar la nota' }).click()
  await page.getByRole('dialog', { name: 'Borrar nota' }).getByRole('button', { name: 'Borrar' }).click()
  await expect(note).toHaveCount(0)

  // The customer's order changes after it was prepared; the page follows by itself.
  await page.keyboard.press('p')
  await expect(page.getByText('Pedido preparado').first()).toBeVisible()
  const { product, blister } = world
  const order_products = [{ product_id: product.id, blister_id: blister, quantity: 1 }]
  await world.admin.patch(`/orders/${id}/`, { order_products })
  // The history may update first; the next step belongs to the order.
  const delivery = page.getByRole('region', { name: 'Entrega', exact: true })
  await expect(delivery.getByText('Cambió después de preparado')).toBeVisible({ timeout: 15_000 })
  await page.keyboard.press('p')
  await expect(delivery.getByRole('button', { name: 'Volver a sin preparar' })).toBeVisible()
  await expect(delivery.getByText('Cambió después de preparado')).toHaveCount(0)

  await page.keyboard.press('d')
  await dialog.getByLabel('Cómo').selectOption('shipped')
  await dialog.getByLabel('Transporte').fill('Correo Argentino')
  await dialog.getByLabel('Seguimiento').fill('AB 123 AR')
  await dialog.getByRole('button', { name: 'Anotar entrega' }).click()
  await expect(page.getByText('AB 123 AR').first()).toBeVisible()
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await expectAccessible(page, 'main')
  }

  const context = await browser.newContext({ viewport: PHONE })
  const theirs = await context.newPage()
  await arriveAs(theirs, world.username, '/mi-cuenta?section=orders')
  await theirs.getByText('Ver detalle').click()
  const own = theirs.getByRole('listitem', { name: `Pedido #${id}` })
  await expect(own.getByText('Enviado con Correo Argentino').first()).toBeVisible()
  await expect(own.getByRole('link', { name: 'AB 123 AR' })).toHaveAttribute(
    'href',
    /correoargentino.*AB123AR/i,
  )
  await expect(own.getByText('Sale el lunes con el correo')).toBeVisible()
  // Handed over orders cannot be cancelled by the customer.
  await expect(own.getByRole('button', { name: /^Cancelar pedido/ })).toHaveCount(0)
  await expect(own.getByRole('button', { name: /^Quitar producto/ })).toHaveCount(0)
  await context.close()
})

test('completing an order that owes offers to note its payment', async ({ page, request }) => {
  const world = await worldOf(request, 'saldo', 5)
  const id = await world.order(1)
  await arriveAs(page, 'admin', `/panel/pedidos/${id}`)
  await page.getByRole('button', { name: 'Cambiar estado' }).click()
  await changesStatus(page, 'Completado')
  await page.getByRole('button', { name: 'Anotar el pago de $ 1.000' }).click()
  await expect(page.getByRole('dialog').getByLabel('Importe')).toHaveValue('1.000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pagado', { exact: true }).first()).toBeVisible()
})

test('an order is repeated: available products go into the cart, missing ones are listed', async ({
  page,
  request,
}) => {
  const world = await worldOf(request, 'otravez', 5)
  const gone = await worldOf(request, 'agotada', 1)
  const { id } = await world.customer.post<{ id: number }>('/orders/', {
    recipient_name: world.name,
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    products: [
      { product_id: world.product.id, blister_id: world.blister, quantity: 2 },
      { product_id: gone.product.id, blister_id: gone.blister, quantity: 1 },
    ],
  })
  await world.admin.patch(`/orders/${id}/`, { status: 'completed' })
  await page.setViewportSize(PHONE)
  await arriveAs(page, world.username, '/mi-cuenta?section=orders')
  await page.getByText('Ver detalle').click()
  await page.getByRole('link', { name: `Volver a pedir el pedido #${id}` }).click()
  const notice = page.getByRole('status').filter({ hasText: `Pedido #${id}` })
  await expect(notice).toContainText('está en el carrito, a los precios de hoy. Falta:')
  await expect(notice).toContainText(`${gone.name.replace('Clienta', 'Semilla')} X3 SEMILLAS: sin stock`)
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito (2)' })).toBeVisible()
  await expect(page).toHaveURL(/\/carrito$/)
  await expectAccessible(page, 'main')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito (2)' })).toBeVisible()
  await expect(card(page, id)).toHaveCount(0)
})
