import type { Page, Route } from '@playwright/test'
import { arrived, fillCart, fillForLooks } from './screens-filled.ts'
import { SEEN_BY, screensOf, type Viewer } from './screens.ts'
import { arriveAs, confirmedAge, expect, forgive, signIn, test } from './stories.ts'

test.describe.configure({ mode: 'parallel' })

/** A score of https://web.dev/articles/cls: a tenth of what counts as good. */
const MOST = 0.01
/** A phone with the shop's narrowest layout, and a desk. */
const WIDTHS = [360, 1280]
/** So that answers come after the first frame, as over a network. */
const DELAY_MS = 100
/** Idle time after which the last response is rendered. */
const QUIET_MS = 50
const QUIET_TIMES = 3

interface Shift {
  value: number
  moved: string
}

const RUNS = (Object.keys(SEEN_BY) as Viewer[]).flatMap((viewer) =>
  WIDTHS.map((width) => ({ viewer, width })),
)

for (const { viewer, width } of RUNS) {
  test(`nothing jumps while a page loads: ${viewer} at ${width}`, async ({ page, request }) => {
    await fillForLooks(request)
    await watched(page, width)
    const who = SEEN_BY[viewer]
    // This first visit also fetches the fonts.
    if (who === undefined) await page.goto('/')
    else await arriveAs(page, who, '/')
    if (viewer === 'customer') await fillCart(page)
    for (const { address } of screensOf(viewer)) {
      await page.goto(address)
      await expectStill(page, address)
    }
  })
}

for (const width of WIDTHS) {
  test(`nothing jumps around the gate, in the login's steps and when an order begins, at ${width}`, async ({
    page,
    complaints,
  }) => {
    await watched(page, width, { isFirst: true })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Soy mayor de 18' })).toBeVisible()
    await expectStill(page, 'the first visit')
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()

    await page.goto('/login')
    await signIn(page, 'nueva')
    await expect(page.getByLabel('Código de verificación')).toBeVisible()
    await page.reload()
    await expectStill(page, 'the code of an e-mail')
    await page.route('**/api/auth/login/', answerWithChallenge)
    await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
    await signIn(page, 'admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Verificación en dos pasos' })).toBeVisible()
    await expectStill(page, 'the second factor')
    await page.unroute('**/api/auth/login/', answerWithChallenge)

    await arriveAs(page, 'mica_sosa', '/')
    await fillCart(page)
    await page.goto('/carrito')
    await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
    await expect(page.getByLabel('Teléfono')).toBeVisible()
    await expectStill(page, 'an order begun')
    await page.reload()
    await expectStill(page, 'an order begun before a reload')
    await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
    await page.getByLabel('Acordar entrega').check()
    await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
    await expect(page.getByRole('region', { name: /Pedido #\d+ recibido/ })).toBeVisible()
    await expectStill(page, 'an order placed')
    forgive(complaints, /status of 40[13]/)
  })
}

/** Late enough that shifts do not count as caused by the press. */
async function answerWithChallenge(route: Route): Promise<void> {
  await new Promise((done) => setTimeout(done, 600))
  const error = 'Ingresá el código de la app de verificación.'
  await route.fulfill({ status: 403, json: { code: 'SECOND_FACTOR_REQUIRED', error, challenge: 'x' } })
}

/** Records the shifts of every page from its beginning, and makes the API as slow as over a network. */
async function watched(page: Page, width: number, { isFirst = false } = {}): Promise<void> {
  await page.setViewportSize({ width, height: width < 1000 ? 740 : 800 })
  if (!isFirst) await confirmedAge(page)
  await page.addInitScript(recordShifts)
  await page.addInitScript(slowCalls, DELAY_MS)
}

/** In the page: a route of Playwright would turn the browser's cache off, and each page would wait for its fonts. */
function slowCalls(delayMs: number): void {
  const send = window.fetch.bind(window)
  let callsInFlight = 0
  Object.assign(window, { callsInFlight: () => callsInFlight })
  window.fetch = async (asked, init) => {
    if (!(asked instanceof Request ? asked.url : String(asked)).includes('/api/')) return send(asked, init)
    callsInFlight += 1
    try {
      await new Promise((done) => setTimeout(done, delayMs))
      return await send(asked, init)
    } finally {
      callsInFlight -= 1
    }
  }
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

async function expectStill(page: Page, where: string): Promise<void> {
  await arrived(page)
  await page.evaluate(untilQuiet, { times: QUIET_TIMES, ms: QUIET_MS })
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST)
}

/** In the page: a response may cause the next call. */
async function untilQuiet({ times, ms }: { times: number; ms: number }): Promise<void> {
  const { callsInFlight } = window as unknown as { callsInFlight: () => number }
  for (let quiet = 0; quiet < times; quiet = callsInFlight() > 0 ? 0 : quiet + 1)
    await new Promise((done) => setTimeout(done, ms))
}
