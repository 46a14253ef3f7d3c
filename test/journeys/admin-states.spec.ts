import type { Page } from '@playwright/test'
import { answersOf } from './answers.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

/** Expected in the console: some of these states need a failing server. */
const REFUSED = /status of 500/

interface List {
  path: string
  /** Its API requests. */
  api: RegExp
  empty: unknown
  emptyText: string
  errorText: string
}

const PAGE = { results: [], count: 0, next: null, previous: null }

const LISTS: List[] = [
  {
    path: '/panel/productos',
    api: /^\/products\/\?/,
    empty: PAGE,
    emptyText: 'No se encontraron productos',
    errorText: 'Error al obtener los productos',
  },
  {
    path: '/panel/pedidos',
    api: /^\/orders\/\?.*page_size=20/,
    empty: { ...PAGE, counts: { pending: 0, completed: 0, cancelled: 0 } },
    emptyText: 'No hay pedidos pendientes',
    errorText: 'Error al cargar los pedidos',
  },
  {
    path: '/panel/garantias',
    api: /^\/warranty-claims\/\?/,
    empty: PAGE,
    emptyText: 'No se encontraron reclamos',
    errorText: 'Error al cargar los reclamos',
  },
  {
    path: '/panel/actividad',
    api: /^\/activity-logs\/\?/,
    empty: PAGE,
    emptyText: 'No se encontraron actividades',
    errorText: 'Error al cargar las actividades',
  },
  {
    path: '/panel/banners',
    api: /^\/banners\//,
    empty: [],
    emptyText: 'No hay banners',
    errorText: 'No se pudieron cargar las imágenes del carousel',
  },
  {
    path: '/panel/bancos',
    api: /^\/brands\//,
    empty: [],
    emptyText: 'No hay bancos registrados',
    errorText: 'Error al cargar los bancos',
  },
  {
    path: '/panel/marcas',
    api: /^\/brands\//,
    empty: [],
    emptyText: 'No hay marcas registradas',
    errorText: 'Error al cargar las marcas',
  },
  {
    path: '/panel/usuarios',
    api: /^\/auth\/users\/\?|^\/users\/\?/,
    empty: PAGE,
    emptyText: 'No se encontraron usuarios',
    errorText: 'Error al cargar los usuarios. Por favor, inténtalo de nuevo.',
  },
]

async function enter(page: Page): Promise<void> {
  await arriveAs(page, 'admin', '/panel/ajustes')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes de la tienda' })).toBeVisible()
}

for (const [where, viewport] of [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const) {
  test.describe(`on ${where}`, () => {
    test.use({ viewport })

    for (const list of LISTS) {
      test(`${list.path} is accessible while loading, full, empty and failed`, async ({
        page,
        complaints,
      }) => {
        await enter(page)
        const answers = await answersOf(page)
        const first = page.locator('[data-row]:visible, .activity-folded').first()
        await test.step('loading, then full', async () => {
          await answers.hold(list.api)
          await page.goto(list.path)
          await expect(page.locator('.async-list [aria-hidden=true] .skeleton').first()).toBeVisible()
          await expectAccessible(page)
          await answers.letGo()
          await expect(first).toBeVisible()
          await expect(page.locator('.async-list-count')).not.toHaveText(/^\s*$/)
          await expectAccessible(page)
        })
        await test.step('empty', async () => {
          await answers.say(list.api, list.empty)
          await page.goto(list.path)
          await expect(page.getByText(list.emptyText).first()).toBeVisible()
          await expectAccessible(page)
          await answers.letGo()
        })
        await test.step('failed, and tried again', async () => {
          await answers.fail(list.api)
          await page.goto(list.path)
          await expect(page.getByRole('alert').getByText(list.errorText).first()).toBeVisible()
          await expectAccessible(page)
          await answers.letGo()
          await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click()
          await expect(first).toBeVisible()
          await expect(page.getByRole('alert').getByText(list.errorText)).toHaveCount(0)
        })
        forgive(complaints, REFUSED)
      })
    }
  })
}

test.describe('a list whose filter changes', () => {
  test.use({ viewport: DESK })

  test('keeps its rows until the response arrives', async ({ page }) => {
    await enter(page)
    await page.goto('/panel/productos')
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

  test('keeps focus and scroll position when it refreshes by itself', async ({ page }) => {
    await enter(page)
    await page.goto('/panel/pedidos?status=completed')
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

for (const viewport of [PHONE, DESK]) {
  test(`what keeps the shop from working is told on every screen, at ${viewport.width}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await confirmedAge(page)
    const text = 'No sale ningún mail: falta SMTP_URL. Cada uno queda como archivo en el servidor.'
    await page.route('**/api/notices/', (route) =>
      route.fulfill({ json: [{ kind: 'no-mail-server', text }] }),
    )
    await arriveAs(page, 'admin', '/panel/pedidos')
    await expect(page.getByRole('region', { name: 'Avisos de la tienda' }).getByText(text)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/panel/productos/nuevo')
    await expect(page.getByText(text)).toBeVisible()
    await page.getByLabel('Precio ($)').first().fill('0')
    await expect(page.getByText('Queda sin precio: se muestra y no se puede comprar')).toBeVisible()
    await expectAccessible(page)
  })
}
