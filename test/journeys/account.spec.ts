import { answersOf } from './answers.ts'
import { hasOrder, newCustomer, stockOf } from './people.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  forgive,
  mailedCode,
  mailTo,
  PHONE,
  signIn,
  test,
} from './stories.ts'

test.use({ viewport: PHONE })

test('an order that is cancelled in two tabs gives its stock back once', async ({
  page,
  context,
  request,
}) => {
  const olivia = await newCustomer(request)
  const before = await stockOf(request, olivia, 'Vidala Lima')
  const id = await hasOrder(request, olivia, ['Vidala Lima'])
  expect(await stockOf(request, olivia, 'Vidala Lima')).toBe(before - 1)

  await arriveAs(page, olivia, '/mi-cuenta?section=orders')
  await expect(page.getByRole('listitem', { name: `Pedido #${id}` })).toContainText('Pendiente')
  const other = await context.newPage()
  await confirmedAge(other)
  await other.goto('/mi-cuenta?section=orders')

  for (const tab of [page, other]) {
    const order = tab.getByRole('listitem', { name: `Pedido #${id}` })
    await order.getByText('Ver detalle').click()
    await order.getByRole('button', { name: /Cancelar pedido/ }).click()
    await expect(tab.getByRole('dialog', { name: `¿Cancelar el Pedido #${id}?` })).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Volver' })).toBeFocused()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click()
  await expect(page.getByText('Pedido cancelado correctamente').first()).toBeVisible()
  await expect(page.getByRole('listitem', { name: `Pedido #${id}` })).toHaveCount(0)
  await expect(page.getByText('Sin pedidos todavía')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectAccessible(page, 'main')

  await other.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click()
  await expect(other.getByText('El pedido ya no está pendiente').first()).toBeVisible()
  await expect(other.getByRole('dialog')).toBeHidden()
  await expect(other.getByRole('listitem', { name: `Pedido #${id}` })).toHaveCount(0)
  expect(await stockOf(request, olivia, 'Vidala Lima')).toBe(before)

  await page.getByRole('link', { name: 'Ver cancelados (1)' }).click()
  await expect(page.getByRole('listitem', { name: `Pedido #${id}` })).toContainText('Cancelado')
})

test('removing the last product cancels the order after a warning', async ({ page, request }) => {
  const olivia = await newCustomer(request)
  const id = await hasOrder(request, olivia, ['Camalote Auto', 'Vidala Lima'])
  await arriveAs(page, olivia, '/mi-cuenta?section=orders')
  const order = page.getByRole('listitem', { name: `Pedido #${id}` })
  await order.getByText('Ver detalle').click()

  const whatsapp = await order.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  expect(whatsapp).toMatch(/^https:\/\/wa\.me\/549\d{10}\?text=/)
  expect(decodeURIComponent(whatsapp ?? '')).toContain(`Pedido #${id}`)

  await order.getByRole('button', { name: /Quitar producto.*Camalote/ }).click()
  await expect(page.getByRole('dialog')).toContainText('El resto del pedido sigue igual')
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar producto' }).click()
  await expect(page.getByText('Producto eliminado del pedido').first()).toBeVisible()
  await expect(order).not.toContainText('Camalote')

  await order.getByRole('button', { name: /Quitar producto.*Vidala/ }).click()
  await expect(page.getByRole('dialog')).toContainText(`se cancela todo el Pedido #${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click()
  await expect(page.getByText('Pedido cancelado por falta de productos').first()).toBeVisible()
  await expect(order).toHaveCount(0)
  await page.getByRole('link', { name: 'Ver cancelados (1)' }).click()
  await expect(order).toContainText('Cancelado')
  await expect(order.getByRole('button', { name: /Quitar|Cancelar/ })).toHaveCount(0)
})

test('the confirmation of a placed order disappears when the order is cancelled', async ({
  page,
  request,
}) => {
  const olivia = await newCustomer(request)
  const id = await hasOrder(request, olivia, ['Vidala Lima'])
  await arriveAs(page, olivia, '/mi-cuenta?section=orders')
  const order = page.getByRole('listitem', { name: `Pedido #${id}` })
  await expect(order).toContainText('Pendiente')
  // The state that the cart passes on.
  await page.evaluate(
    (orderPlaced) => history.replaceState({ ...history.state, usr: { orderPlaced } }, ''),
    id,
  )
  await page.reload()
  const received = page.getByRole('region', { name: `Pedido #${id} recibido` })
  await expect(received.getByRole('list', { name: 'Lo que pediste' })).toContainText('Vidala Lima')
  await expect(received.locator('[aria-current=step]')).toContainText('Acordamos el pago')
  await order.getByRole('button', { name: /Cancelar pedido/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click()
  await expect(order).toHaveCount(0)
  await expect(received).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.reload()
  await expect(page.getByText('Sin pedidos todavía')).toBeVisible()
  await expect(received).toBeHidden()
})

test('the e-mail changes with the code sent to the new address', async ({ page, request }) => {
  const olivia = await newCustomer(request)
  const address = `nueva.${olivia.username}@correo.example`.replaceAll('_', '.')
  await arriveAs(page, olivia, '/mi-cuenta')
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar email' })
  await expect(dialog.getByLabel('Contraseña actual')).toBeFocused()
  await dialog.getByLabel('Contraseña actual').fill(olivia.password)
  await dialog.getByLabel('Email nuevo').fill('esto no es')
  await dialog.getByRole('button', { name: 'Enviar código' }).click()
  await expect(dialog.getByText('Ingrese un email válido')).toBeVisible()
  // Without waiting: a toast disappears by itself.
  expect(await page.locator('.toast-error').count()).toBe(0)
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByLabel('Email nuevo').fill(address)
  await dialog.getByRole('button', { name: 'Enviar código' }).click()

  const code = dialog.getByLabel('Código de verificación')
  const step = dialog.getByRole('heading', { name: 'Confirmar el email nuevo' })
  await expect(step).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeDisabled()
  await expectAccessible(page, 'dialog[open]')
  // On a phone, reading the mail may end the tab.
  await page.reload()
  await expect(dialog).toContainText(address)
  await expect(step).toBeFocused()
  const digits = await mailedCode(address)
  await code.fill(digits === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog.getByText('Email actualizado correctamente')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByText(address)).toBeVisible()
  await mailTo(olivia.email, 'El email de tu cuenta')
})

test('old addresses and those of admins lead a customer to the account', async ({ page, request }) => {
  await confirmedAge(page)
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmi-cuenta/)
  const olivia = await newCustomer(request)
  await signIn(page, olivia.username, olivia.password)
  await expect(page).toHaveURL(/\/mi-cuenta/)
  for (const address of ['/panel', '/panel/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Volver a la tienda' })).toBeVisible()
  }
  const heading = page.getByRole('heading', { level: 1, name: 'Configuración' })
  for (const section of ['nada', 'banners']) {
    await page.goto(`/mi-cuenta?section=${section}`)
    await expect(heading).toBeVisible()
  }
  await page.goto('/panel/productos')
  await expect(page).toHaveURL('/mi-cuenta')
  await expect(heading).toHaveAccessibleDescription('Esa pantalla es de la administración de la tienda.')
})

test('the banners are a section of the account of admins, in the frame of the shop', async ({ page }) => {
  await page.setViewportSize(DESK)
  await arriveAs(page, 'admin', '/mi-cuenta?section=banners')
  await expect(page).toHaveURL('/mi-cuenta?section=banners')
  await expect(page.getByRole('heading', { level: 1, name: 'Banners' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'TROFEOS' })).toBeVisible()
  const entry = page
    .getByRole('navigation', { name: 'Administración' })
    .getByRole('link', { name: 'Banners' })
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Agregar banner' }).click()
  await expect(page.getByRole('dialog', { name: 'Agregar banner' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
})

test('a check of the access to the panel that fails leads to the account, with a toast', async ({
  page,
  complaints,
}) => {
  const failed = 'No se pudo comprobar el acceso a la administración: Error interno'
  // A toast may be gone before one looks for it.
  await page.addInitScript((text) => {
    new MutationObserver(() => {
      const toasts = [...document.querySelectorAll('.toast')]
      if (toasts.some(({ textContent }) => textContent?.includes(text)))
        sessionStorage.setItem('toasted', text)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, failed)
  const shop = await answersOf(page)
  await shop.fail(/^\/auth\/verify-permissions/)
  await arriveAs(page, 'admin', '/panel/productos')
  await expect(page).toHaveURL('/mi-cuenta')
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toHaveAccessibleDescription(
    failed,
  )
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('toasted'))).toBe(failed)
  forgive(complaints, /status of 500/)
})

test('a button loads older orders, and one of twelve products prints on one page, complete', async ({
  page,
  request,
}) => {
  const olivia = await newCustomer(request)
  const names = [
    'Camalote Auto',
    'Vidala Lima',
    'Siesta Litoral',
    'Ruta 40 Auto',
    'Pampa Gringa',
    'Yarará del Monte',
    'Noche de Esteros',
    'Norte Grande Regular',
    'Arrope',
    'Ceniza de Domuyo',
    'Mburucuyá 33',
    'Nordlys',
  ]
  const id = await hasOrder(request, olivia, names)
  const other = await hasOrder(request, olivia, ['Vidala Lima'])
  await page.setViewportSize(DESK)
  // As if a page were full with one order.
  await page.route('**/api/orders/my-orders/?*', async (route) => {
    const url = new URL(route.request().url())
    const isFirst = url.searchParams.get('page') === '1'
    url.searchParams.set('page', '1')
    const answer = await route.fetch({ url: url.href })
    const body = (await answer.json()) as { orders: { id: number }[] }
    const orders = body.orders.filter((one) => one.id === (isFirst ? other : id))
    await route.fulfill({ response: answer, json: { ...body, orders, next: isFirst ? '/next' : null } })
  })
  // Keeps the print dialog closed: the test measures the page as it would be printed.
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await arriveAs(page, olivia, '/mi-cuenta?section=orders')
  await expect(page.getByRole('listitem', { name: /^Pedido #/ })).toHaveCount(1)
  await expectAccessible(page, 'main')
  const more = page.getByRole('button', { name: 'Ver más pedidos' })
  await more.click()
  const order = page.getByRole('listitem', { name: `Pedido #${id}` })
  await expect(order).toBeVisible()
  await expect(page.getByRole('listitem', { name: /^Pedido #/ })).toHaveCount(2)
  await expect(more).toBeHidden()
  await order.getByText('Ver detalle').click()
  await order.getByRole('button', { name: /Imprimir/ }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: `Pedido #${id}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Pedido #${other}` })).toBeHidden()
  for (const name of names) await expect(order.getByRole('rowheader', { name }).first()).toBeVisible()
  for (const fact of ['Olivia Recorrido', '1123456789', 'Total', olivia.email]) {
    await expect(order.getByText(fact).filter({ visible: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)

  // Printing clears the selection, so this comes last.
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
