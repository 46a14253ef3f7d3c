import { confirmedAge, DESK, expect, test } from './stories.ts'

test.use({ viewport: DESK })

/** Counts of the head elements in the page now, and their addresses. */
function heads(page: import('@playwright/test').Page) {
  return page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
    return {
      canonical: all('link[rel="canonical"]', 'href'),
      url: all('meta[property="og:url"]', 'content'),
      descriptions: all('meta[name="description"]', 'content').length,
      images: all('meta[property="og:image"]', 'content').length,
      titles: document.querySelectorAll('head > title').length,
    }
  })
}

test('hydration keeps the head that the server rendered, and navigation updates it', async ({
  page,
  baseURL,
}) => {
  const one = { descriptions: 1, images: 1, titles: 1 }
  const at = (path: string) => ({ canonical: [baseURL + path], url: [baseURL + path], ...one })
  await confirmedAge(page)
  // The same server under another host than its public one.
  await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/productos?category=automaticas`)
  await page.waitForLoadState('networkidle')
  expect(await heads(page)).toEqual(at('/productos?category=automaticas'))
  await expect(page).toHaveTitle('Semillas automáticas · Surbrote')

  await page.getByRole('link', { name: 'MERCH' }).first().click()
  await expect(page).toHaveTitle('Merch · Surbrote')
  expect(await heads(page)).toEqual(at('/merch'))
  await page.locator('a[href^="/producto/"]').first().click()
  await expect(page).toHaveURL(/\/producto\/\d+/)
  await expect.poll(() => heads(page)).toEqual(at(new URL(page.url()).pathname))
  await page.goto('/carrito')
  await page.waitForLoadState('networkidle')
  expect(await heads(page)).toEqual({ canonical: [], url: [], descriptions: 1, images: 0, titles: 1 })
})
