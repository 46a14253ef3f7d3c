import { confirmedAge, expect, signIn, test } from './stories.ts'

test('signing out in one tab takes the prices out of the others', async ({ page, context }) => {
  await confirmedAge(page)
  await page.goto('/login?redirect=/productos')
  await signIn(page, 'cliente')
  await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  const other = await context.newPage()
  await confirmedAge(other)
  await other.goto('/mi-cuenta')
  await other.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(other).toHaveURL(/\/$/)
  await expect(page.getByText('Iniciar sesión para ver el precio').first()).toBeVisible()
  await expect(page.locator('.price-slot-amount')).toHaveCount(0)
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  for (const key of ['accessToken', 'refreshToken', 'userId', 'orders', 'permissions', 'shownPrices'])
    expect(left).not.toContain(key)
})

test('an admin opens a product that is not available by its address', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/login?redirect=/productos%3Fsearch%3Dcacique')
  await signIn(page, 'admin')
  const card = page.getByRole('article').filter({ hasText: 'Cacique Regular' })
  await expect(card.getByText('No disponible')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cacique Regular' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Cacique Regular' })).toBeVisible()
  await expect(page).toHaveTitle(/^Cacique Regular/)
  await expect(page.getByRole('button', { name: 'No disponible' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Editar Producto' })).toBeVisible()
})

test.describe('before the script has come', () => {
  test.use({ javaScriptEnabled: false })

  test('a login form cannot be sent, and would not write the password into the address', async ({
    page,
    request,
  }) => {
    await page.goto('/login')
    await expect(page.locator('.login-form')).toHaveAttribute('method', 'post')
    await expect(page.locator('.login-form [type=submit]')).toBeDisabled()
    const answer = await request.post('/login?redirect=/carrito', {
      form: { username_or_email: 'cliente', password: 'Semilla2026' },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(303)
    expect(answer.headers()['location']).toBe('/login?redirect=/carrito')
  })
})
