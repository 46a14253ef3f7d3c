import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { type Screen, screensOf } from './screens.ts'
import { expect, test } from './stories.ts'

/** Compressed bytes of a first visit. Sizes do not depend on the machine, so they are asserted. */
const KB = 1000
const LIMITS = { sheet: 20 * KB, font: 40 * KB, page: 20 * KB }

/** Of scripts. The way to an order has the least, and forms with their rules have more. */
const SCRIPTS: Record<string, number> = {
  '/': 140 * KB,
  '/productos': 140 * KB,
  '/producto/1': 140 * KB,
  '/registro': 150 * KB,
  '/invitacion': 150 * KB,
  '/recuperar': 150 * KB,
  '/entrar': 150 * KB,
  // One chunk: src/web/storefront/law/law-page.tsx.
  '/arrepentimiento': 148 * KB,
  '/legales/cookies': 148 * KB,
  '/legales/terminos': 148 * KB,
  '/garantia': 164 * KB,
}

for (const { address } of screensOf('visitor').filter(isPage)) {
  const script = SCRIPTS[address] ?? 145 * KB
  test(`${address} stays within its budget`, async ({ request }) => {
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
    // One sheet for every page and one for this page: of the browser's six connections, fonts and the first picture need the rest.
    expect(sheets).toHaveLength(2)
    expect(fonts).toHaveLength(2)
    expect(weight.script, 'script').toBeLessThanOrEqual(script)
    for (const part of ['sheet', 'font', 'page'] as const) {
      expect(weight[part], part).toBeLessThanOrEqual(LIMITS[part])
    }
  })
}

/** Has its own address and scripts. */
function isPage({ address }: Screen): boolean {
  return !/[?#]/.test(address) && address !== '/sin-conexion' && address !== '/producto/999999'
}

for (const address of ['/', '/productos', '/carrito']) {
  test(`${address} builds no Intl formatter during hydration`, async ({ page }) => {
    // The first formatter takes 50 ms on a desktop, 200 ms on a phone.
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
    // Proves that the check notices one.
    await page.evaluate(() => new Intl.NumberFormat('es-AR'))
    expect(await marks()).toContain('Intl.NumberFormat')
  })
}

test('the first screen of the back office stays within its budget, and customers load none of it', async ({
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

test('a page holds the calls that it makes, and no others', async ({ request }) => {
  const scripts = all(await (await request.get('/')).text(), /(?:src|href)="(\/assets\/[^"]+\.js)"/g)
  const code = await Promise.all(scripts.map(async (file) => (await request.get(file)).text()))
  const calls = code.flatMap((text) => [...text.matchAll(/[`'"]((?:GET|POST|PUT|PATCH|DELETE) \/[^`'"]*)/g)])
  const paths = calls.map(([, call]) => call)
  expect(paths).toContain('GET /banners/')
  expect(paths).not.toContain('POST /orders/')
  expect(paths.filter((path) => path?.includes('/auth/sessions/'))).toEqual([])
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
