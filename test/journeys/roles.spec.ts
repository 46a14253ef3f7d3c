import type { APIRequestContext, Page } from '@playwright/test'
import { accessOf, hasOrder, hasProductWithLot, newCustomer, type Person } from './people.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, signIn, test } from './stories.ts'

/** Somebody of the shop with this role. */
async function somebodyOf(request: APIRequestContext, role: string): Promise<Person> {
  const person = await newCustomer(request, 'Paula')
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const found = await request.get(`/api/auth/users/?email=${person.email}`, { headers })
  const [{ id }] = (await found.json()) as [{ id: number }]
  const data = { role, password: 'Semilla2026' }
  const given = await request.patch(`/api/auth/users/${id}/`, { headers, data })
  expect(given.status(), await given.text()).toBe(200)
  await request.post('/api/auth/logout/', { headers, data: {} })
  return person
}

/** Notes a payment, so that the order waits to be packed. */
async function isPaid(request: APIRequestContext, id: number): Promise<void> {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const data = { amount: 100, method: 'cash', paid_on: '2026-01-02' }
  expect((await request.post(`/api/orders/${id}/payments/`, { headers, data })).status()).toBe(201)
  await request.post('/api/auth/logout/', { headers, data: {} })
}

/** Every answer of the API that refuses, from now on. */
function refusalsIn(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/api/') && answer.status() >= 400)
      refused.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  return refused
}

async function enters(page: Page, person: Person): Promise<void> {
  await arriveAs(page, person, '/admin/productos')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
}

const entriesOf = (page: Page) =>
  page.getByRole('complementary').getByRole('navigation', { name: 'Administración' }).getByRole('link')

