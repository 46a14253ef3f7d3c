import { parseArgs } from 'node:util'
import { fillDemoShop } from '../../demo/fill.ts'
import type { Locator, Page } from '@playwright/test'
import { newVisitor, openBrowser, visit } from '../../test/support/browsers/browser.ts'
import { startBenchServer } from '../load/bench-server.ts'
import { loadNow, printHeading } from '../load/report.ts'
import { withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench choosing`: what it takes a customer on a phone who grows for the first time, on a balcony in the south, from
 * the home page to a seed in the cart: presses, typed letters, and seconds between them, thinking left out.
 */
const { values: options } = parseArgs({ options: { port: { type: 'string', default: '4483' } } })

/** `press` and `type` count; other steps only wait. */
interface Hand {
  press: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
}
type Way = [name: string, walk: (page: Page, hand: Hand) => Promise<void>]

const WAYS: Way[] = [
  [
    'finder',
    async (page, { press }) => {
      await press(page.getByRole('main').getByRole('link', { name: /Elegí con cuatro preguntas/ }))
      for (const answer of ['Balcón', 'Patagonia', 'Primera vez']) await press(page.getByLabel(answer))
      await press(page.getByRole('button', { name: 'Ver variedades' }))
    },
  ],
  [
    'facets',
    async (page, { press }) => {
      await press(page.getByRole('main').getByRole('link', { name: 'Ver catálogo' }).first())
      await press(page.locator('.facets summary'))
      for (const [group, value] of [
        ['Dificultad', /^Fácil/],
        ['Lugar', /^(Balcón|Invernadero)/],
        ['Zona', /^Patagonia/],
      ] as const)
        await press(page.getByRole('group', { name: group }).getByLabel(value))
      await press(page.getByRole('button', { name: /^Ver \d+ productos?$/ }))
    },
  ],
  [
    'search',
    async (page, { press, type }) => {
      await press(page.getByRole('button', { name: 'Buscar' }).first())
      await type(page.getByRole('combobox').first(), 'fácil para balcón en la patagonia')
    },
  ],
]

printHeading('From home to cart, on a phone')
await withPlace('embedded', async (scope, place) => {
  await withShopOf(scope, place, (shop) => fillDemoShop(shop))
  await startBenchServer(scope, place, { pages: true, port: Number(options.port) })
  const origin = `http://localhost:${options.port}`
  const browser = await openBrowser(scope)
  const table = []
  for (const [way, walk] of WAYS) {
    const { visitor, page } = await newVisitor(browser, { viewport: { width: 360, height: 740 } })
    await visit(page, `${origin}/login`)
    await page.getByLabel('Usuario o email').fill('cliente')
    await page.getByLabel('Contraseña', { exact: true }).fill('Semilla2026')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    await visit(page, `${origin}/`)
    const counted = { presses: 0, letters: 0 }
    const hand: Hand = {
      press: async (target) => {
        await target.click()
        counted.presses += 1
      },
      type: async (target, text) => {
        await target.pressSequentially(text)
        await target.press('Enter')
        counted.letters += text.length + 1
      },
    }
    const began = performance.now()
    await walk(page, hand)
    await hand.press(page.getByRole('button', { name: /^Agregar .* al carrito$/ }).first())
    const said = await page.getByText('Producto añadido al carrito').first().textContent()
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
    table.push({ way, ...counted, seconds, bought: said, load: loadNow() })
    await visitor.close()
  }
  console.table(table)
})
