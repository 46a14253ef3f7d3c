import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { confirmedAge, DESK, expect, signIn, test } from './stories.ts'

test.use({ viewport: DESK })

/** Prices are for accounts: what a customer saw is gone from the browser once they are no longer signed in. */
const PEOPLE = { asked: 'bruno_paz', ended: 'caro_ibarra', expired: 'mica_sosa' }

const WAYS: Record<string, { who: string; end: (page: Page) => Promise<void> }> = {
  'by logging out': {
    who: PEOPLE.asked,
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

for (const [way, { who, end }] of Object.entries(WAYS)) {
  test(`no price is left in the browser when the session ends ${way}`, async ({ page, context, request }) => {
    const canaries = await canariesOf(request, who)
    const { answers, customersAddresses } = listen(page)
    await confirmedAge(page)
    await page.goto('/login')
    await signIn(page, who)
    await expect(page).toHaveURL(/\/mi-cuenta/)
    const seen = await browse(page)
    // The check would see them: they are on the screen and in storage now.
    expect(found(canaries, seen).length).toBeGreaterThan(3)
    expect(found(canaries, await stored(page, context)).length).toBeGreaterThan(1)

    await end(page)
    answers.length = 0
    await quiet(page)
    expectNone(canaries, 'storage', await stored(page, context))
    expectNone(canaries, 'the page', await page.content())
    expectNone(canaries, 'the cache of the browser', await cached(page, [...customersAddresses]))

    for (const address of ['/productos', '/carrito']) {
      await page.goto(address)
      await quiet(page)
      expectNone(canaries, address, await page.content())
    }
    for (let step = 0; step < 4; step += 1) {
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
  const canaries = await canariesOf(request, PEOPLE.asked)
  const other = await context.newPage()
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, PEOPLE.asked)
  await expect(page).toHaveURL(/\/mi-cuenta/)
  await other.goto('/productos')
  await expect.poll(async () => found(canaries, await other.content()).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect.poll(async () => found(canaries, await other.content())).toEqual([])
  expectNone(canaries, 'storage', await stored(other, context))
})

test('a page that comes back from the back/forward cache forgets prices too', async ({ page, request }) => {
  const canaries = await canariesOf(request, PEOPLE.ended)
  await confirmedAge(page)
  await page.goto('/login')
  await signIn(page, PEOPLE.ended)
  await expect(page).toHaveURL(/\/mi-cuenta/)
  await page.goto('/productos')
  await expect.poll(async () => found(canaries, await page.content()).length).toBeGreaterThan(0)
  // It was put aside as it stood, and heard nothing of what happened since.
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken', 'userId', 'products']) localStorage.removeItem(key)
  })
  expect(found(canaries, await page.content()).length).toBeGreaterThan(0)
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(async () => found(canaries, await page.content())).toEqual([])
})

// ---- What is looked for ------------------------------------------------------------------------------------------

interface Priced {
  blisters: { price: number; final_price: number }[]
}

/** Every price the customer's token is told, in each spelling; those that also stand in public words are left out. */
async function canariesOf(request: APIRequestContext, who: string): Promise<string[]> {
  const login = await request.post('/api/auth/login/', {
    data: { username_or_email: who, password: 'Semilla2026' },
  })
  const { access } = (await login.json()) as { access: string }
  const list = await request.get('/api/products/', { headers: { authorization: `Bearer ${access}` } })
  expect(list.headers()['cache-control']).toBe('private, no-store')
  const prices = ((await list.json()) as Priced[])
    .flatMap(({ blisters }) => blisters.flatMap(({ price, final_price }) => [price, final_price]))
    .filter((price) => price > 0 && !PUBLIC_AMOUNTS.has(price))
  expect(new Set(prices).size).toBeGreaterThan(20)
  return [...new Set(prices)].flatMap(spellings)
}

/** The limits of the price filter. */
const PUBLIC_AMOUNTS = new Set([5_000, 10_000, 20_000, 50_000])

function spellings(pesos: number): string[] {
  const grouped = (separator: string) => {
    return Math.trunc(pesos)
      .toString()
      .replace(/\B(?=(?:\d{3})+$)/g, separator)
  }
  const [, decimals = '00'] = pesos.toFixed(2).split('.')
  return [
    ...(pesos >= 10_000 ? [String(pesos), String(Math.round(pesos * 100))] : []),
    pesos.toFixed(2),
    grouped('.'),
    grouped(','),
    `${grouped('.')},${decimals}`,
    `"price":${pesos}`,
    `"final_price":${pesos}`,
  ]
}

/** The canaries that stand in a text as numbers of their own, not as a part of a longer one. */
function found(canaries: string[], text: string): string[] {
  return canaries.filter((canary) => {
    for (let at = text.indexOf(canary); at >= 0; at = text.indexOf(canary, at + 1)) {
      const [before = '', after = ''] = [text[at - 1], text[at + canary.length]]
      if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true
    }
    return false
  })
}

function expectNone(canaries: string[], where: string, text: string): void {
  expect(text.length, where).toBeGreaterThan(0)
  expect(found([...canaries, '"price"', '"final_price"', '"discount"'], text), where).toEqual([])
}

// ---- Where -------------------------------------------------------------------------------------------------------

/** Texts of all answers, and the addresses the customer's own calls went to. */
function listen(page: Page) {
  const answers: string[] = []
  const customersAddresses = new Set<string>()
  page.on('response', (response) => {
    const isCustomers = response.request().headers()['authorization'] !== undefined
    if (isCustomers && response.request().method() === 'GET') customersAddresses.add(response.url())
    if (isCustomers || !/html|json|xml/.test(response.headers()['content-type'] ?? '')) return
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
  return { answers, customersAddresses }
}

/** Catalogue, a search, a product, the cart, the form of the order; answers what stood on the screens. */
async function browse(page: Page): Promise<string> {
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
  await page.goto('/productos?ordering=min_price')
  await look()
  await page.goto('/productos?category=ofertas')
  await look()
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
  await page.goto('/mi-cuenta?section=orders')
  await quiet(page)
  await page.goto('/productos')
  await look()
  return screens.join('\n')
}

/** What the page fetches on its own has come. */
async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
}

async function endOnServer(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    }
    return (await fetch('/api/auth/logout/', { method: 'POST', headers, body: '{}' })).status
  })
  expect(status).toBe(204)
}

/** All that this site keeps in the browser, as one text. */
async function stored(page: Page, context: BrowserContext): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const texts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, await (await cache.match(request))?.text())
    }
    texts.push(await indexedDB.databases())
    return texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text))).join('\n')
  })
  // What is stored as JSON stands there with its quotes escaped.
  return `${inPage.replaceAll('\\"', '"')}\n${JSON.stringify(await context.cookies())}`
}

/** What the browser still answers from its own cache to the calls the customer made. */
async function cached(page: Page, addresses: string[]): Promise<string> {
  expect(addresses.length).toBeGreaterThan(3)
  return page.evaluate(async (urls) => {
    const answers = urls.map(async (url) => (await fetch(url, { cache: 'force-cache' })).text())
    return (await Promise.all(answers)).join('\n')
  }, addresses)
}
