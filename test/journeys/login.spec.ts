import { confirmedAge, expect, expectAccessible, mailTo, PHONE, signIn, test } from './stories.ts'

test.use({ viewport: PHONE })

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

test('too short entries are refused without a request', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, 'ab', 'corta')
  await expect(page.getByText(/al menos 4 caracteres/).first()).toBeVisible()
  await expect(page.getByText(/al menos 6 caracteres/).first()).toBeVisible()
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

  const mail = await mailTo('nueva@surbrote.example')
  const digits = /\b(\d{6})\b/.exec(mail.slice(mail.indexOf('\n\n')))?.[1] ?? ''
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
