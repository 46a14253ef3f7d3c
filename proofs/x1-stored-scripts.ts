import type { Browser, Page } from '@playwright/test'
import { PASSWORD } from '../test/support/accounts.ts'
import { logIn, newVisitor, openBrowser, visit } from './support/browser.ts'
import { fillWith } from './support/hostile-shop.ts'
import { hostileTexts } from './support/hostile-texts.ts'
import { newCluster, placeOn } from './support/places.ts'
import { Failures, type Proof, type ProofContext, spreadOver } from './support/proof.ts'
import { type Server, startServer } from './support/server.ts'
import { openTestShop } from './support/test-shop.ts'

export const proof: Proof = {
  id: 'X1',
  title:
    'Stored scripts: hostile texts in every text field of products, brands, banners, settings, accounts, orders and claims, and as searches; every page is opened in a browser as visitor, customer and admin: no dialog, no report of the content policy, no script, handler or script address of theirs in a page; and a script that is written into a page on purpose does not run. Tries are texts',
  tries: { full: 100, short: 12 },
  minutes: 20,
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openTestShop(context, place)
    const texts = spreadOver(hostileTexts(), context.broken ? 3 : context.tries)
    const filled = await fillWith(shop, texts)
    const server = await startServer(context, place)
    const scene: Scene = {
      context,
      browser: await openBrowser(context),
      server,
      failures,
      pages: 0,
      texts,
      filled,
    }
    const inline = await inlineScript(scene)
    if (context.broken !== 'no-policy') {
      await look(scene, 'visitor', undefined, pagesOfVisitors(scene))
      await look(scene, 'customer', filled.customer, [
        '/',
        '/mi-cuenta',
        '/mi-cuenta?section=orders',
        '/mi-cuenta?section=settings',
        '/mi-cuenta?section=warranty',
        '/garantia',
        '/carrito',
        '/productos',
      ])
      await look(scene, 'admin', filled.admin, pagesOfAdmins(scene))
    }
    return {
      tries: `${texts.length} texts, ${filled.values} values stored (${filled.refused} refused)`,
      figure: `${scene.pages} pages opened as 3 roles: 0 dialogs, 0 reports; the script written in on purpose: ${inline}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-policy',
      patches: [
        {
          file: 'src/server/http/headers.ts',
          find: "`script-src 'self' ${sha256(HEAD_SCRIPT)} ${sha256(INERT_SCRIPT)} ${sha256(START_SCRIPT)}`",
          replace:
            "`script-src 'self' 'unsafe-inline' ${String(sha256 && HEAD_SCRIPT && INERT_SCRIPT && START_SCRIPT).slice(0, 0)}`",
        },
      ],
      failsWith: /a script that was written in ran/,
    },
    // A shop that shows texts as HTML.
    { name: 'texts-as-html', failsWith: /a part that no page of ours has|a report of the content policy/ },
  ],
}

interface Scene {
  context: ProofContext
  browser: Browser
  server: Server
  failures: Failures
  pages: number
  texts: string[]
  filled: Awaited<ReturnType<typeof fillWith>>
}

function pagesOfVisitors({ texts, filled }: Scene): string[] {
  const lists = Array.from(
    { length: Math.ceil(filled.ids.products.length / 6) },
    (_, n) => `/productos?page=${n + 1}`,
  )
  return [
    '/',
    '/merch',
    '/trofeos',
    '/login',
    '/garantia',
    '/como-germinar',
    '/carrito',
    ...lists,
    ...filled.ids.products.map((id) => `/producto/${id}`),
    ...texts.map((text) => `/productos?search=${encodeURIComponent(text)}`),
    ...texts
      .slice(0, 10)
      .flatMap((text) => [
        `/login?redirect=${encodeURIComponent(text)}`,
        `/productos?category=${encodeURIComponent(text)}`,
        `/${encodeURIComponent(text)}`,
        `/#${encodeURIComponent(text)}`,
      ]),
  ]
}

