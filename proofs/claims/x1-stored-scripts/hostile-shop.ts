import { setTimeout as sleep } from 'node:timers/promises'
import { accountsIn, bearer, PASSWORD } from '../../../test/support/people/accounts.ts'
import type { TestShop } from '../../../test/support/open-shop.ts'
import { insertPhoto } from '../../../test/support/pictures/photos.ts'
import { allowPending, claimOf, PRODUCT_TEXTS } from '../../../test/support/sales/goods.ts'
import type { Failures } from '../../support/proof.ts'
import { HOSTILE_TEMPLATES, setSettings, writeTemplate } from './hostile-settings.ts'
import { BODY_LENGTH, PAGE_SLUGS, TITLE_LENGTH } from '../../../src/contract/legal/page-rules.ts'

export type Headers = Record<string, string>
export type Body = Record<string, unknown>
export interface Saved extends Body {
  id: number
  blisters?: { id: number }[]
}

export interface Filling {
  shop: TestShop
  /** Saves through the API and counts; undefined when it was refused. Each of `texts` must be stored unchanged. */
  save(
    method: 'post' | 'patch' | 'put',
    path: string,
    body: Body,
    who: Headers,
    texts?: 'texts',
  ): Promise<Saved | undefined>
  /** Reports texts that were not stored as sent. */
  compare(path: string, sent: Body, saved: Body): void
  admin: Headers
  customer: Headers
}

const KINDS = [
  'products',
  'orders',
  'users',
  'claims',
  'brands',
  'banners',
  'settings',
  'identity',
  'profile',
  'pages',
  'templates',
  'regrets',
  'lots',
  'synonyms',
] as const
type Kind = (typeof KINDS)[number]
/** The stored texts of a thing by their names. */
export interface Thing {
  kind: Kind
  id: number
  texts: Record<string, string>
}

/**
 * Fills a shop with these texts through the API, like its users. Links that lead out of the shop are refused, as they
 * should be; texts are stored.
 */
export async function fillWith(shop: TestShop, texts: string[], failures: Failures) {
  const accounts = accountsIn(shop)
  await allowPending(shop.shop)
  const counts = { values: 0, refused: 0 }
  const [owner, buyer] = [await accounts.hasAccount({ is_staff: true }), await accounts.hasAccount()]
  const as = async (username: string) => bearer((await accounts.login(username)).body.access)
  const filling: Filling = {
    shop,
    admin: await as(owner.username),
    customer: await as(buyer.username),
    async save(method, path, body, who, mustBe) {
      const reply = await shop.anonymous[method](path, body, who)
      if (reply.status >= 500) throw new Error(reply.text)
      if (reply.status >= 400) counts.refused += 1
      else counts.values += Object.keys(body).length
      const saved = reply.status < 300 ? (reply.body as Saved) : undefined
      if (mustBe && !saved)
        failures.add('a text is refused', `${method} ${path}: ${reply.text.slice(0, 200)}`)
      if (saved && mustBe) filling.compare(path, body, saved)
      return saved
    },
    compare(path, sent, saved) {
      for (const [name, text] of Object.entries(sent)) {
        const [typed, kept] = [textsIn(text), textsIn(saved[name])]
        if (GIVEN.has(name) || typed.length === 0 || kept.length === 0) continue
        if (kept.join('\n') === typed.join('\n')) continue
        failures.add('a text is not kept', `${path} ${name}: ${JSON.stringify(kept.join().slice(0, 100))}`)
      }
    },
  }
  const things: Thing[] = []
  const add = (kind: Kind, saved: Saved | undefined) => {
    const strings = Object.entries(saved ?? {}).filter(([, value]) => typeof value === 'string')
    if (saved) things.push({ kind, id: saved.id, texts: Object.fromEntries(strings) as Thing['texts'] })
    return saved
  }
  await filling.save('put', '/settings/', { address_delivery: true }, filling.admin)
  for (const [n, text] of texts.entries()) {
    const brand = add('brands', await addBrand(filling, text, n))
    const product = add('products', await addProduct(filling, text, n, brand?.id ?? null))
    if (product) add('orders', await addOrder(filling, text, product))
    if (product) await filling.save('put', `/favorites/${product.id}/`, {}, filling.customer)
    if (product && product['type'] !== 'merch') add('lots', await addLot(filling, text, product))
    add('synonyms', await teachWord(filling, text, n))
    add('claims', await addClaim(filling, text))
    add('users', await addUser(filling, text, n))
    await addAccess(filling, text, n)
    add('banners', await addBanners(filling, text, n < MAX_BANNERS))
    add('regrets', await addRegret(filling, text, n))
  }
  for (const [n] of PAGE_SLUGS.entries()) add('pages', await writePage(filling, texts, n))
  for (const n of HOSTILE_TEMPLATES) add('templates', await writeTemplate(filling, texts, n))
  for (const saved of await setSettings(filling, texts)) add(saved.kind, saved)
  const lost = KINDS.filter((kind) => !things.some((thing) => thing.kind === kind))
  if (lost.length > 0 || counts.values < LEAST_VALUES * texts.length)
    throw new Error(`Only ${counts.values} values were stored, nothing of ${lost.join() || 'none'}`)
  const ids = Object.fromEntries(
    KINDS.map((kind) => [kind, things.filter((thing) => thing.kind === kind).map(({ id }) => id)]),
  ) as Record<Kind, number[]>
  return { ...counts, things, ids, admin: owner.username, customer: buyer.username }
}

