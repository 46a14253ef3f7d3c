import type { Page } from '@playwright/test'
import { newCustomer } from './people.ts'
import { publishTerms } from './screens-filled.ts'
import { arriveAs, confirmedAge, expect, expectAccessible, forgive, PHONE, signIn, test } from './stories.ts'

test.use({ viewport: PHONE })

// The form of an access request asks to accept them.
test.beforeAll(({ request }) => publishTerms(request))

/** Opens a page whose scripts are held until the returned function is called; scripts that match `lost` fail. */
async function openBefore(page: Page, address: string, lost?: RegExp) {
  let arrive = () => {}
  const gone = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gone
    if (lost?.test(route.request().url())) await route.abort()
    else await route.continue()
  })
  // Without waiting for hydration, as other journeys do.
  const [asked] = await Promise.all([
    page.waitForRequest('**/assets/entry-client-*.js'),
    page.evaluate((to) => window.location.assign(to), address),
  ])
  expect(asked.failure()).toBeNull()
  return arrive
}

const isLive = (page: Page) => page.evaluate(() => performance.getEntriesByName('live').length > 0)

test('a login sent before hydration is replayed after it', async ({ page, request }) => {
  const early = await newCustomer(request)
  await confirmedAge(page)
  await page.goto('/')
  const sent: string[] = []
  page.on('request', (asked) => void (asked.method() === 'POST' && sent.push(new URL(asked.url()).pathname)))
  const arrive = await openBefore(page, '/login?redirect=/productos')
  await signIn(page, early.username, early.password)
  const button = page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Cargando…' })).toBeAttached()
  expect(await isLive(page)).toBe(false)
  expect(sent).toEqual([])
  await expect(page).toHaveURL(/\/login\?redirect=\/productos$/)
  arrive()
  await expect(page).toHaveURL(/^[^?]*\/productos$/)
  await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  expect(sent.filter((path) => path.includes('login'))).toHaveLength(1)
})

test('a request for access typed and sent before hydration is replayed after it', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/')
  const arrive = await openBefore(page, '/registro')
  await page.getByLabel('Email').fill('temprano@correo.example')
  await page.getByLabel('Mensaje').fill('Desde Salta')
  await page.getByLabel('Declaro que soy mayor de 18 años').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  arrive()
  await expect(page.getByRole('alert')).toContainText('Hay que aceptar')
  await expect(page.getByRole('alert')).not.toContainText('mayoría de edad')
  await expect(page.getByLabel('Email')).toHaveValue('temprano@correo.example')
  await expect(page.getByLabel('Mensaje')).toHaveValue('Desde Salta')
})

/** Who changes a page before it is live; both run in the page. */
const CHANGES: Record<string, () => void> = {
  'a translator': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Node[] = []
    while (texts.nextNode()) found.push(texts.currentNode)
    for (const text of found) {
      const translation = document.createElement('font')
      translation.textContent = text.nodeValue
      text.parentNode?.replaceChild(translation, text)
    }
  },
  'a password manager': () => {
    document.body.prepend(document.createElement('password-manager'))
    for (const field of document.querySelectorAll('form input, form textarea'))
      field.after(document.createElement('password-manager-icon'))
  },
}

