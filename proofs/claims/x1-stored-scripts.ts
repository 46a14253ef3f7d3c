import type { Browser, Page } from '@playwright/test'
import { PASSWORD } from '../../test/support/people/accounts.ts'
import { logIn, newVisitor, openBrowser, visit } from '../../test/support/browsers/browser.ts'
import {
  compareTexts,
  oddParts,
  openEverything,
  showTextsAsHtml,
  textOfPage,
  writeTexts,
} from './x1-stored-scripts/hostile-pages.ts'
import { fillWith, lotCodeOf } from './x1-stored-scripts/hostile-shop.ts'
import { hostileTexts, RUN_IN_HTML } from './x1-stored-scripts/hostile-texts.ts'
import { MAX_COMPARED, MAX_LOCAL_FAVORITES } from '../../src/contract/catalog/choosing.ts'
import { TEMPLATE_KEYS } from '../../src/contract/messages/templates.ts'
import { PAGE_SLUGS, pagePath } from '../../src/contract/legal/page-rules.ts'
import { newCluster, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spreadOver } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { openTestShop } from '../../test/support/open-shop.ts'

export const proof: Proof = {
  id: 'X1',
  title: 'Stored XSS',
  claim: 'Hostile texts are stored unchanged, shown as text everywhere, and never run a script.',
  how: 'Hostile texts are stored in every text field of products, lots with their tests, words of the search, brands, banners, settings, guide, guarantee, trophies, accounts, orders, claims, withdrawals and text pages, and searched for; links that leave the shop are refused. Every page is opened in a browser as visitor, customer and admin, with collapsed parts, all dialogs of claims and some others: no injected script, handler or script URL is in a page, and there is no CSP report. A script written into a page on purpose does not run.',
  oneTry: 'a text',
  tries: { full: 100, short: 12 },
  minutes: 20,
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openTestShop(context, place)
    const texts = context.broken ? RUN_IN_HTML : spreadOver(hostileTexts(), context.tries)
    const filled = await fillWith(shop, texts, failures)
    const server = await startServer(context, place)
    const scene: Scene = {
      context,
      browser: await openBrowser(context),
      server,
      failures,
      pages: 0,
      templates: 0,
      dialogs: 0,
      found: new Map(),
      texts,
      filled,
    }
    const inline = await inlineScript(scene)
    for (const [role, username, addresses] of [
      ['visitor', undefined, pagesOfVisitors(scene)],
      ['customer', filled.customer, PAGES_OF_CUSTOMERS],
      ['admin', filled.admin, pagesOfAdmins(scene)],
    ] as const)
      if (isLookedAt(role, context.broken)) await look(scene, role, username, addresses)
    const unseen = Object.keys(filled.ids).filter((kind) => !scene.found.has(kind))
    if (context.broken === undefined && (unseen.length > 0 || scene.dialogs < texts.length))
      throw new Error(`${scene.dialogs} dialogs were opened, and nothing seen of ${unseen.join() || 'none'}`)
    const seen = [...scene.found.values()].reduce((sum, count) => sum + count, 0)
    return {
      tries: `${texts.length} texts, ${filled.values} values stored, ${filled.refused} links refused`,
      figure: `${scene.pages} pages and ${scene.dialogs} dialogs opened as 3 roles, ${seen} texts shown unchanged; 0 injected scripts ran, 0 reports; the script written in on purpose: ${inline}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-policy',
      patches: [
        {
          find: "`script-src ${[\"'self'\", ...inlineScripts.map(hashSource)].join(' ')}`",
          replace:
            "`script-src 'self' 'unsafe-inline' ${inlineScripts.slice(0, 0).map(hashSource).join(' ')}`",
        },
      ],
      failsWith: /a script that was written in ran/,
    },
    {
      name: 'page-links-anywhere',
      patches: [
        {
          find: 'if (label === undefined || href === undefined || !isFollowed(href))',
          replace: 'if (label === undefined || href === undefined || (isFollowed(href) && href === label))',
        },
      ],
      failsWith: /a part that no page of ours has.*: visitor \/legales/,
    },
    // A shop that shows texts as HTML.
    { name: 'texts-as-html', failsWith: /a report of the content policy.*: visitor/ },
    // The same in the scripts of the back office, without a content security policy.
    { name: 'admin-texts-as-html', failsWith: /a script of theirs ran.*: admin \/panel/ },
    // A shop that shows only a part of its texts.
    { name: 'admin-cuts-texts', failsWith: /a text is not shown/ },
    {
      name: 'strips-tags',
      patches: [
        {
          find: '.refine(withoutControls, CONTROLS)',
          replace: ".overwrite((value) => value.replace(/[<>]/g, '')).refine(withoutControls, CONTROLS)",
        },
      ],
      failsWith: /a text is not kept/,
    },
  ],
}

interface Scene {
  context: ProofContext
  browser: Browser
  server: Server
  failures: Failures
  pages: number
  templates: number
  dialogs: number
  /** Number of texts found, by kind of thing. */
  found: Map<string, number>
  texts: string[]
  filled: Awaited<ReturnType<typeof fillWith>>
}

/** Number of dialogs to open in a page; those of claims are all opened. */
const OPENED = 4

const PAGES_OF_CUSTOMERS = [
  '/',
  '/mi-cuenta',
  '/mi-cuenta?section=orders',
  '/mi-cuenta?section=settings',
  '/mi-cuenta?section=warranty',
  '/garantia',
  '/carrito',
  '/productos',
  '/favoritos',
  '/elegir',
]

