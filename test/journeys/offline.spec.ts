import { OFFLINE_CACHE, OFFLINE_PAGE } from '../../src/contract/offline.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  forgive,
  OFFLINE,
  PHONE,
  test,
} from './stories.ts'

/** A page that cannot be loaded: the shop's own instead of the browser's. */
test.use({ serviceWorkers: 'allow' })

for (const [name, viewport, colorScheme] of [
  ['phone', PHONE, 'light'],
  ['desk', DESK, 'dark'],
] as const) {
  test(`on a ${name}, a reload without a connection shows the shop's own page, and the wanted one afterwards`, async ({
    page,
    context,
    complaints,
  }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await confirmedAge(page)
    await page.goto('/productos?search=camalote')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.reload()
    const heading = page.getByRole('heading', { level: 1, name: 'Sin conexión' })
    await expect(heading).toBeVisible()
    await expect(page).toHaveTitle('Sin conexión · Surbrote')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Reintentar' }).click()
    await expect(heading).toBeVisible()
    await expect(page).toHaveURL(/\/productos\?search=camalote$/)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: /Camalote Auto/ })).toBeVisible()
    forgive(complaints, OFFLINE)
  })
}

test('the worker caches only its page, also for signed-in users', async ({ page }) => {
  await arriveAs(page, 'cliente', '/mi-cuenta?section=orders')
  await page.waitForURL('**/mi-cuenta?section=orders')
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const path of ['/mi-cuenta?section=orders', '/productos', '/producto/1', '/carrito', '/api/docs']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  await page.goto('/')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, addresses: requests.flat().map(({ url }) => new URL(url).pathname) }
  })
  expect(kept).toEqual({ names: [OFFLINE_CACHE], addresses: [OFFLINE_PAGE] })
})
