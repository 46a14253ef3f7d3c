import type { BrowserContext, Page } from '@playwright/test'
import { PAGE_SLUGS } from '../../../src/contract/legal/page-rules.ts'
import { TEMPLATE_KEYS } from '../../../src/contract/messages/templates.ts'
import { lotCodeOf, squeezed, type Thing } from './hostile-shop.ts'

/** Where the texts of a thing must appear as text; with `?`, on one of the pages of that list. */
interface Place {
  role: 'visitor' | 'customer' | 'admin'
  address: string
  names: string[]
}

const PLACES: Record<Thing['kind'], (id: number) => Place[]> = {
  products: (id) => [
    { role: 'visitor', address: `/producto/${id}`, names: ['name', 'description'] },
    { role: 'visitor', address: '/comparar?', names: ['name', 'genotype', 'flavors', 'effects', 'thc'] },
    { role: 'visitor', address: '/favoritos?', names: ['name'] },
    { role: 'customer', address: '/favoritos', names: ['name'] },
    { role: 'admin', address: `/panel/productos/editar/${id}`, names: ['name', 'sku', 'description'] },
    { role: 'admin', address: '/panel/productos?', names: ['name'] },
  ],
  brands: (id) => [
    { role: 'admin', address: `/panel/bancos/editar/${id}`, names: ['brand_name', 'description'] },
    { role: 'admin', address: '/panel/bancos', names: ['brand_name'] },
  ],
  orders: (id) => [
    {
      role: 'admin',
      address: `/panel/pedidos/${id}`,
      names: [
        'recipient_name',
        'shipping_address',
        'carrier',
        'tracking',
        'note',
        'reference',
        'void_reason',
      ],
    },
    { role: 'admin', address: '/panel/pedidos?', names: ['recipient_name'] },
    {
      role: 'customer',
      address: '/mi-cuenta?section=orders',
      names: ['recipient_name', 'shipping_address', 'carrier', 'tracking', 'note'],
    },
  ],
  users: (id) => [
    { role: 'admin', address: `/panel/usuarios/${id}`, names: ['first_name', 'last_name', 'instagram'] },
    { role: 'admin', address: '/panel/usuarios?', names: ['first_name', 'last_name'] },
  ],
  claims: () => [
    {
      role: 'admin',
      address: '/panel/garantias?',
      names: ['name', 'order_number', 'product_name', 'description', 'admin_response', 'admin_notes'],
    },
    {
      role: 'customer',
      address: '/mi-cuenta?section=warranty',
      names: ['product_name', 'description', 'admin_response'],
    },
  ],
  banners: () => [{ role: 'admin', address: '/panel/banners', names: ['title'] }],
  settings: () => [
    { role: 'visitor', address: '/', names: ['shop_name', 'tagline', 'about', 'registration_text'] },
    { role: 'visitor', address: '/como-germinar', names: ['guide_intro'] },
    { role: 'visitor', address: '/garantia', names: ['guarantee_note', 'claim_reply'] },
    {
      role: 'admin',
      address: '/panel/ajustes',
      names: ['developer_credit', 'legal_name', 'legal_address', 'service_hours', 'rncyfs_number'],
    },
    {
      role: 'admin',
      address: '/panel/identidad',
      names: [
        'tagline',
        'shop_name',
        'about',
        'registration_text',
        'guide_intro',
        'guarantee_note',
        'claim_reply',
      ],
    },
  ],
  identity: () => [
    { role: 'visitor', address: '/', names: ['order_title', 'order_text'] },
    {
      role: 'visitor',
      address: '/como-germinar',
      names: ['title', 'fact', 'words', 'check', 'point'],
    },
    { role: 'visitor', address: '/trofeos', names: ['cup', 'city', 'variety'] },
    {
      role: 'admin',
      address: '/panel/identidad',
      names: [
        'order_title',
        'order_text',
        'title',
        'fact',
        'words',
        'check',
        'reminder',
        'picture_words',
        'point',
        'cup',
        'city',
        'variety',
      ],
    },
  ],
  pages: (n) => [
    // Signs of the page's own marks are not shown there.
    { role: 'admin', address: `/panel/paginas?pagina=${PAGE_SLUGS[n]}`, names: ['title', 'body'] },
    { role: 'visitor', address: `/legales/${PAGE_SLUGS[n]}`, names: ['title'] },
  ],
  templates: (n) => [
    { role: 'admin', address: `/panel/ajustes?mensaje=${TEMPLATE_KEYS[n]}`, names: ['body'] },
  ],
  regrets: () => [
    {
      role: 'admin',
      address: '/panel/arrepentimientos?',
      names: ['name', 'order_number', 'phone', 'reason', 'answer'],
    },
  ],
  lots: (id) => [
    { role: 'visitor', address: `/lote/${lotCodeOf(id)}`, names: ['product', 'public_note', 'method'] },
    { role: 'visitor', address: '/lotes', names: ['product'] },
    {
      role: 'admin',
      address: `/panel/lotes/${id}`,
      names: ['product', 'public_note', 'note', 'method'],
    },
  ],
  synonyms: () => [{ role: 'admin', address: '/panel/reportes?ver=busquedas', names: ['word', 'meaning'] }],
  profile: () => [
    {
      role: 'customer',
      address: '/mi-cuenta?section=settings',
      names: ['first_name', 'last_name'],
    },
  ],
}

