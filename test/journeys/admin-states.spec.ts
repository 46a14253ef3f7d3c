import type { Page } from '@playwright/test'
import { answersOf, walk } from './answers.ts'
import { arriveAs, DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

test.describe.configure({ mode: 'parallel' })

/** Expected in the console: some of these states need a failing server. */
const REFUSED = /status of 500/

interface Screen {
  path: string
  /** The call that it loads from. */
  api: RegExp
  errorText: string
  /** Undefined if it is never empty. */
  emptyText?: string
}

/** Panel screens in their loading, empty and error states: their own part, as the frame around it is the same. */
const SCREENS: Screen[] = [
  {
    path: 'para-hacer',
    api: /^\/todo\//,
    emptyText: 'Todo al día',
    errorText: 'Error al cargar lo que hay para hacer',
  },
  {
    path: 'productos',
    api: /^\/products\/\?/,
    emptyText: 'No se encontraron productos',
    errorText: 'Error al obtener los productos',
  },
  {
    path: 'pedidos',
    api: /^\/orders\/\?.*page_size=20/,
    emptyText: 'No hay pedidos pendientes',
    errorText: 'Error al cargar los pedidos',
  },
  {
    path: 'pedidos/imprimir?ids=1',
    api: /^\/orders\/print\//,
    errorText: 'Error al cargar los pedidos para imprimir',
  },
  {
    path: 'preparacion',
    api: /^\/packing\//,
    emptyText: 'Nada para preparar',
    errorText: 'Error al cargar los pedidos para preparar',
  },
  {
    path: 'garantias',
    api: /^\/warranty-claims\/\?/,
    emptyText: 'No se encontraron reclamos',
    errorText: 'Error al cargar los reclamos',
  },
  {
    path: 'arrepentimientos',
    api: /^\/regret-requests\//,
    emptyText: 'No hay solicitudes de arrepentimiento',
    errorText: 'Error al cargar las solicitudes',
  },
  {
    path: 'solicitudes',
    api: /^\/auth\/access-requests\//,
    emptyText: 'Nadie espera acceso',
    errorText: 'Error al cargar las solicitudes de acceso',
  },
  {
    path: 'stock',
    api: /^\/stock\//,
    emptyText: 'Todavía no hay productos',
    errorText: 'Error al cargar el stock',
  },
  {
    path: 'stock/recuento',
    api: /^\/stock\/counts\//,
    emptyText: 'Todavía no hay recuentos',
    errorText: 'Error al cargar los recuentos',
  },
  {
    path: 'lotes',
    api: /^\/lots\//,
    emptyText: 'Todavía no hay lotes',
    errorText: 'Error al cargar los lotes',
  },
  { path: 'reportes', api: /^\/reports\//, errorText: 'Error al cargar el reporte' },
  {
    path: 'precios?ver=historial',
    api: /^\/price-runs\//,
    emptyText: 'Todavía no hay cambios de precios',
    errorText: 'Error al cargar los cambios de precios',
  },
  {
    path: 'banners',
    api: /^\/banners\//,
    emptyText: 'No hay banners',
    errorText: 'No se pudieron cargar las imágenes del carousel',
  },
  {
    path: 'bancos',
    api: /^\/brands\//,
    emptyText: 'No hay bancos registrados',
    errorText: 'Error al cargar los bancos',
  },
  {
    path: 'marcas',
    api: /^\/brands\//,
    emptyText: 'No hay marcas registradas',
    errorText: 'Error al cargar las marcas',
  },
  {
    path: 'usuarios',
    api: /^\/auth\/users\/\?/,
    emptyText: 'No se encontraron usuarios',
    errorText: 'Error al cargar los usuarios. Por favor, inténtalo de nuevo.',
  },
  {
    path: 'actividad',
    api: /^\/activity-logs\/\?/,
    emptyText: 'No se encontraron actividades',
    errorText: 'Error al cargar las actividades',
  },
  { path: 'paginas', api: /^\/pages\/written\//, errorText: 'Error al cargar las páginas' },
  {
    path: 'mensajes?estado=sent',
    api: /^\/messages\//,
    emptyText: 'No salió ningún email en los últimos 30 días',
    errorText: 'Error al cargar los emails',
  },
]

/** The same answer with nothing in its lists. */
function emptied(body: object): object {
  if (Array.isArray(body)) return []
  const parts = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? [] : (value as unknown),
  ])
  return { ...(Object.fromEntries(parts) as object), count: 0, next: null }
}

async function expectAccessibleOnBoth(page: Page): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
}

/** Screens a test: each is opened inside the panel, without loading it again. Neighbours may share a list, which is cached. */
const PARTS = [0, 1].map((part) => SCREENS.filter((_, index) => index % 2 === part))