/** A wrong build is checked only where it is wrong. */
function isLookedAt(role: string, broken: string | undefined): boolean {
  if (broken === 'no-policy' || broken === 'strips-tags') return false
  if (broken === 'page-links-anywhere') return role === 'visitor'
  return !broken?.startsWith('admin-') || role === 'admin'
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
    '/registro',
    '/garantia',
    '/como-germinar',
    '/carrito',
    '/arrepentimiento',
    ...PAGE_SLUGS.map((slug) => pagePath(slug)),
    ...lists,
    ...filled.ids.products.map((id) => `/producto/${id}`),
    ...Array.from(
      { length: Math.ceil(filled.ids.products.length / MAX_COMPARED) },
      (_, n) => `/comparar?ids=${filled.ids.products.slice(n * MAX_COMPARED, (n + 1) * MAX_COMPARED).join()}`,
    ),
    '/elegir',
    '/elegir?place=interior&zone=centro&skill=primera&goal=aroma',
    '/favoritos',
    `/favoritos?ids=${filled.ids.products.slice(0, MAX_LOCAL_FAVORITES).join()}`,
    '/como-contamos',
    '/lotes',
    ...filled.ids.lots.map((id) => `/lote/${lotCodeOf(id)}`),
    ...texts.map((text) => `/productos?search=${encodeURIComponent(text)}`),
    ...texts
      .slice(0, 10)
      .flatMap((text) => [
        `/login?redirect=${encodeURIComponent(text)}`,
        `/productos?category=${encodeURIComponent(text)}`,
        `/productos?facets=${encodeURIComponent(`aroma.${text}`)}`,
        `/lotes?search=${encodeURIComponent(text)}`,
        `/lote/${encodeURIComponent(text)}`,
        `/elegir?goal=${encodeURIComponent(text)}`,
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
    '/panel/identidad',
    '/panel/ajustes',
    '/panel/mensajes',
    '/panel/mensajes?estado=sent',
    '/panel/marcas',
    '/panel/bancos',
    '/panel/productos/nuevo',
    '/panel/productos?sort=name',
    '/panel/actividad',
    '/panel/para-hacer',
    '/panel/lotes',
    '/panel/reportes?ver=lotes',
    '/panel/reportes?ver=busquedas',
    '/panel/pedidos/nuevo',
    `/panel/pedidos/imprimir?ids=${some(ids.orders).join()}`,
    ...['', '&estado=rejected', '&estado=invitaciones'].flatMap((tab) =>
      [1, 2].map((page) => `/panel/solicitudes?page=${page}${tab}`),
    ),
    ...paged('/panel/pedidos', ids.orders.length, 9),
    ...paged('/panel/garantias', ids.claims.length, 9),
    ...paged('/panel/usuarios', ids.users.length, 12),
    ...paged('/panel/arrepentimientos', ids.regrets.length, 12),
    ...PAGE_SLUGS.map((slug) => `/panel/paginas?pagina=${slug}`),
    ...ids.templates.map((n) => `/panel/ajustes?mensaje=${TEMPLATE_KEYS[n]}`),
    ...some(ids.products).map((id) => `/panel/productos/editar/${id}`),
    ...some(ids.orders).map((id) => `/panel/pedidos/${id}`),
    ...some(ids.lots).map((id) => `/panel/lotes/${id}`),
    ...some(ids.users).map((id) => `/panel/usuarios/${id}`),
    ...some(ids.brands).map((id) => `/panel/bancos/editar/${id}`),
    ...texts.slice(0, 10).map((text) => `/panel/productos?search=${encodeURIComponent(text)}`),
  ]
}

async function look(
  scene: Scene,
  role: string,
  username: string | undefined,
  addresses: readonly string[],
): Promise<void> {
  const { context, browser, server, failures, filled } = scene
  const { visitor, page } = await newVisitor(browser, { bypassCSP: context.broken === 'admin-texts-as-html' })
  const seen = new Map<string, string>()
  let at = ''
  page.on('dialog', (dialog) => {
    failures.add('a script of theirs ran', `${role} ${at}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await watch(page, (report) => failures.add('a report of the content policy', `${role} ${at}: ${report}`))
  if (context.broken === 'texts-as-html') await page.addInitScript(showTextsAsHtml)
  if (context.broken === 'admin-texts-as-html') await writeTexts(visitor, '$1.innerHTML=$2}')
  if (context.broken === 'admin-cuts-texts') await writeTexts(visitor, '$1.textContent=`${$2}`.slice(0,9)}')
  if (username !== undefined) await logIn(page, `${server.url}/login`, username, PASSWORD)
  for (const address of addresses) {
    if (context.broken !== undefined && failures.list().length > 0) break
    at = address
    await visit(page, server.url + address)
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    scene.pages += 1
    const look = async () => {
      seen.set(address, `${seen.get(address) ?? ''}\n${await page.evaluate(textOfPage)}`)
      for (const found of await page.evaluate(oddParts))
        failures.add('a part that no page of ours has', `${role} ${address}: ${found}`)
    }
    const most = address.startsWith('/panel/garantias') ? 100 : OPENED
    scene.dialogs += (await openEverything(page, role === 'visitor' ? 0 : most, look)).dialogs
    if (page.url().split('/', 3).join('/') !== server.url)
      failures.add('the page has left', `${role} ${address}: ${page.url()}`)
  }
  const { kinds, missing } = compareTexts(role, filled.things, seen)
  for (const [kind, count] of kinds) scene.found.set(kind, (scene.found.get(kind) ?? 0) + count)
  for (const text of missing) failures.add('a text is not shown', `${role} ${text}`)
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

/** With the headers of the shop, and a script in the page that its policy does not allow. */
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
