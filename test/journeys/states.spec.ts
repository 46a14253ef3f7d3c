import type { Page } from '@playwright/test'
import { answersOf, walk } from './answers.ts'
import { expectAccessibleAtAllSizes } from './looks.ts'
import { fillCart } from './screens-filled.ts'
import { arriveAs, confirmedAge, DESK, expect, forgive, signIn, test } from './stories.ts'

test.use({ viewport: DESK })
test.describe.configure({ mode: 'parallel' })

/**
 * The screens of the storefront in their states beside that of `screens.spec.ts`, in light and dark at three widths. A
 * server-rendered screen has its data already, so the states before that are reached by client-side navigation from another
 * screen.
 */
const SOMEWHERE_ELSE = '/trofeos'

async function beElsewhere(page: Page): Promise<void> {
  await page.goto(SOMEWHERE_ELSE)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

interface Sold {
  blisters: { stock: number }[]
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const waiting = (page: Page) => page.getByRole('main').getByText('Cargando…').first()
const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' }).click()

test.beforeEach(({ page }) => confirmedAge(page))

test.afterEach(({ complaints }) => forgive(complaints, /status of 500|ERR_FAILED/))

test('the age gate', async ({ browser, baseURL }) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Soy mayor de 18' })).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await context.close()
})

test('home: loading, data, nothing highlighted, failed', async ({ page }) => {
  const shop = await answersOf(page)
  await beElsewhere(page)
  await shop.hold(/^\/(banners|products\/highlighted)/)
  await walk(page, '/')
  await expect(waiting(page)).toBeAttached()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await expect(page.getByRole('region', { name: 'GENÉTICAS DESTACADAS' }).getByRole('article')).toHaveCount(3)

  await beElsewhere(page)
  await shop.say(/^\/products\/highlighted/, [])
  await shop.fail(/^\/banners/)
  await walk(page, '/')
  await expect(page.getByText('No hay productos destacados disponibles')).toBeVisible()
  // Without banners of the shop, the built-in ones are shown.
  await expect(
    page.getByRole('region', { name: 'Novedades' }).getByText('Ver catálogo').first(),
  ).toBeVisible()
  await expectAccessibleAtAllSizes(page)
})

test('catalogue: loading, failed, data, the cached list, nothing found', async ({ page }) => {
  const shop = await answersOf(page)
  const products = /^\/products\/\?/
  await beElsewhere(page)
  await shop.hold(products)
  await walk(page, '/productos')
  await expect(waiting(page)).toBeAttached()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()

  await beElsewhere(page)
  await page.evaluate(() => localStorage.removeItem('products'))
  await shop.fail(products)
  await walk(page, '/productos')
  await expect(page.getByText('No se pudo cargar el catálogo')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await retry(page)
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByText('No se pudo cargar el catálogo')).toBeHidden()

  await shop.fail(products)
  await walk(page, '/productos?category=regulares')
  await expect(page.getByText('Mostrando la última lista guardada')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
})

test('merch: loading, empty, failed, data', async ({ page }) => {
  const shop = await answersOf(page)
  const products = /^\/products\/\?/
  await beElsewhere(page)
  await shop.hold(products)
  await walk(page, '/merch')
  await expect(waiting(page)).toBeAttached()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await expect(page.getByRole('article').first()).toBeVisible()

  await beElsewhere(page)
  await page.evaluate(() => localStorage.removeItem('products'))
  await shop.fail(products)
  await walk(page, '/merch')
  await expect(page.getByText('No se pudo cargar el catálogo')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.say(products, { results: [], count: 0, next: null, previous: null })
  await retry(page)
  await expect(page.getByText('No se encontraron productos.')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
})

test('on a phone: the open menu, the open search and the filters', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/productos?category=automaticas')
  await page.getByRole('button', { name: 'Menú' }).click()
  await expect(page.getByRole('link', { name: 'TROFEOS' })).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/trofeos')
  await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).first().click()
  await expect(page.getByRole('banner').getByLabel('Buscar semillas')).toBeFocused()
  await expectAccessibleAtAllSizes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/productos?category=automaticas')
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
})

test('product: loading, failed, data, sold out, merch, zoomed picture', async ({ page, complaints }) => {
  const shop = await answersOf(page)
  const product = /^\/products\/\d+/
  await beElsewhere(page)
  await shop.hold(product)
  await walk(page, '/producto/17')
  await expect(waiting(page)).toBeAttached()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await expect(page.getByRole('radio').first()).toBeAttached()

  await shop.fail(product)
  await walk(page, '/producto/15')
  await expect(page.getByText('Error al obtener el producto')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await retry(page)
  await expect(page.getByRole('radio').first()).toBeAttached()

  await page.goto('/productos?search=glaciar+mentol')
  await page.locator('a[href^="/producto/"]').filter({ hasText: 'Glaciar Mentol' }).first().click()
  await expect(page.getByRole('button', { name: 'Sin stock' })).toBeDisabled()
  await expectAccessibleAtAllSizes(page)
  await page.goto('/merch')
  await page.locator('a[href^="/producto/"]').filter({ hasText: 'Remera Surbrote' }).first().click()
  await expect(page.getByRole('button', { name: 'Elegir talle' })).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await page
    .getByRole('button', { name: /ampliar/i })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  // The browser's word for a window that this test resized while a card's picture was growing.
  forgive(complaints, /Transition was aborted .*Viewport size changed/)
})

test('not found, and render failure', async ({ page }) => {
  const answer = await page.goto('/producto/999999')
  expect(answer?.status()).toBe(404)
  await expect(heading(page, 'Producto no encontrado')).toBeVisible()
  await beElsewhere(page)
  await walk(page, '/producto/999999')
  await expect(heading(page, 'Producto no encontrado')).toBeVisible()

  await page.route('**/assets/guide-page*.js', (route) => route.abort())
  await beElsewhere(page)
  await walk(page, '/como-germinar')
  await expect(heading(page, 'No se pudo mostrar esta página')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
})

test('cart: loading, failed, the form, out of stock', async ({ page }) => {
  const shop = await answersOf(page)
  const products = /^\/products\/\?ids/
  await arriveAs(page, 'cliente', '/')
  await fillCart(page)
  await beElsewhere(page)
  await shop.hold(products)
  await walk(page, '/carrito')
  await expect(waiting(page)).toBeAttached()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await beElsewhere(page)
  await shop.fail(products)
  await walk(page, '/carrito')
  await expect(page.getByText('Error al obtener el producto')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await retry(page)
  await expect(page.getByRole('button', { name: 'Iniciar Pedido' })).toBeVisible()

  await beElsewhere(page)
  await shop.fail(/^\/auth\/profile/)
  await walk(page, '/carrito')
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await expect(page.getByText(/^Error al obtener información del usuario/)).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await page.getByLabel('Nombre').fill('An')
  await page.getByLabel('Teléfono').fill('12')
  await page.getByLabel('Acordar entrega').check()
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByText('Ingresa un teléfono válido').first()).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await page.getByLabel('Nombre').fill('Ana Suárez')
  await page.getByLabel('Teléfono').fill('1123456789')
  await shop.fail(/^\/orders\/$/)
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByRole('alert', { name: 'Error al crear la orden' })).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()

  await shop.change<Sold[]>(products, (sold) =>
    sold.map((one) => ({ ...one, blisters: one.blisters.map((blister) => ({ ...blister, stock: 0 })) })),
  )
  await page.reload()
  await expect(page.getByText('Sin stock. Quitalo para poder pedir.')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await page.getByRole('button', { name: /^Quitar/ }).click()
  await expect(page.getByRole('button', { name: /^Deshacer/ })).toBeVisible()
  await expectAccessibleAtAllSizes(page)
})

test('login: the form, validation errors, failed request, and the code', async ({ page }) => {
  const shop = await answersOf(page)
  await page.goto('/login')
  await expect(heading(page, /./)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled()
  await signIn(page, 'ab', 'corta')
  await expect(page.getByText(/al menos 4 caracteres/).first()).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.fail(/^\/auth\/login/)
  await signIn(page, 'cliente')
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  const unverified = {
    code: 'ACCOUNT_NOT_VERIFIED',
    email: 'alguien@correo.example',
    error: 'Falta verificar el email',
  }
  await shop.letGo()
  await shop.say(/^\/auth\/login/, unverified, 403)
  await signIn(page, 'cliente')
  await expect(page.getByLabel(/código/i)).toBeVisible()
  await expectAccessibleAtAllSizes(page)
})

test('the notice of the guide, and its steps ticked', async ({ page }) => {
  await page.goto('/como-germinar')
  await expect(page.getByRole('dialog', { name: 'Aviso de garantía' })).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await page.getByRole('button', { name: 'Entendido, continuar' }).click()
  await page.getByLabel(/20 y 25 °C/).check()
  await expectAccessibleAtAllSizes(page)
})

test('the guide: loading, failed, retried', async ({ page }) => {
  const shop = await answersOf(page)
  const guide = /^\/guide\//
  await beElsewhere(page)
  await shop.hold(guide)
  await walk(page, '/como-germinar')
  await expect(waiting(page)).toBeAttached()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await beElsewhere(page)
  await shop.fail(guide)
  await walk(page, '/como-germinar')
  await expect(page.getByText('Error al cargar la guía')).toBeVisible()
  await expectAccessibleAtAllSizes(page)
  await shop.letGo()
  await retry(page)
  // With the steps comes the notice, which has waited for its points.
  await expect(page.getByRole('dialog', { name: 'Aviso de garantía' })).toBeVisible()
})
