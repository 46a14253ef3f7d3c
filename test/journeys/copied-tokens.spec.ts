import type { BrowserContext, Page } from '@playwright/test'
import { newCustomer, type Person } from './people.ts'
import { confirmedAge, DESK, expect, signIn, test } from './stories.ts'

test.use({ viewport: DESK })

const SETTINGS = '/mi-cuenta?section=settings'

async function enter(page: Page, { username, password }: Person): Promise<void> {
  await confirmedAge(page)
  await page.goto(`/login?redirect=${encodeURIComponent(SETTINGS)}`)
  await signIn(page, username, password)
  await expect(page.getByRole('heading', { name: 'Contraseña' })).toBeVisible()
}

async function newTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await confirmedAge(tab)
  await tab.goto(SETTINGS)
  await expect(tab.getByRole('heading', { name: 'Contraseña' })).toBeVisible()
  return tab
}

const tokens = (page: Page) =>
  page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken') ?? '',
    refreshToken: localStorage.getItem('refreshToken') ?? '',
  }))

const keyAddress = (baseURL = '') => `${baseURL}/api/auth/`

/** As twelve minutes later: the next call renews. */
async function renew(page: Page): Promise<void> {
  const before = await tokens(page)
  await page.evaluate(() => localStorage.setItem('renewAccessAt', '0'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Contraseña' })).toBeVisible()
  await expect.poll(async () => (await tokens(page)).refreshToken).not.toBe(before.refreshToken)
}

test('tokens copied from a browser are not renewed elsewhere, and its tabs go on', async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  await enter(page, await newCustomer(request))
  const other = await newTab(context)
  const { refreshToken } = await tokens(page)
  const [key] = (await context.cookies(keyAddress(baseURL))).filter(({ name }) =>
    name.startsWith('browserKey'),
  )
  expect(key).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('browserKey')

  const elsewhere = await request.post('/api/auth/token/refresh/', { data: { refresh: refreshToken } })
  expect(elsewhere.status()).toBe(401)
  // In another browser, from a page of the shop.
  const thief = await (await browser.newContext()).newPage()
  await thief.goto('/')
  const status = await thief.evaluate(async (refresh) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ refresh })
    return (await fetch('/api/auth/token/refresh/', { method: 'POST', headers, body })).status
  }, refreshToken)
  expect(status).toBe(401)
  await thief.context().close()

  await renew(page)
  await renew(other)
  await renew(page)
})

test('a new password keeps the tabs of this browser signed in, ends another browser, and lets it in', async ({
  page,
  context,
  browser,
  request,
}) => {
  const person = await newCustomer(request)
  await enter(page, person)
  const other = await newTab(context)
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, person)
  const before = await tokens(page)
  const change = page.getByRole('button', { name: 'Cambiar contraseña' })

  await page.getByLabel('Contraseña actual').fill('NoEsEsta2026')
  await page.getByLabel('Contraseña nueva').fill('Germina2027')
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('Germina2028')
  await change.click()
  await expect(page.getByText('Las contraseñas no coinciden').first()).toBeVisible()
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('Germina2027')
  await change.click()
  await expect(page.getByText('La contraseña actual no es correcta').first()).toBeVisible()
  await page.getByLabel('Contraseña actual').fill(person.password)
  await change.click()
  await expect(page.getByText('Contraseña actualizada correctamente').first()).toBeVisible()
  await expect(page.getByText('Las demás sesiones se cerraron').first()).toBeVisible()
  await expect(page.getByLabel('Contraseña nueva')).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('Germina2027')
  const headers = { authorization: `Bearer ${before.accessToken}` }
  expect((await request.get('/api/auth/profile/', { headers })).status()).toBe(401)

  await other.getByLabel('Apellido').fill('Otra Pestaña')
  await other.getByRole('button', { name: 'Guardar' }).click()
  await expect(other.getByText('Nombre actualizado correctamente').first()).toBeVisible()
  await renew(other)
  await renew(page)

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/)
  await expect(elsewhere.getByText('Se cerró tu sesión. Volvé a entrar.')).toBeVisible()
  await signIn(elsewhere, person.username, 'Germina2027')
  await expect(elsewhere).toHaveURL(SETTINGS)
  await elsewhere.context().close()
})

test('a tab that calls while the password changes goes on', async ({ page, context, request }) => {
  const person = await newCustomer(request)
  await enter(page, person)
  const other = await newTab(context)
  // The answer arrives late: until then the old tokens are in storage, and dead.
  await page.route('**/api/auth/change-password/', async (route) => {
    const answer = await route.fetch()
    await expect(other.getByRole('button', { name: 'Guardando…' })).toBeVisible()
    await route.fulfill({ response: answer })
  })
  await page.getByLabel('Contraseña actual').fill(person.password)
  await page.getByLabel('Contraseña nueva').fill('Germina2027')
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('Germina2027')
  await other.getByLabel('Apellido').fill('Mientras Tanto')
  const refused = other.waitForResponse((answer) => answer.status() === 401)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${(await tokens(page)).accessToken}` }
      return (await request.get('/api/auth/profile/', { headers })).status()
    })
    .toBe(401)
  await other.getByRole('button', { name: 'Guardar' }).click()
  await refused
  await expect(other.getByText('Nombre actualizado correctamente').first()).toBeVisible()
  await expect(page.getByText('Las demás sesiones se cerraron').first()).toBeVisible()
})

test('a browser that was closed and opened again stays signed in, and signing out removes its key', async ({
  playwright,
  request,
  baseURL,
}, info) => {
  const person = await newCustomer(request)
  const folder = info.outputPath('profile')
  const open = () =>
    playwright.chromium.launchPersistentContext(folder, {
      ...info.project.use.launchOptions,
      ...(baseURL && { baseURL }),
      viewport: DESK,
    })
  const keyOf = async (context: BrowserContext) =>
    (await context.cookies(keyAddress(baseURL))).filter(({ name }) => name.startsWith('browserKey'))

  const first = await open()
  await enter(await first.newPage(), person)
  await first.close()

  const second = await open()
  const page = await newTab(second)
  await renew(page)
  expect(await keyOf(second)).toHaveLength(1)
  const ended = page.waitForResponse('**/api/auth/logout/')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await ended
  await expect.poll(() => keyOf(second)).toEqual([])
  await second.close()
})
