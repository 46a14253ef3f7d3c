import type { Page } from '@playwright/test'
import { arrived } from './screens-filled.ts'
import { confirmedAge, expect } from './stories.ts'

/** A score of https://web.dev/articles/cls: a tenth of what counts as good. */
const MOST = 0.01
/** So that answers come after the first frame, as over a network. */
const DELAY_MS = 100
/** Idle time after which the last response is rendered. */
const QUIET_MS = 50
const QUIET_TIMES = 3

interface Shift {
  value: number
  moved: string
}

/** Records the shifts of every page from its beginning, and makes the API as slow as over a network. */
export async function watched(page: Page, width: number, { isFirst = false } = {}): Promise<void> {
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

/** Until the page waits for no answer. */
export async function settled(page: Page): Promise<void> {
  await arrived(page)
  await page.evaluate(untilQuiet, { times: QUIET_TIMES, ms: QUIET_MS })
}

/** Since its load began, nothing on the page has moved by itself. */
export async function expectStill(page: Page, where: string): Promise<void> {
  await settled(page)
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
