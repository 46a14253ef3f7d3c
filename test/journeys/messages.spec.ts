import { callerFor, enter, worldOf } from './orders-world.ts'
import { DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

test('a message is written once, and opened for an order by any channel', async ({ page, request }) => {
  const world = await worldOf(request, 'mensaje', 5)
  const id = await world.order(2)
  await enter(page, '/panel/ajustes?mensaje=preparado')
  const body = page.getByLabel('El mensaje')
  await body.fill('Hola, {nombre}: {apodo}')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('{apodo} no es un dato del pedido').first()).toBeVisible()
  await page.getByRole('link', { name: 'Generales', exact: true }).click()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(body).toHaveValue('Hola, {nombre}: {apodo}')
  await body.fill('Hola, {nombre}: ya está.\n{productos}\nVence: {vence}')
  await page.getByLabel('Pedido', { exact: true }).selectOption({ label: `#${id}, ${world.name}` })
  await expect(page.locator('.template-preview')).toHaveText(
    /^Hola, Clienta: ya está\.\n- 2 × .*X3 SEMILLAS$/,
  )
  await page.getByRole('button', { name: /Agregar \{tienda\}/ }).click()
  await expect(body).toHaveValue(/\{tienda\}/)
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Mensaje guardado').first()).toBeVisible()

  await page.goto(`/panel/pedidos/${id}`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('button', { name: 'Otro mensaje' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mensaje').selectOption('preparado')
  const text = dialog.getByLabel('Texto')
  await expect(text).toHaveValue(/^Hola, Clienta: ya está\./)
  await text.fill('Pasá a buscarlo')
  // Nothing of it is stored, so that closing asks until it was copied or opened.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Seguir escribiendo' }).click()
  const chat = dialog.getByRole('link', { name: /^WhatsApp/ })
  await expect(chat).toHaveAttribute('href', 'https://wa.me/5491123456789?text=Pas%C3%A1%20a%20buscarlo')
  await expect(dialog.getByRole('link', { name: /^Telegram/ })).toHaveAttribute(
    'href',
    'https://t.me/+5491123456789',
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copiar mensaje' }).click()
  await expect(dialog.getByText('Mensaje copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Pasá a buscarlo')
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Se copió el mensaje (Preparado)')).toBeVisible()
  await expect(page.getByText('Ya lo contactaste: falta acordar el pago.')).toBeVisible()
})

test('an order without phone and e-mail still has a button for its step', async ({ page, request }) => {
  const world = await worldOf(request, 'sintel', 5)
  const [blister] = world.product.blisters
  const lines = [{ product_id: world.product.id, blister_id: blister?.id, quantity: 1 }]
  const noted = { guest: { name: 'Ana Feria' }, channel: 'fair', lines }
  const { id } = await world.admin.post<{ id: number }>('/orders/manual/', noted)
  await enter(page, `/panel/pedidos/${id}`)
  const next = page.getByRole('region', { name: 'Siguiente paso' })
  await expect(next.getByRole('button', { name: 'Acordar pago' })).toBeVisible()
  await next.getByRole('button', { name: 'Se llamó' }).click()
  await expect(page.getByText('Se llamó', { exact: true })).toBeVisible()
  await next.getByRole('button', { name: 'Acordar pago' }).press('d')
  await expect(page.getByText('Avisar al cliente por email')).toHaveCount(0)
})

test('the outbox shows the state of each mail, and a key retries a failed one', async ({ page, request }) => {
  const world = await worldOf(request, 'buzon', 5)
  const id = await world.order(1)
  await enter(page, `/panel/pedidos/${id}`)
  await page.getByRole('group', { name: 'Mostrar' }).getByRole('radio', { name: 'Mensajes' }).check()
  await page.getByRole('link', { name: 'Ver los emails de este pedido' }).click()
  await expect(page.getByRole('heading', { name: `Recibimos tu pedido #${id}` })).toBeVisible()
  await expect(page.getByText('Sin servidor de correo: los emails quedan en archivos.')).toBeVisible()
  await expectAccessible(page)

  // The shop of these stories has no mail server that could refuse anything.
  const { results } = await (await callerFor(request, 'admin')).get<{ results: { subject: string }[] }>(
    `/messages/?order_id=${id}`,
  )
  const failed = {
    ...results.find(({ subject }) => subject.startsWith('Recibimos')),
    state: 'failed',
    can_retry: true,
    can_resend: true,
    error: '550 no such user',
  }
  const answers = { results: [failed], count: 1, next: null, previous: null, to_files: false }
  const lateMails = [
    { key: 'mail_late', label: 'Emails demorados', count: 2, oldest_at: null, ids: [1, 2] },
    { key: 'mail_failed', label: 'Emails sin salir', count: 1, oldest_at: null, ids: [3] },
  ]
  let tries = 0
  await page.route('**/api/messages/?*', (route) =>
    route.fulfill({ json: { ...answers, counts: { waiting: 0, sent: 2, failed: 1 } } }),
  )
  await page.route('**/api/messages/*/retry/', (route) => {
    tries += 1
    return tries === 1
      ? route.fulfill({
          status: 409,
          json: { error: 'Ese email no falló, o ya está por salir', code: 'CONFLICT' },
        })
      : route.fulfill({ status: 204 })
  })
  await page.route('**/api/todo/', (route) => route.fulfill({ json: { queues: lateMails } }))
  await page.goto('/panel/para-hacer')
  await expect(page.getByRole('link', { name: /^Tienda ?, 3 pendientes/ })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: '2 emails llevan más de una hora sin poder salir.' })
    .getByRole('link', { name: 'Ver los demorados' })
    .click()
  await expect(page).toHaveURL(/\/mensajes$/)
  await page.goto('/panel/mensajes?estado=failed')
  const row = page.getByRole('listitem', { name: /Recibimos tu pedido/ })
  await expect(row.getByText('550 no such user')).toBeVisible()
  await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('e')
  await expect(row.getByText('Ese email no falló, o ya está por salir')).toBeVisible()
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await row.focus()
  await page.keyboard.press('e')
  await expect(page.getByText(/: vuelve a salir$/)).toBeVisible()
  await expect(row).toHaveCount(0)
})
