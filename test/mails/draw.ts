import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Browser, Page } from '@playwright/test'
import { DRAWN_LOOK } from '../../src/contract/settings/look.ts'
import { frame } from '../../src/server/mail/frame.ts'
import { axeViolations, sidewaysScroll } from '../journeys/axe.ts'
import { openBrowser } from '../support/browsers/browser.ts'
import { EVERY_MAIL } from '../support/mails/every-mail.ts'
import { inScope } from '../support/scope.ts'

/**
 * `npm run mails:draw [FOLDER]`: every mail as PNG on a phone and on a desk, light and dark, to be looked at. Fails when one
 * scrolls sideways or axe finds something.
 */
const ORIGIN = 'https://tienda.example'
const folder = process.argv[2] ?? join('.cache', 'mails')
/** Mails that the shop answers to a customer. */
const FROM_CUSTOMERS = /^(?:access_asked|claim_received|order_placed|regret_received)_shop$/
const WIDTHS = [360, 640]
const SCHEMES = ['light', 'dark'] as const
/** Stands for each product's picture. */
const PICTURE = 'demo/pictures/arrope-320.webp'
/** Rules about a page around the mail, which mail programs have. */
const RULES = { rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } } }

await mkdir(folder, { recursive: true })
const found = await inScope(async (scope) => drawAll(await openBrowser(scope)))
for (const line of found) console.error(line)
console.log(`${Object.keys(EVERY_MAIL).length} mails in ${folder}`)
process.exitCode = found.length > 0 ? 1 : 0

async function drawAll(browser: Browser): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of SCHEMES)
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      await servePictures(page)
      for (const [kind, write] of Object.entries(EVERY_MAIL)) {
        const name = `${kind}-${width}-${colorScheme}`
        await show(
          page,
          frame(write(ORIGIN), {
            shopName: 'Surbrote',
            publicUrl: ORIGIN,
            answeredBy: FROM_CUSTOMERS.test(kind) ? 'customer' : 'shop',
            look: DRAWN_LOOK,
          }).html,
        )
        const [scroll, violations] = [await sidewaysScroll(page), await axeViolations(page, RULES)]
        if (scroll > 0) problems.push(`${name}: ${scroll} px wider than the window`)
        problems.push(...violations.map((violation) => `${name}: ${violation}`))
        await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      }
      await page.close()
    }
  return problems
}

/** With an address, so that pictures and links are those of the shop. */
async function show(page: Page, html: string): Promise<void> {
  await page.route(`${ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${ORIGIN}/`)
  await page.unroute(`${ORIGIN}/`)
}

async function servePictures(page: Page): Promise<void> {
  const body = await sharp(await readFile(PICTURE))
    .resize({ width: 112 })
    .jpeg()
    .toBuffer()
  await page.route('**/112.jpg', (route) => route.fulfill({ contentType: 'image/jpeg', body }))
}
