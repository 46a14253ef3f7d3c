import type { APIRequestContext, Page } from '@playwright/test'
import { cached, endOnServer, listen, quiet, stored } from '../support/browsers/browser-storage.ts'
import { canariesOf, found, type Priced } from '../support/prices/price-canaries.ts'
import { arriveAs, confirmedAge, DESK, expect, signIn, test } from './stories.ts'

test.use({ viewport: DESK, serviceWorkers: 'allow' })

/** Prices are for accounts: when the session ends, no price that the customer saw is left in the browser. */
const PEOPLE = { asked: 'bruno_paz', ended: 'caro_ibarra', expired: 'mica_sosa' }

/** One way ends a session of many screens, from the login on; the others empty the same stores after a short one. */
const WAYS: Record<string, { who: string; isLong?: boolean; end: (page: Page) => Promise<void> }> = {
  'by logging out': {
    who: PEOPLE.asked,
    isLong: true,
    end: async (page) => {
      await page.goto('/mi-cuenta')
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await expect(page).toHaveURL(/\/$/)
    },
  },
  'elsewhere, so that a call is answered 401': {
    who: PEOPLE.ended,
    end: async (page) => {
      await endOnServer(page)
      await page.goto('/productos?page=2')
      await expect(page).toHaveURL(/\/login/)
    },
  },
  'because it has expired': {
    who: PEOPLE.expired,
    end: async (page) => {
      await endOnServer(page)
      await page.evaluate(() => localStorage.setItem('renewAccessAt', '1'))
      await page.reload()
      await expect(page).toHaveURL(/\/login/)
    },
  },
}

for (const [way, { who, isLong = false, end }] of Object.entries(WAYS)) {
  test(`no price is left in the browser when the session ends ${way}`, async ({ page, context, request }) => {
    const canaries = await canariesFor(request, who)
    const { answers, customersAddresses } = listen(page)
    if (isLong) await enter(page, who)
    else await arriveAs(page, who, '/productos?ordering=min_price')
    const seen = await browse(page, isLong)
    // Proves that the check finds them: they are on the screen and in storage now.
    expect(found(canaries, seen).length).toBeGreaterThan(3)
    expect(found(canaries, await stored(page, context)).length).toBeGreaterThan(1)

    await end(page)
    answers.length = 0
    await quiet(page)
    expectNone(canaries, 'storage', await stored(page, context))
    expectNone(canaries, 'the page', await page.content())
    expectNone(canaries, 'the cache of the browser', await cached(page, [...customersAddresses]))

    const later = isLong ? ['/productos', '/carrito'] : ['/productos']
    for (const address of later) {
      await page.goto(address)
      await quiet(page)
      expectNone(canaries, address, await page.content())
    }
    // To a screen that showed prices.
    for (let step = 0; step < later.length + 2; step += 1) {
      await page.goBack()
      await quiet(page)
      expectNone(canaries, `${step + 1} steps back, ${page.url()}`, await page.content())
    }
    expectNone(canaries, 'storage after a walk', await stored(page, context))
    expect(answers.length).toBeGreaterThan(3)
    expectNone(canaries, 'anonymous answers', answers.join('\n'))
  })
}

test('another tab of the customer forgets prices too', async ({ context, page, request }) => {
  const canaries = await canariesFor(request, PEOPLE.asked)
  const other = await context.newPage()
  await arriveAs(page, PEOPLE.asked, '/mi-cuenta')
  await other.goto('/productos')
  await expect.poll(async () => found(canaries, await other.content()).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect.poll(async () => found(canaries, await other.content())).toEqual([])
  expectNone(canaries, 'storage', await stored(other, context))
})

test('a page restored from the back/forward cache forgets prices too', async ({ page, request }) => {
  const canaries = await canariesFor(request, PEOPLE.ended)
  await arriveAs(page, PEOPLE.ended, '/productos')
  await expect.poll(async () => found(canaries, await page.content()).length).toBeGreaterThan(0)
  // The cached page received no event about the sign-out.
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'userId', 'products']) localStorage.removeItem(key)
  })
  expect(found(canaries, await page.content()).length).toBeGreaterThan(0)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(async () => found(canaries, await page.content())).toEqual([])
})

// ---- What is looked for ------------------------------------------------------------------------------------------

/** Every price in the API's answers to the customer, in each spelling, without numbers that also appear in public texts. */
async function canariesFor(request: APIRequestContext, who: string): Promise<string[]> {
  const login = await request.post('/api/auth/login/', {
    data: { username_or_email: who, password: 'Semilla2026' },
  })
  const { access } = (await login.json()) as { access: string }
  const list = await request.get('/api/products/', { headers: { authorization: `Bearer ${access}` } })
  expect(list.headers()['cache-control']).toBe('private, no-store')
  const { canaries, prices } = canariesOf((await list.json()) as Priced[])
  expect(prices).toBeGreaterThan(20)
  return canaries
}

function expectNone(canaries: string[], where: string, text: string): void {
  expect(text.length, where).toBeGreaterThan(0)
  expect(found([...canaries, '"price"', '"final_price"', '"discount"'], text), where).toEqual([])
}

// ---- Where -------------------------------------------------------------------------------------------------------

async function enter(page: Page, who: string): Promise<void> {
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, who)
  await expect(page).toHaveURL(/\/mi-cuenta/)
  await page.goto('/productos?ordering=min_price')
}

/** From the catalogue to search, product, cart and order form, or more; returns the text of the screens. */
async function browse(page: Page, isLong: boolean): Promise<string> {
  const screens: string[] = []
  const look = async () => {
    await expect(
      page
        .getByText(/\$\s?\d/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    screens.push(await page.content())
  }
  await look()
  if (isLong) {
    await page.goto('/productos?category=ofertas')
    await look()
  }
  await page.goto('/productos?search=lapacho')
  await page.locator('a[href^="/producto/"]').filter({ hasText: 'Lapacho Rosa' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lapacho Rosa' })).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await page.goto('/carrito')
  await look()
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await page.getByLabel('Nombre').fill('Ana Suárez')
  await look()
  if (isLong) {
    await page.goto('/mi-cuenta?section=orders')
    await quiet(page)
    await page.goto('/productos')
    await look()
  }
  return screens.join('\n')
}
