import { answersOf } from './answers.ts'
import { arriveAs, confirmedAge, DESK, expect, signIn, test } from './stories.ts'

/** Screen readers announce the title first, and it is all that shows of a background tab. */
test.use({ viewport: DESK })

test('a failed login and a failed verification show in the title', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await expect(page).toHaveTitle('Iniciar sesión · Surbrote')
  // An incomplete entry is no failure yet.
  await page.getByLabel('Usuario o email').fill('ab')
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await expect(page.getByText(/al menos 4 caracteres/).first()).toBeVisible()
  await expect(page).toHaveTitle('Iniciar sesión · Surbrote')
  await signIn(page, 'ab')
  await expect(page).toHaveTitle('Error: Iniciar sesión · Surbrote')
  await page.getByLabel('Usuario o email').fill('cliente')
  await expect(page).toHaveTitle('Iniciar sesión · Surbrote')
  await signIn(page, 'cliente', 'OtraClave2026')
  await expect(page).toHaveTitle('Error: Iniciar sesión · Surbrote')

  const shop = await answersOf(page)
  await shop.say(
    /^\/auth\/login/,
    { error: 'Cuenta no verificada', code: 'ACCOUNT_NOT_VERIFIED', email: 'nueva@surbrote.example' },
    403,
  )
  await signIn(page, 'nueva')
  await expect(page.getByRole('heading', { level: 1, name: 'Verificar email' })).toBeFocused()
  await expect(page).toHaveTitle('Verificar email · Surbrote')
  await shop.say(/^\/auth\/verify/, { error: 'El código no es correcto o ya venció' }, 400)
  await page.getByLabel(/código/i).fill('123456')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page).toHaveTitle('Error: Verificar email · Surbrote')
  await page.getByRole('button', { name: 'Usar otra cuenta' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeFocused()
  await expect(page).toHaveTitle(/^(Error: )?Iniciar sesión · Surbrote$/)
})

test('a failed order shows in the title', async ({ page }) => {
  await arriveAs(page, 'tomas_quiroga', '/productos?search=camalote')
  await page.getByRole('button', { name: /^Agregar .*Camalote Auto al carrito$/ }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await page.goto('/carrito')
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await page.getByLabel(/^Nombre/).fill('Tomás Quiroga')
  await page.getByLabel('Teléfono').fill('3415556677')
  await page.getByRole('radio', { name: /Acordar entrega/ }).check()
  await expect(page).toHaveTitle('Carrito · Surbrote')
  const shop = await answersOf(page)
  await shop.say(/^\/orders/, { error: 'Error al procesar la orden' }, 422)
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error al crear la orden' })).toBeFocused()
  await expect(page).toHaveTitle('Error: Carrito · Surbrote')
  await page.getByRole('link', { name: 'CATALOGO' }).click()
  await expect(page).toHaveTitle('Catálogo de semillas · Surbrote')
})

test('failed account forms show in the title until they are corrected', async ({ page }) => {
  await arriveAs(page, 'tomas_quiroga', '/mi-cuenta')
  const failed = 'Error: Configuración · Surbrote'
  const mended = 'Configuración · Surbrote'
  await expect(page).toHaveTitle(mended)
  const name = page.getByLabel('Nombre', { exact: true })
  const before = await name.inputValue()
  await name.fill('')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page).toHaveTitle(failed)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await name.fill(before)
  await expect(page).toHaveTitle(failed)
  const [old, ...fresh] = ['Contraseña actual', 'Contraseña nueva', 'Confirmar contraseña'].map((label) =>
    page.getByLabel(label),
  )
  await old?.fill('Semilla2026')
  for (const field of fresh) await field.fill('Brote2026')
  await expect(page).toHaveTitle(mended)
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page).toHaveTitle(failed)
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle(mended)
  await old?.fill('')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page).toHaveTitle(failed)
  await page.getByRole('link', { name: 'CATALOGO' }).click()
  await expect(page).toHaveTitle('Catálogo de semillas · Surbrote')
})

test('the error summary of a back-office form shows in the title while it lists errors', async ({ page }) => {
  await arriveAs(page, 'admin', '/panel/ajustes')
  await expect(page).toHaveTitle('Ajustes de la tienda · Surbrote')
  const name = page.getByLabel('Dirección de salida')
  const before = await name.inputValue()
  await name.fill('')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page).toHaveTitle('Error: Ajustes de la tienda · Surbrote')
  await name.fill(before)
  await expect(page).toHaveTitle('Ajustes de la tienda · Surbrote')

  await page.goto('/panel/usuarios')
  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Crear/ }).click()
  await expect(page).toHaveTitle('Error: Gestión de Usuarios · Surbrote')
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle('Gestión de Usuarios · Surbrote')
})
