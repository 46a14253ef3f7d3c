import type { Browser, Page } from '@playwright/test'
import { createAccount } from '../../src/server/users/users.ts'
import {
  type AnonymousRequest,
  anonymousRequests,
  type Extent,
} from '../../test/support/prices/anonymous-requests.ts'
import { PASSWORD } from '../../test/support/people/accounts.ts'
import { cached, endOnServer, listen, quiet, stored } from '../../test/support/browsers/browser-storage.ts'
import { canariesOf, found, type Priced } from '../../test/support/prices/price-canaries.ts'
import { openPricedWorld, type PriceList } from '../../test/support/prices/priced-world.ts'
import { logIn, newVisitor, openBrowser, visit } from '../../test/support/browsers/browser.ts'
import { contentOf, countReturns, type Steps, stepsBack } from './p2-price-leaks/pages-left.ts'
import { newCluster, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { askRaw, inParallel } from '../../test/support/calls/raw.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { openMigrated } from '../../test/support/test-environment.ts'
import { PRICES_FOR_ALL } from '../wrong-builds/shared-faults.ts'

/** Prices that appear nowhere else, also not in the crawl's requests, such as 84613.37; the fifth product has none. */
const canaryPrices: PriceList = (product, presentation) => ({
  price: product === 5 ? 0 : Math.round((84_613.37 + product * 1_013.17 + presentation * 211.31) * 100) / 100,
  discount: product % 2 === 0 ? 5 + product : 0,
})

/** Number of links that a run without `--full` follows. */
const FOLLOWED_SHORT = 500

export const proof: Proof = {
  id: 'P2',
  title: 'Price leaks',
  claim: "No price reaches a visitor, and none stays in the browser after a customer's session ends.",
  how: 'Canary prices such as 84613.37, in every spelling, are searched for in all bytes and headers of everything a visitor can request (API, pages, sitemap, scripts), and in storage, caches and pages of a browser, including pages from the back/forward cache, after its customer signed out, got a 401 or returned after the session expired.',
  oneTry: 'the end of a session',
  tries: { full: 50, short: 5 },
  minutes: 20,
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const world = await openPricedWorld('postgres', canaryPrices, { database: await openMigrated(place) })
    const { canaries, prices } = canariesOf((await world.customer.get('/products/')).body as Priced[])
    if (prices < 40) failures.add('nothing to look for', String(prices))
    await createAccount(world.shop, {
      username: 'canaria',
      email: 'canaria@correo.example',
      password: PASSWORD,
      email_verified: true,
      createdBy: null,
    })
    const { lastProduct, lastBlister, described } = world
    await world.close()
    const server = await startServer(context, place)

    const crawled = ['prices-for-all', undefined].includes(context.broken)
      ? await crawl(server, { lastProduct, lastBlister, described }, canaries, failures, context)
      : { answers: 0, bytes: 0, followed: 0 }
    context.say(`${crawled.answers} answers, ${crawled.followed} of them by links`)
    const browser = await openBrowser(context, { putsPagesAside: true })
    const steps: Steps = { back: 0, putAside: 0 }
    let ends = 0
    if (context.broken !== 'prices-for-all') {
      for (; ends < context.tries; ends++) {
        const [way = '', end] = WAYS[ends % WAYS.length] ?? []
        const hearsStorage = Math.floor(ends / WAYS.length) % 2 === 1
        const scene = { browser, server, canaries, failures, context, steps, hearsStorage }
        if (end) await endOneSession(scene, way, end)
      }
      // Otherwise the back/forward cache was not tried.
      if (steps.putAside < ends)
        throw new Error(`Only ${steps.putAside} pages of the customer were put aside in ${ends} sessions`)
    }
    return {
      tries: `${crawled.answers} anonymous answers (${(crawled.bytes / 1e6).toFixed(1)} MB), ${ends} ends of sessions, ${steps.back} steps back, ${steps.putAside} of them to a customer's page in the back/forward cache`,
      figure: `${prices} prices in ${canaries.length} spellings, 0 found`,
      failures: failures.list(),
    }
  },
  broken: [
    { name: 'prices-for-all', patches: PRICES_FOR_ALL, failsWith: /a price in an anonymous answer/ },
    // A shop that does not clear storage: removing does nothing.
    { name: 'stays-in-storage', failsWith: /a price is left in storage/ },
    {
      name: 'kept-for-a-minute',
      patches: [
        {
          find: "if (!isPrivate) reply.header('cache-control', 'private, no-store')",
          replace: "if (!isPrivate) reply.header('cache-control', 'private, max-age=60')",
        },
        { find: "reply.header('vary', 'authorization')", replace: '' },
      ],
      onlyServers: true,
      failsWith: /a price is left in the cache of the browser/,
    },
    // A shop that does not update pages restored from the back/forward cache.
    { name: 'stays-on-screen', failsWith: /a price is left in a page that was put aside/ },
  ],
}

// ---- What a visitor can request ----------------------------------------------------------------------------------