/** Taken from the account, or returned as another address. */
const GIVEN = new Set(['email', 'photo1'])
/** The most that the shop allows. */
const MAX_BANNERS = 4
/** Of each text, on average. */
const LEAST_VALUES = 40

/** The texts of a value, of lists and parts too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [squeezed(value)]
  return Object(value) === value ? Object.values(value as object).flatMap(textsIn) : []
}

/** Blanks are trimmed and collapsed. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function addBrand({ save, admin }: Filling, text: string, n: number): Promise<Saved | undefined> {
  const brand = { brand_name: `${n} ${text}`.slice(0, 100), description: text }
  return save('post', '/brands/', brand, admin, 'texts')
}

async function addProduct({ save, admin }: Filling, text: string, n: number, brand_id: number | null) {
  const fields = Object.fromEntries(
    Object.entries(PRODUCT_TEXTS).map(([name, most]) => [name, text.slice(0, most)]),
  )
  const product = {
    ...fields,
    name: `${text.slice(0, 90)} ${n}`,
    sku: `${n}${text}`.slice(0, 40),
    description: `${text}\n${text}`,
    brand_id,
    type: n % 3 === 0 ? 'merch' : 'fem',
    highlighted: n < 3,
    blisters: [{ seed_count: 3, price: 1_000, stock: 100, discount: n % 2 === 0 ? 10 : 0 }],
  }
  const saved = await save('post', '/products/', product, admin, 'texts')
  const parents = {
    mother: text.slice(0, 100),
    father: `${n} ${text}`.slice(0, 100),
    generation: text.slice(0, 20),
  }
  if (saved && product.type !== 'merch') await save('put', `/products/${saved.id}/lineage/`, parents, admin)
  return saved
}

/** A public lot with a test; its code has its id, so that its page is found. */
async function addLot({ save, admin }: Filling, text: string, product: Saved): Promise<Saved | undefined> {
  const texts = { public_note: text, note: text }
  const made = await save(
    'post',
    '/lots/',
    {
      ...texts,
      product_id: product.id,
      code: `NUEVO-${product.id}`,
      harvested_on: '2026-01-02',
      is_public: true,
      units: [{ blister_id: product.blisters?.[0]?.id, units: 2 }],
    },
    admin,
    'texts',
  )
  if (!made) return undefined
  const test = { tested_on: '2026-01-03', sown: 50, germinated: 46, method: text.slice(0, 60) }
  const tested = await save('post', `/lots/${made.id}/tests/`, test, admin)
  const change = { ...texts, code: lotCodeOf(made.id), state: 'open', version: tested?.['version'] }
  const changed = await save('put', `/lots/${made.id}/`, change, admin, 'texts')
  const [kept] = (tested?.['tests'] ?? []) as { method: string }[]
  return changed && { ...changed, method: kept?.method ?? 'no method' }
}

