import type { Page, Route } from '@playwright/test'

/** How the shop answers a part of its API, as a browser would see it on a good or a bad day. */
export interface Answers {
  /** Whatever is asked for waits, until something else is said. */
  hold: (path: RegExp) => Promise<void>
  fail: (path: RegExp) => Promise<void>
  say: (path: RegExp, body: unknown, status?: number, headers?: Record<string, string>) => Promise<void>
  change: <Body>(path: RegExp, changed: (body: Body) => Body) => Promise<void>
  /** What waited gets its true answer, and everything after it. */
  letGo: () => Promise<void>
}

type Way = (route: Route) => Promise<void> | void

/** Takes hold of what this page asks the API for. A path is looked for in the address after `/api`. */
export async function answersOf(page: Page): Promise<Answers> {
  const ways = new Map<RegExp, Way>()
  let waiting: Route[] = []
  await page.route('**/api/**', (route) => {
    const { pathname, search } = new URL(route.request().url())
    const [, way] = [...ways].find(([path]) => path.test(pathname.slice('/api'.length) + search)) ?? []
    return way ? way(route) : route.fallback()
  })
  const set = async (path: RegExp, way: Way) => {
    ways.set(path, way)
  }
  return {
    hold: (path) =>
      set(path, (route) => {
        waiting.push(route)
      }),
    fail: (path) =>
      set(path, (route) =>
        route.fulfill({ status: 500, json: { error: 'Error interno', code: 'INTERNAL' } }),
      ),
    say: (path, body, status = 200, headers = {}) =>
      set(path, (route) => route.fulfill({ status, headers, json: body })),
    change: (path, changed) =>
      set(path, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: changed(await response.json()) })
      }),
    letGo: async () => {
      ways.clear()
      const held = waiting
      waiting = []
      // A page that has moved on no longer waits for some of them.
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)))
    },
  }
}

/** Goes to another address without loading a document, as a link of the page does: nothing of it is drawn by the server. */
export async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
