import type { Page } from '@playwright/test'
import { clientAt } from '../support/calls/client.ts'
import { appCode } from '../support/people/second-factor.ts'
import { password, SETTINGS, setUp } from './factor-steps.ts'
import { worldOf } from './orders-world.ts'
import { ADMIN, test } from './own-shop.ts'
import { confirmedAge, DESK, expect, expectAccessible, PHONE, signIn } from './stories.ts'

/** Rules of a whole shop, each set by its only owner: the journeys follow each other. */
test.describe.configure({ mode: 'serial' })
test.use({ viewport: DESK })

async function ownerAt(url: string) {
  const typed = { username_or_email: ADMIN.username, password: ADMIN.password }
  const { status, body } = await clientAt(url).post('/auth/login/', typed)
  expect(status).toBe(200)
  return clientAt(url, body.access)
}

async function enters(page: Page, path: string, username = ADMIN.username, password = ADMIN.password) {
  await confirmedAge(page)
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
  await signIn(page, username, password)
}

test('a closed shop takes no requests, its owner opens accounts', async ({ page, browser, ownShop }) => {
  expect((await (await ownerAt(ownShop)).put('/settings/', { access_mode: 'closed' })).status).toBe(200)
  const context = await browser.newContext({ viewport: PHONE, baseURL: ownShop })
  const visitor = await context.newPage()
  await confirmedAge(visitor)
  await visitor.goto('/registro')
  await expect(visitor).toHaveURL('/')
  await visitor.goto('/login')
  await expect(visitor.getByRole('link', { name: 'Olvidé la contraseña' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Pedir acceso' })).toHaveCount(0)

  await enters(page, '/panel/solicitudes')
  await expect(page.getByText('La tienda no recibe pedidos de acceso: se cambia en Ajustes.')).toBeVisible()
  await page.goto('/panel/usuarios')
  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Usuario' })
  await dialog.getByLabel('Nombre', { exact: true }).fill('Greta')
  await dialog.getByLabel('Apellido').fill('Recorrido')
  await dialog.getByLabel('Nombre de usuario').fill('greta')
  await dialog.getByLabel('Email').first().fill('greta@correo.example')
  await dialog.getByLabel('Contraseña', { exact: true }).fill('Brote2026')
  await dialog.getByLabel('Confirmar contraseña').fill('Brote2026')
  await dialog.getByLabel('Email ya verificado').check()
  await dialog.getByRole('button', { name: 'Crear Usuario' }).click()
  await expect(page.getByText('Usuario creado correctamente').first()).toBeVisible()
  await signIn(visitor, 'greta', 'Brote2026')
  await expect(visitor).toHaveURL(/\/mi-cuenta/)
  await context.close()
})

test('the last owner cannot leave', async ({ page }) => {
  await enters(page, '/mi-cuenta?section=data')
  await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cerrar mi cuenta' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
  await dialog.getByLabel('Para confirmar, escribí CERRAR').fill('CERRAR')
  await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
  const refused = 'Es la última cuenta de administración: no se puede cerrar.'
  await expect(dialog.getByText(refused)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.goto('/panel/productos')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
})

test('nobody holds all of a small shop: the order says how many are left, and the panel names a large one', async ({
  page,
  browser,
  request,
  ownShop,
}) => {
  await (await ownerAt(ownShop)).put('/settings/', { max_pending_units: 8, whatsapp: '5491123456789' })
  const { name, order, product, blister } = await worldOf(request, 'acopio', 50)
  const id = await order(6)
  const context = await browser.newContext({ viewport: PHONE, baseURL: ownShop })
  const phone = await context.newPage()
  const username = name.replace('Clienta ', '')
  await context.addCookies([{ name: 'cart', value: `${product.id}.${blister}.3`, url: ownShop }])
  await enters(phone, '/carrito', username)
  await phone.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await phone.getByLabel('Acordar entrega').check()
  await phone.getByRole('button', { name: 'Confirmar Pedido' }).click()
  const refused = `Hasta 8 de Semilla ${username} X3 SEMILLAS por cliente, sumando tus pedidos pendientes: ahora podés pedir 2. Si querés más, escribinos por WhatsApp.`
  await expect(phone.getByText(refused).first()).toBeVisible()
  await expectAccessible(phone)
  await context.close()

  await enters(page, '/panel/para-hacer')
  await expect(
    page.getByText('1 pedido sin acordar reserva más de la décima parte de una presentación.'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver el pedido' }).click()
  await expect(page).toHaveURL(new RegExp(`/panel/pedidos/${id}$`))
})

test('a shop that requires the second factor: a new member of staff is told, sets it up and gets in', async ({
  page,
  ownShop,
}) => {
  await isRequired(ownShop)
  await enters(page, '/admin/pedidos', 'paula', 'Brote2026')
  const missing = 'Para usar el panel, activá la verificación en dos pasos en Configuración.'
  await expect(page.getByText(missing).first()).toBeVisible()
  await expect(page).toHaveURL(/\/mi-cuenta\?section=settings$/)
  await expect(page.getByText('Tu tienda la pide para usar el panel: activala acá.')).toBeVisible()
  await page.goto('/panel/pedidos')
  await expect(page.getByText(missing).first()).toBeVisible()
  await expect(page).toHaveURL(/\/mi-cuenta\?section=settings$/)
  const { codes } = await setUp(page, 'Brote2026')

  // In the same document, whose caches had the answer from before.
  await page.getByRole('navigation', { name: 'Administración' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
  await expect(page.getByText(missing)).toHaveCount(0)

  // Another phone: the panel is closed until its app is set up.
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Cambiar de teléfono' }).click()
  await password(page).fill('Brote2026')
  await page.getByLabel('Código de la app').fill(codes[0] ?? '')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('La app anterior ya no sirve. Activá la nueva.')).toBeVisible()
  await setUp(page, 'Brote2026')
  await page.goto('/panel/productos')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
})

/** By its owner, who has a second factor; Paula sells there and has none. */
async function isRequired(url: string): Promise<void> {
  const owner = await ownerAt(url)
  const proof = { password: ADMIN.password }
  const { body: told } = await owner.post('/auth/totp/', proof)
  const { body: confirmed } = await owner.post('/auth/totp/confirm/', { code: appCode(told.key) })
  const safe = clientAt(url, confirmed.tokens.access)
  const paula = {
    first_name: 'Paula',
    last_name: 'Recorrido',
    username: 'paula',
    email: 'paula@correo.example',
    password: 'Brote2026',
    password2: 'Brote2026',
    email_verified: true,
  }
  const { body } = await safe.post('/auth/admin/create-user/', paula)
  expect((await safe.patch(`/auth/users/${body.id}/`, { role: 'sales', ...proof })).status).toBe(200)
  expect((await safe.put('/settings/', { staff_2fa: 'required' })).status).toBe(200)
}
