import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './stories.ts'

/** What a first visit loads, in bytes after compression. Sizes do not depend on the machine, so they are asserted. */
const KB = 1000
const LIMITS = { script: 140 * KB, sheet: 20 * KB, font: 40 * KB, page: 20 * KB }

for (const [name, address] of [
  ['home', '/'],
  ['catalogue', '/productos'],
  ['product', '/producto/1'],
] as const) {
  test(`the ${name} page keeps within its budget`, async ({ request }) => {
    const html = await (await request.get(address)).text()
    const scripts = all(html, /(?:src|href)="(\/assets\/[^"]+\.js)"/g)
    const sheets = all(html, /href="(\/assets\/[^"]+\.css)"/g)
    const fonts = all(html, /href="(\/assets\/[^"]+\.woff2)" as="font"/g)
    const weight = {
      script: await gzipped(request, scripts),
      sheet: await gzipped(request, sheets),
      font: await plain(request, fonts),
      page: gzipSync(html).length,
    }
    test.info().annotations.push({ type: 'weight', description: JSON.stringify(weight) })
    expect(scripts.length).toBeGreaterThan(0)
    // One for every page and one of its own: a browser has six connections, fonts and the first picture need theirs.
    expect(sheets).toHaveLength(2)
    expect(fonts).toHaveLength(2)
    for (const part of ['script', 'sheet', 'font', 'page'] as const) {
      expect(weight[part], part).toBeLessThanOrEqual(LIMITS[part])
    }
  })
}

for (const address of ['/', '/productos', '/carrito']) {
  test(`${address} reads no tables of the language while it becomes live`, async ({ page }) => {
    // The first of these keeps a desk busy for 50 ms, a phone for 200.
    await page.addInitScript(() => {
      for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'Segmenter'] as const) {
        const made = (target: object) => {
          performance.mark(`Intl.${name}`)
          return target
        }
        Object.assign(Intl, {
          [name]: new Proxy(Intl[name], {
            construct: (target, given) => made(Reflect.construct(target, given)),
          }),
        })
      }
    })
    await page.goto(address)
    const marks = () => page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))
    const early = await marks()
    expect(early).toContain('live')
    expect(early.filter((name) => name.startsWith('Intl.'))).toEqual([])
    // The watch sees one that is made.
    await page.evaluate(() => new Intl.NumberFormat('es-AR'))
    expect(await marks()).toContain('Intl.NumberFormat')
  })
}

test('the first screen of the back office keeps within its budget, and customers load none of it', async ({
  request,
}) => {
  const scriptsOf = async (address: string) =>
    all(await (await request.get(address)).text(), /(?:src|href)="(\/assets\/[^"]+\.js)"/g)
  const office = await scriptsOf('/panel/productos')
  const weight = await gzipped(request, office)
  test.info().annotations.push({ type: 'weight', description: String(weight) })
  expect(weight).toBeLessThanOrEqual(260 * KB)
  const shop = await scriptsOf('/')
  const only = office.filter((file) => !shop.includes(file))
  expect(only.length).toBeGreaterThan(0)
  const names = shop.join(' ')
  expect(names).not.toMatch(/admin|products-page|keyboard/)
})

function all(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].flatMap((match) => match[1] ?? []))]
}

async function gzipped(request: APIRequestContext, files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await (await request.get(file)).body()).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function plain(request: APIRequestContext, files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await (await request.get(file)).body()).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
