import { answersOf } from './answers.ts'
import { confirmedAge, expect, PHONE, test } from './stories.ts'

test.use({ viewport: PHONE })

test('a visitor sees everything but prices', async ({ page }) => {
  await confirmedAge(page)
  const answers: string[] = []
  page.on('response', (response) => {
    if (/text\/html|json/.test(response.headers()['content-type'] ?? '')) {
      void response.text().then(
        (text) => answers.push(text),
        () => undefined,
      )
    }
  })
  await page.goto('/')
  await page.goto('/productos')
  await expect(page.getByRole('heading', { level: 1, name: 'Catálogo de semillas' })).toBeVisible()
  await page
    .getByRole('link', { name: /Automáticas/ })
    .or(page.getByRole('button', { name: /Automáticas/ }))
    .first()
    .click()
  await expect(page).toHaveURL(/category=automaticas/)
  await page.goto('/productos?search=puna+violeta')
  await page.locator('a[href^="/producto/"]').filter({ hasText: 'Puna Violeta' }).first().click()
  await expect(page.getByText('X3').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(answers.length).toBeGreaterThan(2)
  // 23.000 less 20 %: neither price, discount nor final price appears anywhere.
  for (const secret of ['23000', '23.000', '18400', '18.400', '"price"', '"discount"', '"final_price"']) {
    expect(
      answers.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([])
  }
})

test('unknown addresses redirect home, unknown products answer 404', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/no-existe')
  await expect(page).toHaveURL(/\/$/)
  const response = await page.goto('/producto/999999')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Producto no encontrado').first()).toBeVisible()
  await page.getByRole('link', { name: 'Volver al catálogo' }).first().click()
  await expect(page).toHaveURL(/\/productos/)
})

test('an address pasted with what stood behind it leads to the product', async ({ page }) => {
  await confirmedAge(page)
  for (const pasted of ['/producto/1%20', '/producto/1).', '/producto/1%E2%80%9D', '/producto/1/luz-mala']) {
    expect((await page.goto(pasted))?.status()).toBe(200)
    await expect(page).toHaveURL(/\/producto\/1$/)
  }
})

test('two fonts load after the first paint, and a failed one does not affect the other', async ({ page }) => {
  const families = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter((face) => face.status === 'loaded')
        .map(({ family }) => family.replaceAll('"', '')),
    )
  await page.goto('/producto/1')
  await expect.poll(families).toEqual(expect.arrayContaining(['Chivo Mono', 'Faustina']))
  await page.route('**/chivo-mono-*', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect.poll(families).toContain('Faustina')
  expect(await families()).not.toContain('Chivo Mono')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an address with a trailing slash shows the same page', async ({ page }) => {
  await confirmedAge(page)
  for (const address of ['/productos/', '/merch/', '/carrito/', '/trofeos/']) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a progress bar shows that the next page is loading', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/productos')
  const shop = await answersOf(page)
  await shop.hold(/^\/products\/\d+/)
  await page.locator('a[href^="/producto/"]').first().click()
  await expect(page.locator('.refresh-line')).toBeAttached()
  await shop.letGo()
  await expect(page).toHaveURL(/\/producto\//)
  await expect(page.locator('.refresh-line')).toHaveCount(0)
})
