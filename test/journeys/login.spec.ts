import { endOnServer } from '../support/browsers/browser-storage.ts'
import { answersOf } from './answers.ts'
import { newCustomer } from './people.ts'
import {
  confirmedAge,
  expect,
  expectAccessible,
  forgive,
  mailedCode,
  OFFLINE,
  PHONE,
  signIn,
  test,
} from './stories.ts'

test.use({ viewport: PHONE })

for (const [how, translated] of [
  ['as written', false],
  ['translated by the browser', true],
] as const) {
  test.describe(how, () => {
    test.use({ translated })

    test('a failed login does not say whether name or password was wrong', async ({ page }) => {
      await confirmedAge(page)
      await page.goto('/login')
      await expectAccessible(page)
      await signIn(page, 'cliente', 'OtraClave2026')
      await expect(
        page.getByText('Error al iniciar sesión. Por favor, verifica tus credenciales.').first(),
      ).toBeVisible()
      await expect(page.getByLabel('Usuario o email')).toHaveValue('cliente')
      await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('')
      await expectAccessible(page)
    })
  })
}

test('too short entries are refused without a request', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, 'ab', 'corta')
  await expect(page.getByText(/al menos 4 caracteres/).first()).toBeVisible()
  await expect(page.getByText(/al menos 6 caracteres/).first()).toBeVisible()
})

test('the verification survives a reload', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, 'nueva')
  await expect(page.getByLabel(/código/i)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/código/i)).toBeVisible()
  await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
  await page.reload()
  await expect(page.getByLabel('Usuario o email')).toBeVisible()
})

test('an unverified account enters the mailed code and signs in', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, 'nueva')
  const code = page.getByLabel(/código/i)
  await expect(code).toBeVisible()
  await expectAccessible(page)
  const confirm = page.getByRole('button', { name: /confirmar|verificar/i })
  await expect(confirm).toBeDisabled()

  const digits = await mailedCode('nueva@surbrote.example')
  await code.fill(digits === '000000' ? '000001' : '000000')
  await confirm.click()
  await expect(page.getByText('El código no es correcto o ya venció').first()).toBeVisible()
  await code.fill(digits)
  await confirm.click()
  await expect(
    page.getByText('Email verificado correctamente. Ahora puedes iniciar sesión.').first(),
  ).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill('Semilla2026')
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/mi-cuenta/)
})

test('login never redirects to another site', async ({ page }) => {
  await confirmedAge(page)
  await page.goto(`/login?redirect=${encodeURIComponent('//example.org/productos')}`)
  await signIn(page, 'cliente')
  await expect(page).toHaveURL(/localhost:\d+\/mi-cuenta/)
})

test('a session ended elsewhere leads to the login and keeps the cart', async ({ page, request }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, 'caro_ibarra')
  await expect(page).toHaveURL(/\/mi-cuenta/)
  const stored = await page.evaluate(() => ({ refresh: localStorage.refreshToken as string }))
  await request.post('/api/auth/logout/', { data: { refresh: stored.refresh } })
  await page.goto('/mi-cuenta?section=orders')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmi-cuenta/)
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left).toContain('ageVerified')
  for (const key of [
    'accessToken',
    'refreshToken',
    'userId',
    'isAdmin',
    'orders',
    'products',
    'permissions',
  ]) {
    expect(left.filter((name) => name === key || name.startsWith(`${key}:`))).toEqual([])
  }
})

test('a login that the shop does not answer, or without words, keeps the typed values', async ({
  page,
  context,
  complaints,
}) => {
  await confirmedAge(page)
  await page.goto('/login')
  await context.setOffline(true)
  await expect(page.getByText('Sin conexión a internet')).toBeVisible()
  await signIn(page, 'mica_sosa')
  const reason = page.getByText('No pudimos conectar con la tienda. Probá de nuevo.')
  await expect(reason).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('Sin conexión a internet')).toBeHidden()

  const shop = await answersOf(page)
  const login = /^\/auth\/login/
  const again = () => page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await shop.say(login, { error: 'Servicio no disponible', code: 'UNAVAILABLE' }, 503)
  await again()
  await expect(page.locator('form').getByText('Servicio no disponible')).toBeVisible()
  await shop.say(login, {}, 500)
  await again()
  await expect(
    page.locator('form').getByText('Error al iniciar sesión. Por favor, verifica tus credenciales.'),
  ).toBeVisible()
  await shop.letGo()
  await again()
  await expect(page).toHaveURL(/\/mi-cuenta/)
  forgive(complaints, OFFLINE)
  forgive(complaints, /status of 50[03]/)
})

test('the product wanted when the session ended is in the cart after the login', async ({
  page,
  request,
  complaints,
}) => {
  const olivia = await newCustomer(request)
  await confirmedAge(page)
  await page.goto('/login?redirect=/producto/5')
  await signIn(page, olivia.username, olivia.password)
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await expect(add).toBeEnabled()
  await endOnServer(page)
  await add.click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, olivia.username, olivia.password)
  await expect(page).toHaveURL(/\/producto\/5/)
  await expect(page.getByRole('link', { name: 'Carrito, 1 unidad' })).toBeVisible()
  forgive(complaints, /status of 401/)
})
