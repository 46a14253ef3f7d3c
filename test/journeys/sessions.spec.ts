import { accessOf, newCustomer } from './people.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, signIn, test } from './stories.ts'

test('a session that is closed elsewhere is over, and the login explains it', async ({
  page,
  browser,
  request,
}) => {
  const olivia = await newCustomer(request)
  await page.setViewportSize(PHONE)
  await arriveAs(page, olivia, '/mi-cuenta')
  const card = page.getByRole('region', { name: 'Sesiones abiertas' })
  // The other one was opened by the journey itself, which is no browser.
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card.getByRole('listitem').first()).toContainText(/Chrome en (?:Linux|Windows)/)
  await expect(card.getByRole('listitem').first()).toContainText('Esta sesión')
  await expectAccessible(page)

  const context = await browser.newContext({ viewport: DESK })
  const elsewhere = await context.newPage()
  await arriveAs(elsewhere, olivia, '/mi-cuenta?section=settings')
  const there = elsewhere.getByRole('region', { name: 'Sesiones abiertas' })
  await expect(there.getByRole('listitem')).toHaveCount(3)
  const phone = there
    .getByRole('listitem')
    .filter({ hasText: /Chrome en (?:Linux|Windows)/ })
    .nth(1)
  await phone.getByRole('button', { name: 'Cerrar' }).click()
  await expect(elsewhere.getByText('Sesión cerrada').first()).toBeVisible()
  await expect(there.getByRole('listitem')).toHaveCount(2)
  await expect(there.getByRole('heading')).toBeFocused()

  await page.goto('/mi-cuenta?section=orders')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByRole('main').getByText('Se cerró tu sesión. Volvé a entrar.')).toBeVisible()

  await there.getByRole('button', { name: 'Cerrar las demás' }).click()
  await expect(there.getByRole('listitem')).toHaveCount(1)
  await expect(there.getByRole('button', { name: 'Cerrar las demás' })).toBeHidden()
  await expectAccessible(elsewhere)
  await context.close()
})

test('an owner closes a session of another account', async ({ page, request }) => {
  const olivia = await newCustomer(request)
  await page.setViewportSize(DESK)
  await confirmedAge(page)
  await page.goto(`/login?redirect=${encodeURIComponent(`/admin/usuarios/email?email=${olivia.email}`)}`)
  await signIn(page, 'admin')
  const card = page.getByRole('region', { name: 'Sesiones abiertas' })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Cerrar' }).click()
  await expect(card.getByText('No tiene sesiones abiertas.')).toBeVisible()
  const answer = await request.get('/api/auth/profile/', {
    headers: { authorization: `Bearer ${olivia.access}` },
  })
  expect(answer.status()).toBe(401)
  await accessOf(request, olivia.username, olivia.password)
})
