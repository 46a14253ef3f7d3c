import type { Page } from '@playwright/test'
import { quiet } from '../../../test/support/browsers/browser-storage.ts'

/** Steps back, and how many of them restored a page of the customer from the back/forward cache. */
export interface Steps {
  back: number
  putAside: number
}

const STEPS = 6
/** A restored page makes no request to wait for. */
const SETTLES_MS = 1_000
const CAME_BACK = 'Came back from the back/forward cache:'

/**
 * Each page reports when it is restored from the back/forward cache, and whose it was. Without `hearsStorage` it gets no
 * storage events; `isDeaf`: a shop that does not notice restored pages.
 */
export async function countReturns(
  page: Page,
  options: { isDeaf: boolean; hearsStorage: boolean },
): Promise<string[]> {
  const returns: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith(CAME_BACK)) returns.push(message.text())
  })
  await page.addInitScript(tellReturns, { word: CAME_BACK, ...options })
  return returns
}

/** Runs in the page. */
function tellReturns({
  word,
  isDeaf,
  hearsStorage,
}: {
  word: string
  isDeaf: boolean
  hearsStorage: boolean
}): void {
  const whose = localStorage.getItem('accessToken') === null ? 'of a visitor' : 'of the customer'
  addEventListener('pageshow', (event) => {
    // The only channel from the page that survives it.
    if (event.persisted) console.debug(word, whose)
  })
  const listen = window.addEventListener
  window.addEventListener = (...what: Parameters<typeof listen>) => {
    const [type, listener] = what
    const isUnheard =
      (type === 'storage' && !hearsStorage) ||
      (type === 'pageshow' &&
        isDeaf &&
        typeof listener === 'function' &&
        /persisted/.test(listener.toString()))
    if (!isUnheard) listen.apply(window, what)
  }
}

/** Goes back through the pages of the customer, like the Back button. */
export async function stepsBack(
  page: Page,
  returns: string[],
  steps: Steps,
  none: (where: string, text: string) => void,
): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    const before = returns.length
    // The account redirects visitors to the login, and one step back from there is the account again: go two.
    const count = new URL(page.url()).search === '?redirect=%2Fmi-cuenta' ? -2 : -1
    await page.evaluate((by) => history.go(by), count)
    await page.waitForTimeout(SETTLES_MS)
    const wasPutAside = returns.length > before
    if (!wasPutAside) await quiet(page)
    steps.back += 1
    if (wasPutAside && returns.at(-1)?.endsWith('of the customer')) steps.putAside += 1
    none(wasPutAside ? 'a page that was put aside' : 'a page some steps back', await contentOf(page))
  }
}

/** A page in a redirect (the account redirects visitors to the login) has no content for a moment. */
export async function contentOf(page: Page): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await page.content()
    } catch (error) {
      if (tries === 20 || !String(error).includes('is navigating')) throw error
      await page.waitForLoadState()
    }
  }
}