export const lotCodeOf = (id: number) => `X1-${id}`

/** Words are kept folded. */
async function teachWord({ save, admin }: Filling, text: string, n: number): Promise<Saved | undefined> {
  const taught = { word: `${n} ${text}`.slice(0, 40), means: [text.slice(0, 40)] }
  const saved = await save('put', '/search-synonyms/', taught, admin)
  return saved && { id: n, word: saved['word'], meaning: (saved['means'] as string[])[0] ?? '' }
}

/** And what admins note about it. */
async function addOrder(filling: Filling, text: string, product: Saved): Promise<Saved | undefined> {
  const { save, customer } = filling
  const order = {
    recipient_name: text.slice(0, 100),
    customer_phone: '1123456789',
    delivery_type: 'address',
    shipping_address: text,
    products: [{ product_id: product.id, blister_id: product.blisters?.[0]?.id, quantity: 1 }],
  }
  const placed = await save('post', '/orders/', order, customer, 'texts')
  return placed && { ...placed, ...(await noteAll(filling, text, placed)) }
}

/** A voided payment, notes, another price and a shipment; returns their texts. */
async function noteAll({ save, admin }: Filling, text: string, order: Saved): Promise<Body> {
  const path = `/orders/${order.id}`
  const texts = { note: text, reference: text.slice(0, 80), void_reason: text.slice(0, 200) }
  const payment = { amount: 10, method: 'cash', paid_on: '2026-01-02', reference: texts.reference }
  const paid = await save('post', `${path}/payments/`, payment, admin, 'texts')
  const [noted] = (paid?.['payments'] ?? []) as Saved[]
  await save('post', `${path}/payments/${noted?.id}/void/`, { reason: texts.void_reason }, admin, 'texts')
  await save('post', `${path}/notes/`, { text, visible: true }, admin, 'texts')
  const [line] = (order['order_products'] ?? []) as Saved[]
  const price = { price_at_time: 900, reason: text.slice(0, 200), version: order['version'] }
  await save('put', `${path}/lines/${line?.id}/price/`, price, admin, 'texts')
  const shipment = {
    state: 'handed',
    how: 'shipped',
    carrier: text.slice(0, 60),
    tracking: text.slice(0, 80),
  }
  const sent = await save('put', `${path}/delivery/`, shipment, admin, 'texts')
  return { ...texts, carrier: sent?.['carrier'], tracking: sent?.['tracking'] }
}

/** And the notes of an admin. */
async function addClaim({ shop, save, admin, customer }: Filling, text: string): Promise<Saved | undefined> {
  const texts = {
    name: text.slice(0, 100),
    order_number: text.slice(0, 40),
    product_name: text.slice(0, 100),
    description: text,
    photo1: await insertPhoto(shop.shop.db),
  }
  const claim = await save('post', '/warranty-claims/', claimOf(texts), customer, 'texts')
  const decision = {
    status: 'rejected',
    admin_response: text,
    resolution_details: text,
    admin_notes: text,
  }
  return claim && save('patch', `/warranty-claims/${claim.id}/`, decision, admin, 'texts')
}

function addUser({ save, admin }: Filling, text: string, n: number): Promise<Saved | undefined> {
  const user = {
    first_name: text.slice(0, 100),
    last_name: text.slice(0, 100),
    instagram: text.slice(0, 60),
    username: `x1_${n}`,
    email: `x1_${n}@correo.example`,
    password: PASSWORD,
    password2: PASSWORD,
  }
  return save('post', '/auth/admin/create-user/', user, admin, 'texts')
}