function pagesOfAdmins({ texts, filled: { ids } }: Scene): string[] {
  const some = (all: number[]) => all.slice(0, 20)
  const paged = (path: string, count: number, size: number) =>
    Array.from({ length: Math.max(1, Math.ceil(count / size)) }, (_, n) => `${path}?page=${n + 1}`)
  return [
    '/panel/banners',
    '/panel/ajustes',
    '/panel/marcas',
    '/panel/bancos',
    '/panel/productos/nuevo',
    ...paged('/panel/productos', ids.products.length, 9),
    ...paged('/panel/pedidos', ids.orders.length, 9),
    ...paged('/panel/actividad', ids.orders.length * 6, 50),
    ...paged('/panel/garantias', ids.claims.length, 9),
    ...paged('/panel/usuarios', ids.users.length, 12),
    ...some(ids.products).map((id) => `/panel/productos/editar/${id}`),
    ...some(ids.orders).map((id) => `/panel/pedidos/${id}`),
    ...some(ids.users).map((id) => `/panel/usuarios/${id}`),
    ...some(ids.brands).map((id) => `/panel/bancos/editar/${id}`),
    ...texts.slice(0, 10).map((text) => `/panel/productos?search=${encodeURIComponent(text)}`),
  ]
}

async function look(
  scene: Scene,
  role: string,
  username: string | undefined,
  addresses: string[],
): Promise<void> {
  const { context, browser, server, failures } = scene
  const { visitor, page } = await newVisitor(browser)
  let at = ''
  page.on('dialog', (dialog) => {
    failures.add('a dialog', `${role} ${at}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await watch(page, (report) => failures.add('a report of the content policy', `${role} ${at}: ${report}`))
  if (context.broken === 'texts-as-html') await page.addInitScript(showTextsAsHtml)
  if (username !== undefined) await logIn(page, `${server.url}/login`, username, PASSWORD)
  for (const address of addresses) {
    if (context.broken !== undefined && failures.list().length > 0) break
    at = address
    await visit(page, server.url + address)
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    scene.pages += 1
    for (const found of await page.evaluate(oddParts))
      failures.add('a part that no page of ours has', `${role} ${address}: ${found}`)
    if (page.url().split('/', 3).join('/') !== server.url)
      failures.add('the page has left', `${role} ${address}: ${page.url()}`)
  }
  context.say(`${role}: ${addresses.length} pages`)
  await visitor.close()
}

async function watch(page: Page, tell: (report: string) => void): Promise<void> {
  await page.exposeFunction('tellPolicy', tell)
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const tellPolicy = Reflect.get(globalThis, 'tellPolicy') as (report: string) => void
      tellPolicy(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
}

/** Runs in the page. Scripts are of our own address or say nothing; no element has a handler or a script as address. */
function oddParts(): string[] {
  const own = ['application/json', 'application/ld+json', 'speculationrules']
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'))
    const links = ['href', 'src', 'action', 'data', 'xlink:href'].filter((name) =>
      /^[\s\0-\x20]*(?:j\s*a\s*v\s*a|vb)\s*s\s*c\s*r\s*i\s*p\s*t:|^\s*data:text/i.test(
        element.getAttribute(name) ?? '',
      ),
    )
    const isForeign =
      ['IFRAME', 'EMBED', 'OBJECT', 'BASE', 'MARQUEE', 'MATH'].includes(element.tagName.toUpperCase()) ||
      (element instanceof HTMLScriptElement && /alert\(1\)/.test(element.text) && !own.includes(element.type))
    return handlers.length > 0 || links.length > 0 || isForeign ? [element.outerHTML.slice(0, 200)] : []
  })
}

/** Runs in the page. */
function showTextsAsHtml(): void {
  addEventListener('load', () => {
    setTimeout(() => {
      for (const element of document.querySelectorAll('main h1, main h2, main h3, main p, main a, main span'))
        if (element.children.length === 0 && element.textContent?.includes('<'))
          element.innerHTML = element.textContent
    }, 500)
  })
}

/** With the headers of the shop, and a script in the page that its policy does not know. */
async function inlineScript({ browser, server, failures }: Scene): Promise<string> {
  const { visitor, page } = await newVisitor(browser)
  const reports: string[] = []
  await watch(page, (report) => reports.push(report))
  await page.route(`${server.url}/`, async (route) => {
    const answer = await route.fetch()
    const canary = '<script>window.canaryRan = 1</script><img src="x" onerror="window.canaryRan = 1"></body>'
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</body>', canary) })
  })
  await visit(page, `${server.url}/`)
  await page.waitForTimeout(500)
  const ran = await page.evaluate(() => Reflect.get(globalThis, 'canaryRan') !== undefined)
  await visitor.close()
  if (ran) failures.add('a script that was written in ran')
  else if (reports.length < 2) failures.add('a script that was written in was not reported', reports.join())
  return ran ? 'ran' : `blocked, ${reports.length} reports`
}
