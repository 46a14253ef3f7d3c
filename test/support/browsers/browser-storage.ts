import type { BrowserContext, Page } from '@playwright/test'

/** Waits until the page has no pending request. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
}

export async function endOnServer(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    }
    return (await fetch('/api/auth/logout/', { method: 'POST', headers, body: '{}' })).status
  })
  if (status !== 204) throw new Error(`The session did not end: ${status}`)
}

/** Everything that this site stores in the browser, as one text. */
export async function stored(page: Page, context: BrowserContext): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const texts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, await (await cache.match(request))?.text())
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const kept = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(name)
        open.addEventListener('success', () => resolve(open.result))
        open.addEventListener('error', () => reject(new Error(`${name} does not open`)))
      })
      for (const store of kept.objectStoreNames) {
        const all = kept.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => all.addEventListener('success', resolve))
        texts.push(name, store, all.result)
      }
      kept.close()
    }
    return texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text))).join('\n')
  })
  // JSON values are stored with escaped quotes.
  return `${inPage.replaceAll('\\"', '"')}\n${JSON.stringify(await context.cookies())}`
}

/** Responses to the customer's calls from the browser's HTTP cache. */
export async function cached(page: Page, addresses: string[]): Promise<string> {
  if (addresses.length < 4) throw new Error('Nothing was asked as a customer')
  return page.evaluate(async (urls) => {
    const answers = urls.map(async (url) => (await fetch(url, { cache: 'force-cache' })).text())
    return (await Promise.all(answers)).join('\n')
  }, addresses)
}

/** Records the texts of all responses, and the addresses of the customer's own calls. */
export function listen(page: Page) {
  const answers: string[] = []
  const customersAddresses = new Set<string>()
  page.on('response', (response) => {
    const isCustomers = response.request().headers()['authorization'] !== undefined
    if (isCustomers && response.request().method() === 'GET') customersAddresses.add(response.url())
    if (isCustomers || !/html|json|xml/.test(response.headers()['content-type'] ?? '')) return
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
  return { answers, customersAddresses }
}