/** All requests of the list, and all links from those pages, the sitemap and lists. */
async function crawl(
  server: Server,
  extent: Omit<Extent, 'lastBrand'>,
  canaries: string[],
  failures: Failures,
  { broken, full }: ProofContext,
) {
  const requests: AnonymousRequest[] = anonymousRequests({ ...extent, lastBrand: 4 })
  const known = new Set(requests.map(({ method, url }) => `${method} ${url}`))
  const counts = { answers: 0, bytes: 0, followed: 0 }
  const follow = (url: string) => {
    if (known.has(`GET ${url}`) || (!full && counts.followed >= FOLLOWED_SHORT)) return
    known.add(`GET ${url}`)
    counts.followed += 1
    requests.push({ method: 'GET', url, headers: {} })
  }
  await inParallel(requests, 4, async (request) => {
    if (broken !== undefined && failures.list().length > 0) return
    // Uncompressed: a price in compressed bytes would not be found.
    const { 'accept-encoding': _, ...headers } = request.headers
    const answer = await askRaw(server.port, { ...request, headers })
    counts.answers += 1
    counts.bytes += answer.bytes.length
    const text = answer.bytes.toString('utf8')
    const hits = found(canaries, `${answer.headers.join('\n')}\n${text}`)
    if (hits.length > 0)
      failures.add('a price in an anonymous answer', `${request.url}: ${hits.slice(0, 3).join(', ')}`)
    if (answer.status === 200) for (const url of linksOf(text, server)) follow(url)
  })
  if (broken === undefined && counts.answers < 3_000)
    failures.add('too little was asked', String(counts.answers))
  return counts
}

/** Addresses of this shop in a page, a list or the sitemap. */
function linksOf(text: string, server: Server): string[] {
  const inAttributes = [...text.matchAll(/(?:href|src|action)="([^"]+)"|srcset="([^"]+)"/gi)].flatMap(
    ([, one, several]) =>
      one ? [one] : (several ?? '').split(',').map((each) => each.trim().split(' ')[0] ?? ''),
  )
  const others = [...text.matchAll(/<loc>([^<]+)<|"(?:next|image\w*|secure_url)":"([^"]+)"/g)].map(
    ([, loc, value]) => loc ?? value ?? '',
  )
  return [...inAttributes, ...others].flatMap((link) => {
    const address = link.replaceAll('&amp;', '&')
    if (!URL.canParse(address, server.url)) return []
    const url = new URL(address, server.url)
    // The sitemap names the shop by its public address.
    const isHere = url.origin === server.url || url.hostname === 'localhost'
    return isHere ? [url.pathname + url.search] : []
  })
}

// ---- What stays in a browser -------------------------------------------------------------------------------------

const WAYS: [string, (page: Page, server: Server) => Promise<void>][] = [
  [
    'logout',
    async (page, server) => {
      await visit(page, `${server.url}/mi-cuenta`)
      await page.getByRole('button', { name: 'Cerrar sesión' }).click()
      await page.waitForURL(`${server.url}/`)
    },
  ],
  [
    '401',
    async (page, server) => {
      await endOnServer(page)
      await visit(page, `${server.url}/productos?page=2`)
      await page.waitForURL(/\/login/)
    },
  ],
  [
    'expiry',
    async (page) => {
      await endOnServer(page)
      await page.evaluate(() => localStorage.setItem('renewAccessAt', '1'))
      await page.reload()
      await page.waitForURL(/\/login/)
    },
  ],
]

interface Scene {
  browser: Browser
  server: Server
  canaries: string[]
  failures: Failures
  context: ProofContext
  steps: Steps
  /**
   * Chromium delivers missed storage events to a restored page, which would suffice. Other browsers need not: every second
   * time such pages get no storage events.
   */
  hearsStorage: boolean
}

async function endOneSession(
  { browser, server, canaries, failures, context, steps, hearsStorage }: Scene,
  way: string,
  end: (page: Page, server: Server) => Promise<void>,
): Promise<void> {
  const { visitor, page } = await newVisitor(browser)
  try {
    if (context.broken === 'stays-in-storage')
      await page.addInitScript(() => {
        const keep = Storage.prototype.removeItem
        Storage.prototype.removeItem = function (key) {
          if (!/product|cart/i.test(key)) keep.call(this, key)
        }
      })
    const isDeaf = context.broken === 'stays-on-screen'
    const returns = await countReturns(page, { isDeaf, hearsStorage })
    const { answers, customersAddresses } = listen(page)
    const seen = await shop(page, server)
    if (found(canaries, seen).length < 4) failures.add('nothing was seen as a customer', way)
    if (found(canaries, await stored(page, visitor)).length < 2) failures.add('nothing was stored', way)

    await end(page, server)
    answers.length = 0
    await quiet(page)
    const none = (where: string, text: string) => {
      // Answers to visitors also have a "discount", which is not a number.
      const keys = /"(?:final_price|price)"|"discount\\?":\s*[\d.]+/g
      const hits = [...found(canaries, text), ...(text.match(keys) ?? [])]
      if (hits.length > 0)
        failures.add(`a price is left in ${where}`, `${way}: ${hits.slice(0, 3).join(', ')}`)
    }
    none('storage', await stored(page, visitor))
    none('the page', await contentOf(page))
    none('the cache of the browser', await cached(page, [...customersAddresses]))
    for (const address of ['/productos', '/carrito']) {
      await visit(page, server.url + address)
      await quiet(page)
      none(`the page ${address}`, await contentOf(page))
    }
    await stepsBack(page, returns, steps, none)
    none('storage', await stored(page, visitor))
    none('an anonymous answer', answers.join('\n'))
    if (answers.length < 4) failures.add('nothing was asked afterwards', way)
  } finally {
    await visitor.close()
  }
}

/** Signs in, opens lists, a product and the cart; returns the text of the screens. */
async function shop(page: Page, server: Server): Promise<string> {
  await logIn(page, `${server.url}/login`, 'canaria', PASSWORD)
  const screens: string[] = []
  const look = async (address: string) => {
    await visit(page, server.url + address)
    await page
      .getByText(/\$\s?\d/)
      .filter({ visible: true })
      .first()
      .waitFor()
    screens.push(await page.content())
  }
  await look('/productos?ordering=min_price')
  await look('/productos?category=ofertas')
  await look('/producto/1')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await page.getByText('Producto añadido al carrito').first().waitFor()
  await look('/carrito')
  await look('/productos')
  return screens.join('\n')
}
