import { expect, type Page, type Route } from '@playwright/test'

/** Controls how the API answers the requests of a page. A held request is answered by the next method for its path. */
export interface Answers {
  /** Holds matching requests. */
  hold: (path: RegExp) => Promise<void>
  fail: (path: RegExp) => Promise<void>
  say: (path: RegExp, body: unknown, status?: number, headers?: Record<string, string>) => Promise<void>
  change: <Body>(path: RegExp, changed: (body: Body) => Body) => Promise<void>
  /** Lets held and later requests through. */
  letGo: () => Promise<void>
}

type Way = (route: Route) => Promise<void> | void

/** Intercepts the API requests of this page. `path` is matched against the address after `/api`. */
export async function answersOf(page: Page): Promise<Answers> {
  const ways = new Map<RegExp, Way>()
  let waiting: Route[] = []
  const heldFor = (path: RegExp) => {
    const held = waiting.filter((route) => path.test(pathOf(route)))
    waiting = waiting.filter((route) => !held.includes(route))
    return held
  }
  await page.route('**/api/**', (route) => {
    const [, way] = [...ways].find(([path]) => path.test(pathOf(route))) ?? []
    return way ? way(route) : route.fallback()
  })
  const set = async (path: RegExp, way: Way) => {
    ways.set(path, way)
    await Promise.all(heldFor(path).map(async (route) => way(route)))
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
      // A page that was left has cancelled some of them.
      await Promise.all(heldFor(/^/).map((route) => route.continue().catch(() => undefined)))
    },
  }
}

function pathOf(route: Route): string {
  const { pathname, search } = new URL(route.request().url())
  return pathname.slice('/api'.length) + search
}

/** Client-side navigation, as a link does it: no document is loaded, nothing is rendered on the server. */
export async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/** The same, until the heading of another screen is there. It must not have the code of this one, which may keep its heading. */
export async function walkFrom(page: Page, address: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await heading.evaluate((element) => element.toggleAttribute('data-left'))
  await walk(page, address)
  await expect(page.locator('[data-left]'), address).toHaveCount(0)
  await expect(heading, address).toBeAttached()
}