/** A request for access, every second one rejected with a note, and an invitation. */
async function addAccess({ shop, save, admin }: Filling, text: string, n: number): Promise<void> {
  const email = `x1_pide_${n}@correo.example`
  const asked = {
    email,
    first_name: text.slice(0, 100),
    last_name: text.slice(0, 100),
    phone: text.slice(0, 40),
    message: text.slice(0, 500),
    adult: true,
    terms: true,
  }
  await save('post', '/auth/access-requests/', asked, {})
  await save(
    'post',
    '/auth/invitations/',
    { email: `x1_invitada_${n}@correo.example`, label: text.slice(0, 100) },
    admin,
  )
  // The answer does not wait for the code; admins see a request that is confirmed.
  for (let tries = 0; tries < 40; tries += 1) {
    const { numUpdatedRows } = await shop.shop.db
      .updateTable('access_requests')
      .set({ status: 'waiting' })
      .where('email', '=', email)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) break
    await sleep(50)
  }
  const { body } = await shop.anonymous.get('/auth/access-requests/?page_size=1', admin)
  const { id, version } = body.results[0] ?? {}
  const decision = { decision: 'reject', note: text.slice(0, 500), version }
  if (n % 2 === 1) await save('post', `/auth/access-requests/${id}/decision/`, decision, admin)
}

async function addBanners({ save, admin }: Filling, text: string, hasPlace: boolean) {
  const image_url = '/media/banner/x/1920.webp'
  const banner = { title: text.slice(0, 100), image_url, url_to: '/productos' }
  const saved = hasPlace ? await save('post', '/banners/', banner, admin, 'texts') : undefined
  // Links: only paths of the shop and https are accepted.
  const bad = await save('post', '/banners/', { title: 'x', image_url, url_to: text }, admin)
  if (bad && /^(?:java|data|vb)/i.test(text)) throw new Error(`A banner leads to ${text}`)
  return saved
}

/** And the answer of an admin. */
async function addRegret({ shop, save, compare, admin }: Filling, text: string, n: number) {
  const path = '/regret-requests/'
  const typed = {
    name: text.slice(0, 100),
    order_number: text.slice(0, 40),
    phone: text.slice(0, 40),
    reason: text.slice(0, 500),
  }
  const filed = await save('post', path, { ...typed, email: `x1_regret_${n}@correo.example` }, {}, 'texts')
  const list = await shop.anonymous.get(path, admin)
  const { id } = list.body.results.find((one: Body) => one['code'] === filed?.['code']) as Saved
  const answered = await save('patch', `${path}${id}/`, { status: 'accepted', answer: text }, admin, 'texts')
  if (answered) compare(path, typed, answered)
  return answered
}

/** Each text by itself and as the address of a link, in paragraphs, headings and lists. */
async function writePage({ save, admin }: Filling, texts: string[], n: number): Promise<Saved | undefined> {
  const own = texts.filter((_, at) => at % PAGE_SLUGS.length === n)
  const written = (own.length > 0 ? own : texts).flatMap((text) => [
    text,
    `## ${text}`,
    `- **${text}**`,
    `[enlace](${text.replaceAll('(1)', '`1`').replaceAll(/\s/g, '')})`,
  ])
  const page = {
    title: (own[0] ?? texts[0] ?? '').slice(0, TITLE_LENGTH),
    body: ['[enlace](javascript:alert`1`)', ...written].join('\n\n').slice(0, BODY_LENGTH),
    is_published: true,
    is_accepted: true,
    version: 0,
  }
  const saved = await save('put', `/pages/${PAGE_SLUGS[n]}/`, page, admin, 'texts')
  return saved && { ...saved, id: n }
}
