import { accountsIn, bearer, PASSWORD } from '../../test/support/accounts.ts'
import type { TestShop } from '../../test/support/open-shop.ts'
import { insertPhoto } from '../../test/support/photos.ts'
import { allowPending, claimOf, PRODUCT_TEXTS } from './goods.ts'

type Headers = Record<string, string>
interface Saved {
  id: number
  blisters: { id: number }[]
}

interface Filling {
  shop: TestShop
  /** Saves through the API and counts; undefined when it was refused. */
  save(method: 'post' | 'patch' | 'put', path: string, body: object, who: Headers): Promise<Saved | undefined>
  admin: Headers
  customer: Headers
}

/** Fills a shop with these texts through the API, as people do: what it refuses is not in the shop, and that is well too. */
export async function fillWith(shop: TestShop, texts: string[]) {
  const accounts = accountsIn(shop)
  await allowPending(shop.shop)
  const counts = { values: 0, refused: 0 }
  const [owner, buyer] = [await accounts.hasAccount({ is_staff: true }), await accounts.hasAccount()]
  const as = async (username: string) => bearer((await accounts.login(username)).body.access)
  const filling: Filling = {
    shop,
    admin: await as(owner.username),
    customer: await as(buyer.username),
    async save(method, path, body, who) {
      const reply = await shop.anonymous[method](path, body, who)
      if (reply.status >= 500) throw new Error(reply.text)
      if (reply.status >= 400) counts.refused += 1
      else counts.values += Object.keys(body).length
      return reply.status < 300 ? (reply.body as Saved) : undefined
    },
  }
  const ids = { products: [], orders: [], users: [], claims: [], brands: [] } as Record<Kind, number[]>
  const add = (kind: Kind, saved: Saved | undefined) => {
    if (saved) ids[kind].push(saved.id)
    return saved
  }
  await filling.save('put', '/settings/', { address_delivery: true }, filling.admin)
  for (const [n, text] of texts.entries()) {
    const brand = add('brands', await addBrand(filling, text, n))
    const product = add('products', await addProduct(filling, text, n, brand?.id ?? null))
    if (!product) continue
    add('orders', await addOrder(filling, text, product))
    add('claims', await addClaim(filling, text))
    add('users', await addUser(filling, text, n))
    await addBanners(filling, text, ids.users.length < 5)
  }
  await setSettings(filling, texts)
  return { ...counts, ids, admin: owner.username, customer: buyer.username }
}

type Kind = 'products' | 'orders' | 'users' | 'claims' | 'brands'

function addBrand({ save, admin }: Filling, text: string, n: number): Promise<Saved | undefined> {
  const brand = { brand_name: `${n} ${text}`.slice(0, 100), description: text }
  return save('post', '/brands/', brand, admin)
}

function addProduct({ save, admin }: Filling, text: string, n: number, brand_id: number | null) {
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
  return save('post', '/products/', product, admin)
}

function addOrder({ save, customer }: Filling, text: string, product: Saved): Promise<Saved | undefined> {
  const order = {
    recipient_name: text.slice(0, 100),
    customer_phone: '1123456789',
    delivery_type: 'address',
    shipping_address: text,
    products: [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }],
  }
  return save('post', '/orders/', order, customer)
}

/** And what an admin writes under it. */
async function addClaim({ shop, save, admin, customer }: Filling, text: string): Promise<Saved | undefined> {
  const texts = {
    name: text.slice(0, 100),
    order_number: text.slice(0, 40),
    product_name: text.slice(0, 100),
    description: text,
    photo1: await insertPhoto(shop.shop.db),
  }
  const claim = await save('post', '/warranty-claims/', claimOf(texts), customer)
  const decision = {
    status: 'rejected',
    admin_response: text,
    resolution_details: text,
    admin_notes: text,
  }
  if (claim) await save('patch', `/warranty-claims/${claim.id}/`, decision, admin)
  return claim
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
  return save('post', '/auth/admin/create-user/', user, admin)
}

async function addBanners({ save, admin }: Filling, text: string, hasPlace: boolean): Promise<void> {
  const image_url = '/media/banner/x/1920.webp'
  if (hasPlace)
    await save('post', '/banners/', { title: text.slice(0, 100), image_url, url_to: '/productos' }, admin)
  // As links: none but the shop's own and https may be taken.
  const bad = await save('post', '/banners/', { title: 'x', image_url, url_to: text }, admin)
  if (bad && /^(?:java|data|vb)/i.test(text)) throw new Error(`A banner leads to ${text}`)
}

const SETTINGS = {
  tagline: 120,
  shop_name: 60,
  developer_credit: 120,
  about: 2_000,
  registration_text: 500,
  developer_url: 300,
  instagram_url: 300,
  gate_decline_url: 300,
}

/** The shop's own, and those of the customer's profile. */
async function setSettings({ save, admin, customer }: Filling, texts: string[]): Promise<void> {
  const text = (n: number, most: number) => (texts[n % texts.length] ?? '').slice(0, most)
  for (const [name, most] of Object.entries(SETTINGS))
    await save('put', '/settings/', { [name]: text(most, most) }, admin)
  const profile = { first_name: text(1, 100), last_name: text(2, 100), instagram: text(3, 60) }
  await save('put', '/auth/profile/', profile, customer)
}
