import { answersOf } from './answers.ts'
import { confirmedAge, DESK, expect, signIn, test } from './stories.ts'

/** The title is the first thing heard of a page, and all that is seen of a tab in the background. */
test.use({ viewport: DESK })

test('a login that failed, and the check of an address, say so in the title', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await expect(page).toHaveTitle('Iniciar sesión · Surbrote')
  // Left half-typed nothing has failed yet.
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
  await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
  await expect(page).toHaveTitle(/^(Error: )?Iniciar sesión · Surbrote$/)
})

test('an order that could not be placed says so in the title', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login?redirect=/productos%3Fsearch%3Dcamalote')
  await signIn(page, 'tomas_quiroga')
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
