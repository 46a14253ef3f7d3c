import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { CACHE_VERSION } from '../../src/contract/limits.ts'
import { CHROMIUM, newVisitor } from '../../test/support/browsers/browser.ts'
import { startBenchServer } from '../load/bench-server.ts'
import { fillLarge, LARGE } from '../load/large-shop.ts'
import { loadNow, printHeading } from '../load/report.ts'
import { insertPerson } from '../../test/support/people/people.ts'
import { withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench cold-list`: from the start of the navigation to the frame that has the first order of the panel's list, with 80,000
 * orders, each time in a browser that has stored nothing but the session. Needs a build.
 */
const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, port: { type: 'string', default: '4483' } },
})
const SIZE = { ...LARGE, products: 1_500, orders: 80_000, activity: 100_000 }

printHeading(`The first order of the list, ${JSON.stringify(SIZE)}`)
await withPlace('postgres', async (scope, place) => {
  const admin = await withShopOf(scope, place, async (shop) => {
    await fillLarge(shop, SIZE)
    return insertPerson(shop, { admin: true })
  })
  await startBenchServer(scope, place, { pages: true, port: Number(options.port) })
  const browser = await chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  })
  const session = {
    cacheVersion: CACHE_VERSION,
    accessToken: admin.access,
    isAdmin: 'true',
    userId: String(admin.id),
    username: admin.username,
  }
  const times: number[] = []
  for (let run = 0; run < Number(options.runs); run += 1)
    times.push(await timeOf(browser, `http://localhost:${options.port}/panel/pedidos`, session))
  await browser.close()
  times.sort((a, b) => a - b)
  const [least, median, most] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)]
  console.table([{ 'least ms': least, 'median ms': median, 'most ms': most, goal: 350, load: loadNow() }])
})

async function timeOf(browser: Browser, address: string, session: Record<string, string>): Promise<number> {
  const { visitor, page } = await newVisitor(browser)
  await visitor.addInitScript((stored) => void Object.assign(localStorage, stored), session)
  await visitor.addInitScript(noteFirstOrder)
  await page.goto(address)
  const seen = await page.waitForFunction(() => performance.getEntriesByName('first order')[0]?.startTime)
  const time = Math.round((await seen.jsonValue()) ?? NaN)
  await visitor.close()
  return time
}

/** Runs in the page. */
function noteFirstOrder(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main [data-row][data-id]')) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('first order'))
  })
  observer.observe(document, { childList: true, subtree: true })
}