for (const screens of PARTS) {
  const paths = screens.map(({ path }) => path).join(' ')
  test(`accessible while loading, failed and empty: ${paths}`, async ({ page, complaints }) => {
    const shop = await answersOf(page)
    const main = page.getByRole('main')
    const waiting = main.getByText('Cargando…').first()
    await arriveAs(page, 'admin', '/panel')
    for (const { path, api, emptyText, errorText } of screens) {
      const failed = main.getByRole('alert').getByText(errorText)
      await test.step(path, async () => {
        await shop.hold(api)
        await page.setViewportSize(PHONE)
        await walk(page, `/panel/${path}`)
        await expect(waiting).toBeAttached()
        // Not the wait for the screen's own chunk, which has no title.
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expectAccessible(page, 'main')
        await shop.fail(api)
        await expect(failed.first()).toBeVisible()
        await expectAccessible(page, 'main')
        // A list that polls would succeed before the press.
        await shop.hold(api)
        await main.getByRole('button', { name: 'Reintentar' }).click()
        if (emptyText !== undefined) {
          await shop.change(api, emptied)
          await expect(page.getByText(emptyText).first()).toBeVisible()
          await page.setViewportSize(DESK)
          await expectAccessible(page, 'main')
        }
        await shop.letGo()
        await expect(failed).toHaveCount(0)
        await expect(waiting).toHaveCount(0)
      })
    }
    // The router's word for `walk`, on screens that ask before they are left.
    forgive(complaints, /status of 500|use a blocker on a POP navigation/)
  })
}

test('the cards of the account that fail say so and can be tried again', async ({ page, complaints }) => {
  const shop = await answersOf(page)
  await shop.fail(/^\/auth\/(sessions|totp|passkeys)\//)
  await arriveAs(page, 'admin', '/panel')
  for (const text of [
    'Error al cargar las sesiones',
    'No pudimos leer la verificación en dos pasos',
    'No pudimos leer las llaves',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expectAccessibleOnBoth(page)
  await shop.letGo()
  const retries = page.getByRole('button', { name: 'Reintentar' })
  for (let left = await retries.count(); left > 0; left -= 1) {
    await retries.first().click()
    await expect(retries).toHaveCount(left - 1)
  }
  await expect(page.getByRole('button', { name: 'Activar' })).toBeVisible()
  forgive(complaints, REFUSED)
})

test.describe('a list whose filter changes', () => {
  test.use({ viewport: DESK })

  test('keeps its rows until the response arrives', async ({ page }) => {
    await arriveAs(page, 'admin', '/panel/productos')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    const before = await page.locator('[data-row]').count()
    const answers = await answersOf(page)
    await answers.hold(/^\/products\/\?.*type=auto/)
    await page.getByLabel('Tipo', { exact: true }).selectOption('auto')
    await expect(page).toHaveURL(/type=auto/)
    await expect(page.locator('.async-list-progress')).toBeVisible()
    await expect(page.locator('[data-row]')).toHaveCount(before)
    await expect(page.locator('.skeleton:visible')).toHaveCount(0)
    await answers.letGo()
    await expect(page.locator('.async-list-count')).toHaveText(/^\d+ productos$/)
  })

  test('keeps focus and scroll position on automatic refresh', async ({ page }) => {
    await arriveAs(page, 'admin', '/panel/pedidos?status=completed')
    const row = page.locator('[data-row]').last()
    await row.focus()
    await page.evaluate(() => window.scrollTo(0, 120))
    const scroll = () => page.evaluate(() => window.scrollY)
    const at = await scroll()
    await page.waitForResponse((answer) => answer.url().includes('/api/orders/?'))
    await page.waitForResponse((answer) => answer.url().includes('/api/orders/?'))
    await expect(row).toBeFocused()
    expect(await scroll()).toBe(at)
  })
})

test('operational warnings show on every screen', async ({ page }) => {
  const text = 'No sale ningún mail: falta SMTP_URL. Cada uno queda como archivo en el servidor.'
  await page.route('**/api/notices/', (route) => route.fulfill({ json: [{ kind: 'no-mail-server', text }] }))
  await arriveAs(page, 'admin', '/panel/pedidos')
  await expect(page.getByRole('region', { name: 'Avisos de la tienda' }).getByText(text)).toBeVisible()
  await expectAccessibleOnBoth(page)
  await page.goto('/panel/productos/nuevo')
  await expect(page.getByText(text)).toBeVisible()
  await page.getByLabel('Precio ($)').first().fill('0')
  await expect(page.getByText('Queda sin precio: se muestra y no se puede comprar')).toBeVisible()
  await expectAccessibleOnBoth(page)
})