for (const [who, change] of Object.entries(CHANGES))
  test(`a page changed by ${who} before hydration keeps what was typed and pressed`, async ({
    page,
    complaints,
  }) => {
    await confirmedAge(page)
    await page.goto('/')
    const arrive = await openBefore(page, '/registro')
    await page.getByLabel('Email').fill('temprano@correo.example')
    await page.evaluate(change)
    await page.getByLabel('Declaro que soy mayor de 18 años').check()
    await page.getByLabel('Mensaje').fill('Desde Salta')
    await page.getByRole('button', { name: 'Continuar' }).dispatchEvent('click')
    arrive()
    await expect(page.getByRole('alert')).toContainText('Hay que aceptar')
    await expect(page.getByRole('alert')).not.toContainText('mayoría de edad')
    await expect(page.getByLabel('Email')).toHaveValue('temprano@correo.example')
    await expect(page.getByLabel('Mensaje')).toHaveValue('Desde Salta')
    // React says that the page was not as the server rendered it.
    expect(complaints.join()).toMatch(/error #418/)
    forgive(complaints, /error #418/)
  })

test('of choices and presses before hydration the last one is replayed once', async ({ page, request }) => {
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
  await expect(page.getByRole('link', { name: /^Ver carrito .1/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carrito, 1 unidad' })).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(page.locator('.blister-card input:checked')).toHaveAttribute('value', chosen ?? '')
})

test('links and the search work before hydration', async ({ page }) => {
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

test('a search typed before hydration stays in its field, and is sent by Enter', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/')
  const arrive = await openBefore(page, '/productos')
  const field = page.getByRole('main').getByRole('searchbox')
  await field.fill('lapacho')
  // Within the turn in which the page comes alive, before React has drawn what was typed.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('.catalogue-search form')
    addEventListener('live', () => form?.requestSubmit())
  })
  arrive()
  await expect(page).toHaveURL(/search=lapacho/)
  await expect(field).toHaveValue('lapacho')
  await expect(page.getByRole('main').getByRole('link', { name: 'Lapacho Rosa', exact: true })).toBeVisible()
})

test('typing during hydration loses no letter and keeps the cursor', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/')
  const arrive = await openBefore(page, '/login')
  const name = page.getByLabel('Usuario o email')
  await name.fill('@correo.example')
  await name.press('Home')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  arrive()
  let typed = ''
  for (let after = 0; after < 3; after += Number(await isLive(page))) {
    const letter = 'abcdefghij'.charAt(typed.length % 10)
    await page.keyboard.press(letter)
    typed += letter
  }
  await expect(name).toHaveValue(`${typed}@correo.example`)
})

test('a field that refuses its replayed value does not stop a press from being replayed', async ({
  page,
  complaints,
}) => {
  await confirmedAge(page)
  await page.goto('/')
  await page.addInitScript(() => {
    HTMLInputElement.prototype.dispatchEvent = () => {
      throw new Error('This field listens to nobody')
    }
  })
  const arrive = await openBefore(page, '/login')
  await page.getByLabel('Usuario o email').fill('mia')
  const menu = page.getByRole('button', { name: 'Menú' })
  await menu.click()
  arrive()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  forgive(complaints, /This field listens to nobody/)
})

test('a file chosen before hydration is left alone', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/')
  const arrive = await openBefore(page, '/login')
  // Outside what React renders: no server-rendered page has a file field yet.
  await page.evaluate(() => {
    document
      .getElementById('root')
      ?.insertAdjacentHTML('beforeend', '<form method="post"><input type="file">')
  })
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('.') })
  const menu = page.getByRole('button', { name: 'Menú' })
  await menu.click()
  arrive()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(file).toHaveValue(/foto\.png$/)
})

test('a form with method POST is not sent before hydration, by any means', async ({ page }) => {
  await confirmedAge(page)
  // Not a page of the shop: its service worker, once it runs, asks for the next page in a way that `route` does not see.
  await page.goto('/robots.txt')
  await page.route('**/login', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '<noscript><p>Para iniciar',
      '<input type="submit" disabled>$&',
    )
    await route.fulfill({ response: answer, body })
  })
  await openBefore(page, '/login')
  // What `press` does not hold stays as the server rendered it.
  await expect(page.locator('.login-form input[type=submit]')).toBeDisabled()
  const isHeld = await page.locator('.login-form').evaluate((form: HTMLFormElement) => {
    let held = false
    window.addEventListener('submit', (event) => {
      held = event.defaultPrevented
    })
    form.requestSubmit()
    return held
  })
  expect(isHeld).toBe(true)
})

for (const lost of [/entry-client-/, /login-page-/]) {
  test(`without the script ${lost.source} no button stays busy`, async ({ page, complaints }) => {
    await confirmedAge(page)
    await page.goto('/')
    const arrive = await openBefore(page, '/login', lost)
    await signIn(page, 'nadie')
    const button = page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    arrive()
    const said = page.getByText('La página no terminó de cargar. Recargala para seguir.')
    await expect(said).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(button).toBeDisabled()
    await expectAccessible(page)
    // Logged by the browser and by the error itself.
    forgive(complaints, /Failed to load resource|dynamically imported module|preload/)
  })
}

test('the list of orders starts although the frame of the panel comes after its page', async ({ page }) => {
  await arriveAs(page, 'admin', '/')
  await page.route(/\/assets\/layout-/, async (route) => {
    await new Promise((done) => setTimeout(done, 600))
    await route.continue()
  })
  await page.goto('/panel/pedidos')
  await expect(page.getByRole('searchbox', { name: /Buscar pedidos/ })).toBeVisible()
})