test('a packer’s day: the parcels, without money, addresses or a refusal', async ({ page, request }) => {
  const packer = await somebodyOf(request, 'stock')
  const customer = await newCustomer(request)
  const id = await hasOrder(request, customer, ['Camalote Auto'])
  await isPaid(request, id)
  const { product, lot } = await hasProductWithLot(request, 'Elegida')
  const { code } = lot
  const second = await hasOrder(request, customer, [product])
  await isPaid(request, second)
  await page.setViewportSize(DESK)
  const refused = refusalsIn(page)
  await enters(page, packer)
  await expect(entriesOf(page)).toHaveText(['Para hacer', 'Preparación', 'Productos', 'Stock', 'Lotes'])
  await expect(page.getByRole('link', { name: 'Agregar Producto' })).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByText(/\d+ pedidos? para preparar\./)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('$')
  await page.getByRole('link', { name: 'Ir a Preparación' }).click()
  await expect(page).toHaveURL(/\/admin\/preparacion$/)
  const parcel = page.getByRole('listitem', { name: `Pedido #${id}, Olivia Recorrido` })
  await expect(parcel).toContainText('Camalote Auto')
  await expect(page.getByRole('main')).not.toContainText(/\$|1123456789|@/)
  await page.setViewportSize(PHONE)
  await expectAccessible(page, 'main')
  await parcel.getByRole('button', { name: 'Marcar preparado' }).click()
  await expect(
    page.getByRole('region', { name: 'Preparados' }).getByRole('listitem', { name: `Pedido #${id},` }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Para preparar' })).toBeFocused()
  await page.setViewportSize(DESK)

  await page.getByRole('link', { name: 'Imprimir lista' }).click()
  await expect(page.getByRole('region', { name: 'Para juntar' })).toContainText(product)
  await expect(page.getByRole('region', { name: 'Para juntar' })).toContainText(`Lote ${code} × 1`)
  await expect(page.getByRole('region', { name: `Pedido #${second}`, exact: true })).toContainText(code)
  await expect(page.getByRole('main')).not.toContainText(/\$|1123456789|@/)
  await page.getByRole('link', { name: 'Volver a Preparación' }).click()
  await page
    .getByRole('listitem', { name: `Pedido #${second},` })
    .getByRole('button', { name: 'Marcar preparado' })
    .click()

  await page
    .getByRole('listitem', { name: `Pedido #${second},` })
    .getByRole('button', { name: 'Entregar o despachar' })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(code)).toHaveValue('1')
  await dialog.getByLabel('Cómo').selectOption('Por envío')
  await dialog.getByLabel('Transporte').fill('Andreani')
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Anotar entrega' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem', { name: `Pedido #${second},` })).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(`${id}`)
  await expect(page.getByRole('option', { name: /Pedido/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  for (const path of [
    '/admin/pedidos',
    `/admin/pedidos/${id}`,
    '/admin/usuarios',
    '/panel/ajustes',
    '/admin/productos/nuevo',
  ]) {
    await page.goto(path)
    await expect(page.getByText('Esta pantalla no es parte de tu rol (Stock).')).toBeVisible()
  }
  await expectAccessible(page, 'main')
  await page.goto('/panel')
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Banners' })).toHaveCount(0)
  await expect(page.getByText('Sin pedidos todavía')).toHaveCount(0)
  await page.getByRole('link', { name: 'Para hacer', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Para hacer' })).toBeVisible()
  expect(refused).toEqual([])
})

test('a reader’s day: everything to read, nothing to press', async ({ page, request }) => {
  const reader = await somebodyOf(request, 'read')
  const customer = await newCustomer(request)
  const id = await hasOrder(request, customer, ['Camalote Auto'])
  await isPaid(request, id)
  await page.setViewportSize(DESK)
  const refused = refusalsIn(page)
  await enters(page, reader)
  await expect(entriesOf(page)).toHaveText([
    /^Pedidos/,
    /^Reclamos/,
    'Usuarios',
    'Productos',
    'Stock',
    'Lotes',
    'Reportes',
    'Mails',
  ])
  await page.goto('/admin/pedidos')
  const order = page.getByRole('link', { name: `Pedido #${id}`, exact: true })
  await expect(order).toBeVisible()
  await expect(page.getByRole('button', { name: /Cambiar estado|Archivar|Eliminar/ })).toHaveCount(0)
  await order.click()
  await expect(page.getByRole('heading', { level: 1, name: `Pedido #${id}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Historial' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /Anotar|Acordar|Anular|preparado|Editar|Guardar|Quitar|Eliminar/ }),
  ).toHaveCount(0)
  await expectAccessible(page, 'main')
  for (const [path, heading] of [
    ['/admin/mensajes', 'Mails'],
    ['/admin/garantias', 'Reclamos'],
    ['/admin/arrepentimientos', 'Arrepentimientos'],
    ['/admin/reportes', 'Reportes'],
    ['/admin/usuarios', 'Gestión de Usuarios'],
    [`/admin/usuarios/email?email=${customer.email}`, 'Olivia Recorrido'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(
      page.getByRole('button', {
        name: /Editar Estado|Responder|Crear Usuario|Eliminar|Reintentar|Reenviar|resuelto/,
      }),
    ).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Sesiones abiertas' })).toHaveCount(0)
  expect(refused).toEqual([])
})

test('a seller’s day: orders are worked on, the shop is not set up', async ({ page, request }) => {
  const seller = await somebodyOf(request, 'sales')
  const customer = await newCustomer(request)
  const id = await hasOrder(request, customer, ['Camalote Auto'])
  await page.setViewportSize(DESK)
  const refused = refusalsIn(page)
  await enters(page, seller)
  await page.goto(`/admin/pedidos/${id}`)
  await page.getByRole('button', { name: 'Anotar pago' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Efectivo' }).or(dialog.getByLabel('Medio')).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cambiar estado' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
  await page.getByLabel('Nota interna').fill('Llamar el martes')
  await page.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(page.getByText('Nota guardada').first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { level: 1, name: 'Solicitudes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invitar', exact: true })).toBeVisible()
  await page.goto('/admin/ajustes')
  await expect(page.getByText('Esta pantalla no es parte de tu rol (Ventas).')).toBeVisible()
  expect(refused).toEqual([])
})

test('an owner gives a role with the own password; the person enters again, with it', async ({
  page,
  browser,
  request,
}) => {
  const person = await newCustomer(request, 'Paula')
  const context = await browser.newContext({ viewport: DESK })
  const elsewhere = await context.newPage()
  await arriveAs(elsewhere, person, '/mi-cuenta')
  await expect(elsewhere).toHaveURL(/\/mi-cuenta/)

  await page.setViewportSize(DESK)
  await confirmedAge(page)
  await page.goto(`/login?redirect=${encodeURIComponent(`/admin/usuarios/email?email=${person.email}`)}`)
  await signIn(page, 'admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Paula Recorrido' })).toBeVisible()
  await page.getByLabel('Qué hace en la tienda').selectOption('Ventas')
  await page.getByLabel('Tu contraseña').fill('otra-clave')
  await page.getByRole('button', { name: 'Cambiar rol' }).click()
  await expect(page.getByText('La contraseña actual no es correcta').first()).toBeVisible()
  await expectAccessible(page, 'main')
  await page.getByLabel('Tu contraseña').fill('Semilla2026')
  await page.getByRole('button', { name: 'Cambiar rol' }).click()
  await expect(page.getByText('Rol cambiado').first()).toBeVisible()
  await expect(page.getByText('Administrador · Ventas')).toBeVisible()
  await expect(page.getByText('No tiene sesiones abiertas.')).toBeVisible()

  await elsewhere.goto('/mi-cuenta?section=orders')
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/)
  await signIn(elsewhere, person.username, person.password)
  await expect(elsewhere).toHaveURL(/\/mi-cuenta\?section=orders/)
  await elsewhere.goto('/admin/pedidos')
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Lista de Pedidos' })).toBeVisible()
  await context.close()
})
