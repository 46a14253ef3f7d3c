import type { Page } from '@playwright/test'
import { newCustomer } from './people.ts'
import { confirmedAge, expect, PHONE, signIn, test } from './stories.ts'

test.use({ viewport: PHONE })

/** Opens a page whose scripts are on their way until `arrive` is called. */
async function openBefore(page: Page, address: string) {
  let arrive = () => {}
  const gone = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gone
    await route.continue()
  })
  // Without waiting until it is live, as other stories do.
  const [asked] = await Promise.all([
    page.waitForRequest('**/assets/entry-client-*.js'),
    page.evaluate((to) => window.location.assign(to), address),
  ])
  expect(asked.failure()).toBeNull()
  return arrive
}

const isLive = (page: Page) => page.evaluate(() => performance.getEntriesByName('live').length > 0)

test('who signs in before the page is live is signed in once it is', async ({ page, request }) => {
  const early = await newCustomer(request)
  await confirmedAge(page)
  await page.goto('/')
  const sent: string[] = []
  page.on('request', (asked) => void (asked.method() === 'POST' && sent.push(new URL(asked.url()).pathname)))
  const arrive = await openBefore(page, '/login?redirect=/productos')
  await signIn(page, early.username, early.password)
  const button = page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(await isLive(page)).toBe(false)
  expect(sent).toEqual([])
  await expect(page).toHaveURL(/\/login\?redirect=\/productos$/)
  arrive()
  await expect(page).toHaveURL(/^[^?]*\/productos$/)
  await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  expect(sent.filter((path) => path.includes('login'))).toHaveLength(1)
})

test('what is chosen and pressed before the page is live is done once, the last of it', async ({
  page,
  request,
}) => {
  const early = await newCustomer(request)
  await confirmedAge(page)
  await page.goto('/login?redirect=/productos')
  await signIn(page, early.username, early.password)
  await expect(page).toHaveURL(/^[^?]*\/productos$/)
  const arrive = await openBefore(page, '/producto/1')
  const menu = page.getByRole('button', { name: 'Menú' })
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  const other = page.locator('.blister-card input:not(:checked):enabled').first()
  const chosen = await other.getAttribute('value')
  await other.check()
  await menu.click()
  await add.click()
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  await expect(menu).not.toHaveAttribute('aria-busy')
  expect(await isLive(page)).toBe(false)
  arrive()
  await expect(page.getByRole('button', { name: /^En el carrito: 1 / })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carrito, 1 unidad' })).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('.blister-card input:checked')).toHaveAttribute('value', chosen ?? '')
})

test('links and the search work before the page is live', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/')
  await openBefore(page, '/productos')
  await page.getByRole('main').getByRole('searchbox').fill('lapacho')
  await page.getByRole('main').getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page).toHaveURL(/search=lapacho/)
  await page.getByRole('main').getByRole('link', { name: 'Lapacho Rosa', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lapacho Rosa' })).toBeVisible()
  expect(await isLive(page)).toBe(false)
})
