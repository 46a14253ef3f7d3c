import type { Page } from '@playwright/test'
import { confirmedAge, expect, signIn, test } from './stories.ts'

/** A score of https://web.dev/articles/cls: a tenth of what counts as good. */
const MOST = 0.01
const WIDTHS = [320, 360, 1280]
/** So that answers come after the first frame, as over a network. */
const DELAY_MS = 100
const SETTLED_MS = 250

const PUBLIC = ['/', '/productos', '/productos?search=zzzz', '/producto/1', '/merch', '/trofeos', '/carrito']
const SCREENS = {
  visitor: [
    ...PUBLIC,
    '/como-germinar',
    '/garantia',
    '/login',
    '/recuperar',
    '/registro',
    '/arrepentimiento',
    '/legales/cookies',
  ],
  mica_sosa: [
    ...PUBLIC,
    '/como-germinar',
    '/garantia',
    '/panel',
    '/mi-cuenta?section=orders',
    '/mi-cuenta?section=warranty',
    '/mi-cuenta?section=settings',
    '/mi-cuenta?section=data',
  ],
  admin: [
    '/panel/productos',
    '/panel/productos/nuevo',
    '/panel/productos/editar/1',
    '/panel/para-hacer',
    '/panel/pedidos',
    '/panel/pedidos/nuevo',
    '/panel/pedidos/1',
    '/panel/actividad',
    '/panel/marcas',
    '/panel/bancos',
    '/panel/bancos/editar/1',
    '/panel/garantias',
    '/panel/arrepentimientos',
    '/panel/solicitudes',
    '/panel/stock',
    '/panel/reportes',
    '/panel/precios',
    '/panel/preparacion',
    '/panel/paginas',
    '/panel/usuarios',
    '/panel/usuarios/2',
    '/panel/banners',
    '/panel/identidad',
    '/panel/ajustes',
  ],
}

interface Shift {
  value: number
  moved: string
}

const RUNS = Object.entries(SCREENS).flatMap(([who, addresses]) =>
  WIDTHS.map((width) => ({ who, addresses, width })),
)

for (const { who, addresses, width } of RUNS) {
  test(`nothing jumps while a page loads: ${who} at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: width < 1000 ? 740 : 800 })
    await confirmedAge(page)
    await page.addInitScript(recordShifts)
    await page.route('**/api/**', async (route) => {
      await new Promise((done) => setTimeout(done, DELAY_MS))
      // A page that was left has cancelled it.
      await route.continue().catch(() => undefined)
    })
    if (who !== 'visitor') {
      await page.goto('/login')
      await signIn(page, who)
      await expect(page).not.toHaveURL(/login/)
    }
    for (const address of addresses) {
      const first = await shiftsAt(page, address)
      // On a busy machine a font may come after the first frame: such a shift does not repeat.
      const shifts = sumOf(first) > MOST ? await shiftsAt(page, address) : first
      expect.soft(sumOf(shifts), `${address}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST)
    }
  })
}

/** Runs in the page before anything else. */
function recordShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Element }[]
    })[]) {
      const moved = entry.sources.map(({ node }) => node?.className || node?.nodeName).join(', ')
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function shiftsAt(page: Page, address: string): Promise<Shift[]> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}

function sumOf(shifts: Shift[]): number {
  return shifts.reduce((total, { value }) => total + value, 0)
}
