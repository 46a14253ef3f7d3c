import { walk } from './answers.ts'
import { claimsOf, hasOrder, newCustomer, ordersOf } from './people.ts'
import { photo } from './photos.ts'
import { arriveAs, confirmedAge, expect, forgive, OFFLINE, PHONE, test } from './stories.ts'

test.use({ viewport: PHONE })

/** Console messages of a lost connection. */
test.afterEach(({ complaints }) => {
  forgive(complaints, OFFLINE)
  forgive(complaints, /502/)
})

test('a page that failed to load appears automatically once the connection is back', async ({
  page,
  context,
}) => {
  await confirmedAge(page)
  await page.goto('/trofeos')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await walk(page, '/carrito')
  await expect(page.getByRole('heading', { level: 1, name: 'No se pudo mostrar esta página' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
})

test('an order interrupted by a lost connection is placed once, without retyping', async ({
  page,
  context,
  request,
}) => {
  const olivia = await newCustomer(request)
  await arriveAs(page, olivia, '/productos?search=camalote')
  await page.getByRole('button', { name: /^Agregar .*Camalote Auto al carrito$/ }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await page.goto('/carrito')
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await page.getByLabel('Nombre').fill('Olivia del Recorrido')
  await page.getByLabel('Teléfono').fill('11 5555 0000')
  await page.getByLabel('Acordar entrega').check()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByText('el pedido no se duplica', { exact: false }).first()).toBeVisible()
  expect(await ordersOf(request, olivia)).toHaveLength(0)
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByLabel('Nombre')).toHaveValue('Olivia del Recorrido')
  await expect(page.getByLabel('Teléfono')).toHaveValue('11 5555 0000')
  await expect(page.getByLabel('Acordar entrega')).toBeChecked()

  // A proxy answers in place of the shop.
  await page.route('**/api/orders/', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByText('el pedido no se duplica', { exact: false }).first()).toBeVisible()
  await page.unroute('**/api/orders/')

  // The order is received, but its response is lost.
  await page.route('**/api/orders/', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort()
  })
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByText('el pedido no se duplica', { exact: false }).first()).toBeVisible()
  expect(await ordersOf(request, olivia)).toHaveLength(1)
  await page.unroute('**/api/orders/')
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByLabel('Nombre')).toHaveValue('Olivia del Recorrido')
  // A change does not make it another order.
  await page.getByLabel('Teléfono').fill('11 5555 0001')
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByText(/El pedido ya se había hecho: es el Pedido #\d+/)).toBeVisible()
  expect(await ordersOf(request, olivia)).toHaveLength(1)
  await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
  await page.getByRole('link', { name: 'Mis pedidos', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Pedido #\d+ recibido/ })).toBeVisible()
})

test('a claim with three photos interrupted by a lost connection is filed once, complete', async ({
  page,
  context,
  request,
}) => {
  const olivia = await newCustomer(request)
  const id = await hasOrder(request, olivia, ['Ruta 40 Auto'], 'completed')
  await arriveAs(page, olivia, '/garantia')
  await page.getByRole('radio', { name: new RegExp(`Pedido #${id}`) }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByRole('heading', { name: '¿Qué producto no germinó?' })).toBeVisible()
  await page.getByRole('radio', { name: /Ruta 40/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Descripción').fill('Dos de tres no abrieron.')
  for (const [slot, colour] of [
    ['Blister', '#284'],
    ['Proceso', '#248'],
    ['Resultado', '#842'],
  ] as const) {
    await page.getByLabel(`Elegir foto ${slot}`).setInputFiles(await photo(colour))
  }
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)

  const isWhole = async () => {
    await expect(page.getByLabel('Descripción')).toHaveValue('Dos de tres no abrieron.')
    await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)
  }
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('el reclamo no se duplica', { exact: false })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await isWhole()

  await page.route('**/api/warranty-claims/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await context.setOffline(true)
    return route.abort()
  })
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('el reclamo no se duplica', { exact: false })).toBeVisible()
  await page.unroute('**/api/warranty-claims/')
  await context.setOffline(false)
  await page.reload()
  await isWhole()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Solicitud enviada con éxito')).toBeVisible()
  const claims = await claimsOf(request, olivia)
  expect(claims).toHaveLength(1)
  for (const name of ['photo1', 'photo2', 'photo3'] as const) expect(claims[0]?.[name]).not.toBe('')
})
