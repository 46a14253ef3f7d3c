import type { Page } from '@playwright/test'
import { confirmedAge, DESK, expect, signIn, test } from './stories.ts'

test.use({ viewport: DESK })

/** The next screen comes after the typed search would have been written into the address. */
async function slow(page: Page, module: string): Promise<void> {
  await page.route(`**/assets/${module}-*.js`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
}

test('who types in the catalogue and opens a product at once gets the product', async ({ page }) => {
  await slow(page, 'product-page')
  await confirmedAge(page)
  await page.goto('/productos')
  await page.waitForFunction(() => performance.getEntriesByName('live').length > 0)
  const first = page.getByRole('article').first().getByRole('link').first()
  await page.getByRole('searchbox', { name: /Buscar por nombre/ }).pressSequentially('algo')
  await first.click()
  await expect(page).toHaveURL(/\/producto\//)
  await page.waitForTimeout(2_000)
  await expect(page).toHaveURL(/\/producto\//)
})

test('who types in the list of orders and opens one at once gets the order', async ({ page }) => {
  await slow(page, 'order-page')
  await confirmedAge(page)
  await page.goto('/login?redirect=/panel/pedidos')
  await signIn(page, 'admin')
  const first = page.getByRole('link', { name: /^Pedido #/ }).first()
  await expect(first).toBeVisible()
  await page.getByRole('searchbox', { name: /Buscar pedidos/ }).pressSequentially('algo')
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
  await page.waitForTimeout(1_000)
  await expect(page).toHaveURL(/\/pedidos\/\d+/)
})