/** Checks that `role` has seen the texts of all things; `seen`: the text of each address. */
export function compareTexts(role: string, things: Thing[], seen: Map<string, string>) {
  const kinds = new Map<string, number>()
  const missing: string[] = []
  const lists = new Map<string, string>()
  const textAt = (address: string) => {
    if (!address.endsWith('?')) return seen.get(address)
    const pages = [...seen].filter(([each]) => each.startsWith(address)).map(([, text]) => text)
    if (!lists.has(address) && pages.length > 0) lists.set(address, pages.join('\n'))
    return lists.get(address)
  }
  for (const { kind, id, texts } of things)
    for (const place of PLACES[kind](id)) {
      const shown = place.role === role ? textAt(place.address) : undefined
      if (shown === undefined) continue
      kinds.set(kind, (kinds.get(kind) ?? 0) + place.names.length)
      for (const name of place.names)
        for (const line of (texts[name] ?? '').split('\n'))
          if (!shown.includes(squeezed(line)))
            missing.push(`${place.address} ${kind} ${id} ${name}: ${JSON.stringify(line.slice(0, 80))}`)
    }
  return { kinds, missing }
}

/** Loads the rest of a list. */
async function loadAll(page: Page): Promise<void> {
  const more = page.locator('main').getByRole('button', { name: /^Cargar más/ })
  for (let n = 0; n < MOST_LOADED && (await more.isVisible()); n++) {
    const answer = page.waitForResponse((response) => response.url().includes('/api/'), { timeout: 5_000 })
    await Promise.all([answer, more.click()])
    await page.waitForTimeout(200)
  }
}

/** Loads and unfolds everything, and opens and closes each dialog; `look` is called for each of them. */
export async function openEverything(
  page: Page,
  most: number,
  look: () => Promise<void>,
): Promise<{ dialogs: number }> {
  await loadAll(page)
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>('main details:not([open]) > summary'))
      each.click()
  })
  await look()
  const openers = page
    .locator('main')
    .locator('[aria-haspopup="dialog"], button')
    .filter({ hasText: OPENS, visible: true })
  let dialogs = 0
  for (let n = 0, count = Math.min(most, await openers.count()); n < count; n++) {
    const address = page.url()
    // A dialog that is replaced by a form leaves fewer buttons behind.
    await openers
      .nth(n)
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    const dialog = page.locator('dialog[open]')
    const isOpen = await dialog
      .first()
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      )
    await look()
    if (page.url() !== address) throw new Error(`${address} has gone to ${page.url()}`)
    if (!isOpen) continue
    dialogs += 1
    for (let tries = 0; tries < 3 && (await dialog.count()) > 0; tries++) {
      await page.keyboard.press('Escape')
      await dialog
        .first()
        .waitFor({ state: 'hidden', timeout: 1_000 })
        .catch(() => undefined)
    }
  }
  return { dialogs }
}

const MOST_LOADED = 20
const OPENS = /^(?:Ver Detalles|Ver detalles|Editar|Cambiar estado|Eliminar)/

/** Runs in the page: all readable text, form fields included. */
export function textOfPage(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  let block: Element | null = null
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest('script, style, noscript, template')) continue
    // Text nodes of one element belong together.
    texts.push(parent === block ? '' : '\n', node.textContent ?? '')
    block = parent
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    texts.push('\n', field.value)
  return texts.join('').replace(/\s+/g, ' ')
}

/** Runs in the page. Scripts are ours or inert; no element has an event handler or a script as address. */
export function oddParts(): string[] {
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
export function showTextsAsHtml(): void {
  addEventListener('load', () => {
    setTimeout(() => {
      for (const element of document.querySelectorAll('main h1, main h2, main h3, main p, main a, main span'))
        if (element.children.length === 0 && element.textContent?.includes('<'))
          element.innerHTML = element.textContent
    }, 500)
  })
}

/** The one place in built React where an element's text is set. */
const WRITES_TEXT = /(\w+)\.textContent=(\w+)\}/g

/** A shop whose scripts set texts in another way, such as `$1.innerHTML=$2}`. */
export async function writeTexts(visitor: BrowserContext, how: string): Promise<void> {
  await visitor.route(/\/assets\/libraries-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch()
    const script = await answer.text()
    const places = script.match(WRITES_TEXT)?.length
    if (places !== 1) throw new Error(`Texts are written at ${places} places`)
    await route.fulfill({ response: answer, body: script.replace(WRITES_TEXT, how) })
  })
}
