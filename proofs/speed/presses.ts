import { parseArgs } from 'node:util'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { fillDemoShop } from '../../demo/fill.ts'
import { CHROMIUM, newVisitor, visit } from '../../test/support/browsers/browser.ts'
import { startBenchServer } from '../load/bench-server.ts'
import { loadNow, printHeading } from '../load/report.ts'
import { withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench presses`: the time from a press to the next frame, which shows its first answer, in a phone's window on a
 * processor slowed down four times; `--url` measures a running demo shop. The browser gives it in steps of 8 ms and leaves
 * out what is under 16. `load` over about 1 says more about the machine than about the page.
 */
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    slower: { type: 'string', default: '4' },
    port: { type: 'string', default: '4482' },
    url: { type: 'string' },
  },
})
const PASSWORD = 'Semilla2026'
const SETTLED_MS = 1_500

type Who = 'visitor' | 'cliente' | 'admin'
type Press = [who: Who, path: string, name: string, find: (page: Page) => Locator]

const button = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name }).first()
const PRESSES: Press[] = [
  ['visitor', '/', 'menu', button(/menú/i)],
  ['visitor', '/', 'next slide', button(/siguiente/i)],
  ['visitor', '/', 'card', (page) => page.locator('main a[href^="/producto/"]').first()],
  ['visitor', '/productos', 'filters', button(/^Filtr/)],
  ['visitor', '/productos', 'page 2', (page) => page.getByRole('link', { name: /2/ }).last()],
  ['visitor', '/productos', 'card', (page) => page.locator('main a[href^="/producto/"]').first()],
  ['visitor', '/producto/1', 'thumbnail', button(/^Ver imagen 2/)],
  [
    'visitor',
    '/producto/1',
    'presentation',
    (page) => page.locator('label:has(input[type=radio]:enabled:not(:checked))').first(),
  ],
  [
    'visitor',
    '/login',
    'empty login',
    (page) => page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }),
  ],
  ['cliente', '/productos', 'add from a card', button(/^Agregar .* al carrito$/)],
  ['cliente', '/producto/7', 'add', button(/^Agregar al carrito/)],
  ['cliente', '/carrito', 'one more', button(/Sumar una unidad/)],
  ['cliente', '/carrito', 'start the order', button('Iniciar Pedido')],
  [
    'cliente',
    '/mi-cuenta?section=orders',
    'section',
    (page) => page.getByRole('navigation', { name: 'Cuenta' }).getByRole('link', { name: 'Garantía' }),
  ],
  ['admin', '/panel/pedidos', 'tab', (page) => page.getByRole('tab').nth(1)],
  ['admin', '/panel/pedidos', 'change state', button(/^Cambiar estado/)],
  ['admin', '/panel/productos', 'switch', (page) => page.getByRole('switch').first()],
  ['admin', '/panel/productos/editar/1', 'type', (page) => page.getByRole('radio').nth(1)],
]

printHeading(
  `Presses at a processor ${options.slower} times slower, the slowest frame of each, ${options.runs} runs`,
)
if (options.url === undefined) await measureDemo()
else await measureAll(options.url)

async function measureDemo(): Promise<void> {
  await withPlace('embedded', async (scope, place) => {
    await withShopOf(scope, place, (shop) => fillDemoShop(shop))
    await startBenchServer(scope, place, { pages: true, port: Number(options.port) })
    await measureAll(`http://localhost:${options.port}`)
  })
}

async function measureAll(origin: string): Promise<void> {
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  })
  const table: Record<string, string | number>[] = []
  for (const who of ['visitor', 'cliente', 'admin'] as const) {
    const page = await openPage(browser, origin, who)
    for (const [, path, press, find] of PRESSES.filter(([of]) => of === who)) {
      const times: number[] = []
      for (let run = 0; run < Number(options.runs); run += 1)
        times.push(await timeOf(page, origin + path, find))
      times.sort((a, b) => a - b)
      const line = { 'median ms': times[Math.floor(times.length / 2)] ?? NaN, 'most ms': times.at(-1) ?? NaN }
      table.push({ who, path, press, ...line, load: loadNow() })
    }
    await page.context().close()
  }
  await browser.close()
  console.table(table)
}

async function openPage(browser: Browser, origin: string, who: Who): Promise<Page> {
  const { visitor, page } = await newVisitor(browser, { viewport: { width: 360, height: 740 } })
  await visitor.addInitScript(recordPresses)
  if (who !== 'visitor') {
    await visit(page, `${origin}/login`)
    await page.getByLabel('Usuario o email').fill(who)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
  }
  if (who === 'cliente') {
    await visit(page, `${origin}/productos`)
    await button(/^Agregar .* al carrito$/)(page).click()
    await page.getByText('Producto añadido al carrito').first().waitFor()
  }
  const devtools = await visitor.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(options.slower) })
  return page
}

/** Runs in the page: https://www.w3.org/TR/event-timing/ */
function recordPresses(): void {
  const presses: number[] = []
  Object.assign(window, { presses })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (/^(?:pointer(?:down|up)|click)$/.test(entry.name)) presses.push(entry.duration)
    // safe: `durationThreshold` is part of the options of this type, which the library's types do not know
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
}

/** The longest wait for a frame after one press; 0 for less than 16 ms. */
async function timeOf(page: Page, address: string, find: (page: Page) => Locator): Promise<number> {
  await visit(page, address)
  await page.waitForLoadState('networkidle')
  const target = find(page)
  await target.scrollIntoViewIfNeeded()
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(() => void ((window as unknown as { presses: number[] }).presses.length = 0))
  await target.click()
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate(() => Math.max(0, ...(window as unknown as { presses: number[] }).presses))
}
