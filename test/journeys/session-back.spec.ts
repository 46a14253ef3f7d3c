import type { Page } from '@playwright/test'
import { endOnServer } from '../support/browsers/browser-storage.ts'
import { confirmedAge, DESK, expect, signIn, test } from './stories.ts'

/** Back leads out of pages that need a session: a guard that added its login to the history would catch every Back. */
test.use({ viewport: DESK })
test.beforeEach(({ page }) => confirmedAge(page))

/** In a separate task, as the navigation may end the page before `evaluate` returns. */
const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))

/** From the trophies, through the login, to a page that needs a session. */
async function enter(page: Page, username: string, target: string): Promise<void> {
  await page.goto('/trofeos')
  await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
  await signIn(page, username)
  await expect(page).toHaveURL(target)
}

for (const [username, target] of [
  ['mica_sosa', '/panel'],
  ['mica_sosa', '/mi-cuenta?section=orders'],
  ['admin', '/panel/pedidos'],
] as const) {
  test(`Back after signing out of ${target} leaves it`, async ({ page }) => {
    await enter(page, username, target)
    await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
    await expect(page).toHaveURL('/')
    // From the panel, the home page is another document.
    await expect(page.getByRole('main')).toBeVisible()
    await back(page)
    await expect(page).toHaveURL('/trofeos')
  })
}

test('Back over pages that were left before signing out comes to the login once', async ({ page }) => {
  await enter(page, 'mica_sosa', '/mi-cuenta?section=orders')
  await page.getByRole('link', { name: 'TROFEOS' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trofeos' })).toBeVisible()
  await page
    .getByRole('link', { name: /^Mi cuenta/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await expect(page).toHaveURL('/')
  await back(page)
  await expect(page).toHaveURL('/trofeos')
  await back(page)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await back(page)
  await expect(page).toHaveURL('/trofeos')
})

test('Back after the session has ended on the server leaves the account', async ({ page }) => {
  await enter(page, 'mica_sosa', '/mi-cuenta?section=settings')
  await endOnServer(page)
  await page.getByLabel('Nombre', { exact: true }).fill('Micaela')
  // The page may have noticed before.
  const isAtLogin = page.waitForURL(/\/login\?redirect=/)
  await Promise.race([page.getByRole('button', { name: 'Guardar' }).first().click(), isAtLogin])
  await isAtLogin
  await back(page)
  await expect(page).toHaveURL('/trofeos')
})

test('Back after the session has ended leaves the panel too', async ({ page }) => {
  await enter(page, 'admin', '/panel/pedidos')
  // Another document, at the same address.
  await expect(page.getByRole('searchbox', { name: /Buscar pedidos/ })).toBeVisible()
  await endOnServer(page)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await back(page)
  await expect(page).toHaveURL('/trofeos')
})
