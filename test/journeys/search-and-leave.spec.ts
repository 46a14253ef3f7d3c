import type { Page } from '@playwright/test'
import { arriveAs, confirmedAge, DESK, expect, test } from './stories.ts'

test.use({ viewport: DESK })

/** Delays the module of the next screen for longer than the debounce of the search. */
async function slow(page: Page, module: string): Promise<void> {
  await page.route(`**/assets/${module}-*.js`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
}

test('opening a product right after typing a search opens the product', async ({ page }) => {
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

test('opening an order right after typing a search opens the order', async ({ page }) => {
  await slow(page, 'order-page')
  await arriveAs(page, 'admin', '/panel/pedidos')
  const first = page.getByRole('link', { name: /^Pedido #/ }).first()
  await expect(first).toBeVisible()
  await page.getByRole('searchbox', { name: /Buscar pedidos/ }).pressSequentially('algo')
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido #/ })).toBeVisible()
  await page.waitForTimeout(1_000)
  await expect(page).toHaveURL(/\/pedidos\/\d+/)
})
