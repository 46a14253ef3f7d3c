import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { accountsIn, bearer, PASSWORD } from '../test/support/accounts.ts'
import type { TestShop } from '../test/support/open-shop.ts'
import { logIn, newVisitor, openBrowser, visit } from './support/browser.ts'
import { allowPending } from './support/goods.ts'
import { hostileTexts } from './support/hostile-texts.ts'
import { newCluster, placeOn } from './support/places.ts'
import { Failures, type Proof, type ProofContext } from './support/proof.ts'
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
    const texts = spreadOf(hostileTexts(), context.broken ? 3 : context.tries)
    const filled = await fill(shop, texts)
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
  filled: Awaited<ReturnType<typeof fill>>
}

function spreadOf(all: string[], count: number): string[] {
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, n) => all[Math.floor((n * all.length) / Math.min(count, all.length))] ?? '',
  )
}

// ---- Filling -----------------------------------------------------------------------------------------------------

const PRODUCT_TEXTS = {
  genotype: 200,
  thc: 40,
  cbd: 40,
  flavors: 200,
  effects: 200,
  flowering_time: 60,
  completed_cicle: 60,
  height_indoor: 60,
  height_outdoor: 60,
  yield_indoor: 60,
  yield_outdoor: 60,
  product_size: 60,
}

/** Through the API, as people do: what it refuses is not in the shop, and that is well too. */
async function fill(shop: TestShop, texts: string[]) {
  const accounts = accountsIn(shop)
  await allowPending(shop.shop)
  const counts = { values: 0, refused: 0 }
  const [owner, buyer] = [await accounts.hasAccount({ is_staff: true }), await accounts.hasAccount()]
  const as = async (username: string) => bearer((await accounts.login(username)).body.access)
  const [admin, customer] = [await as(owner.username), await as(buyer.username)]
  const ids: Record<'products' | 'orders' | 'users' | 'claims' | 'brands', number[]> = {
    products: [],
    orders: [],
    users: [],
    claims: [],
    brands: [],
  }
  const api = shop.anonymous
  const save = async (
    method: 'post' | 'patch' | 'put',
    path: string,
    body: object,
    headers: Record<string, string>,
  ) => {
    const reply = await api[method](path, body, headers)
    if (reply.status >= 500) throw new Error(reply.text)
    if (reply.status >= 400) counts.refused += 1
    else counts.values += Object.keys(body).length
    return reply.status < 300 ? (reply.body as { id: number; blisters: { id: number }[] }) : undefined
  }
  await save('put', '/settings/', { address_delivery: true }, admin)
  for (const [n, text] of texts.entries()) {
    const brand = await save(
      'post',
      '/brands/',
      { brand_name: `${n} ${text}`.slice(0, 100), description: text },
      admin,
    )
    if (brand) ids.brands.push(brand.id)
    const fields = Object.fromEntries(
      Object.entries(PRODUCT_TEXTS).map(([name, most]) => [name, text.slice(0, most)]),
    )
    const product = await save(
      'post',
      '/products/',
      {
        ...fields,
        name: `${text.slice(0, 90)} ${n}`,
        sku: `${n}${text}`.slice(0, 40),
        description: `${text}\n${text}`,
        brand_id: brand?.id ?? null,
        type: n % 3 === 0 ? 'merch' : 'fem',
        highlighted: n < 3,
        blisters: [{ seed_count: 3, price: 1_000, stock: 100, discount: n % 2 === 0 ? 10 : 0 }],
      },
      admin,
    )
    if (!product) continue
    ids.products.push(product.id)
    const order = await save(
      'post',
      '/orders/',
      {
        recipient_name: text.slice(0, 100),
        customer_phone: '1123456789',
        delivery_type: 'address',
        shipping_address: text,
        products: [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }],
      },
      customer,
    )
    if (order) ids.orders.push(order.id)
    const claim = await save(
      'post',
      '/warranty-claims/',
      {
        purchase_type: 'without-order',
        name: text.slice(0, 100),
        email: 'ana@correo.example',
        order_number: text.slice(0, 40),
        product_name: text.slice(0, 100),
        description: text,
        purchase_date: '2026-01-01',
        germination_date: '2026-01-02',
        photo1: await photo(shop),
      },
      customer,
    )
    if (claim) {
      ids.claims.push(claim.id)
      await save(
        'patch',
        `/warranty-claims/${claim.id}/`,
        { status: 'rejected', admin_response: text, resolution_details: text, admin_notes: text },
        admin,
      )
    }
    const user = await save(
      'post',
      '/auth/admin/create-user/',
      {
        first_name: text.slice(0, 100),
        last_name: text.slice(0, 100),
        instagram: text.slice(0, 60),
        username: `x1_${n}`,
        email: `x1_${n}@correo.example`,
        password: PASSWORD,
        password2: PASSWORD,
      },
      admin,
    )
    if (user) ids.users.push(user.id)
    if (ids.users.length < 5)
      await save(
        'post',
        '/banners/',
        { title: text.slice(0, 100), image_url: '/media/banner/x/1920.webp', url_to: '/productos' },
        admin,
      )
    // As links: none but the shop's own and https may be taken.
    const bad = await save(
      'post',
      '/banners/',
      { title: 'x', image_url: '/media/banner/x/1920.webp', url_to: text },
      admin,
    )
    if (bad && /^(?:java|data|vb)/i.test(text)) throw new Error(`A banner leads to ${text}`)
  }
  const text = (n: number, most: number) => (texts[n % texts.length] ?? '').slice(0, most)
  for (const [name, most] of Object.entries({
    tagline: 120,
    shop_name: 60,
    developer_credit: 120,
    about: 2_000,
    registration_text: 500,
    developer_url: 300,
    instagram_url: 300,
    gate_decline_url: 300,
  }))
    await save('put', '/settings/', { [name]: text(most, most) }, admin)
  await save(
    'put',
    '/auth/profile/',
    { first_name: text(1, 100), last_name: text(2, 100), instagram: text(3, 60) },
    customer,
  )
  return { ...counts, ids, admin: owner.username, customer: buyer.username }
}

async function photo(shop: TestShop): Promise<string> {
  const id = randomBytes(12).toString('hex')
  const file = {
    id,
    preset: 'warranty' as const,
    width: 480,
    height: 480,
    bytes: 9,
    user_id: null,
    owner_hash: null,
  }
  await shop.shop.db
    .insertInto('uploads')
    .values({ ...file, claimed_at: null, created_at: new Date() })
    .execute()
  return `/media/warranty/${id}/480.webp`
}

// ---- Looking -----------------------------------------------------------------------------------------------------

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
