import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type Transaction } from 'kysely'
import sharp from 'sharp'
import { BannerInput } from '../src/contract/banners.ts'
import { BrandInput } from '../src/contract/catalog/brands.ts'
import { ProductInput } from '../src/contract/catalog/product-input.ts'
import { OrderRequest } from '../src/contract/orders/orders.ts'
import { ClaimRequest } from '../src/contract/warranty/warranty.ts'
import { DEMO_PASSWORD } from '../src/server/auth/auth.ts'
import { addBanner } from '../src/server/banners/banners.ts'
import { createBrand } from '../src/server/catalog/brands/brands.ts'
import { setLineage } from '../src/server/catalog/lineage/lineage.ts'
import { createProduct } from '../src/server/catalog/products/save-product.ts'
import { dayOf } from '../src/server/days.ts'
import type { Db } from '../src/server/db/connect.ts'
import type { Tables, UploadPreset } from '../src/server/db/tables.ts'
import { inTransaction } from '../src/server/db/transaction.ts'
import type { SessionUser } from '../src/server/http/caller.ts'
import { changeOrder } from '../src/server/orders/change/change-order.ts'
import { placeOrder } from '../src/server/orders/place/place-order.ts'
import { savePage } from '../src/server/legal/pages.ts'
import { saveSettings } from '../src/server/settings/settings.ts'
import { OperatorError } from '../src/server/operator/operator-error.ts'
import type { Shop } from '../src/server/shop.ts'
import { createAccount } from '../src/server/users/users.ts'
import { changeClaim } from '../src/server/warranty/change-claim.ts'
import { fileClaim } from '../src/server/warranty/file-claim.ts'
import { banners, brands, type DemoBlister, type DemoProduct, frontOf, products } from './catalogue.ts'
import { guide } from './guide.ts'
import { Desk } from './desk.ts'
import { addLots } from './lots.ts'
import { claims, type DemoClaim, type DemoOrder, manualOrders, orders, people } from './people.ts'
import { pages } from './pages.ts'
import { trophies } from './trophies.ts'

const DAY_MS = 86_400_000
/** The shop opened this many days ago; its products were added one after another since then. */
const OPENED = 150

/** Varieties whose parents the shop tells; some are sold here, too. */
const CROSSED = [
  'puna-violeta',
  'luz-mala',
  'arrope',
  'noche-de-esteros',
  'lapacho-rosa',
  'nordlys',
  'fjellrose',
]

const ABOUT =
  'Hace más de diez años que seleccionamos variedades de cannabis, planta por planta y cosecha tras cosecha. ' +
  'Somos un criadero argentino: cada semilla que entregamos sale de madres que conocemos, está probada por ' +
  'nosotros y tiene garantía de germinación.'

/**
 * Fills an empty shop with the demo by the real verbs, each on its own day before today, and the same every time. Returns
 * whether the shop is a demo shop; a shop with accounts of its own is left alone. An interrupted filling leaves nothing but
 * files, which the next one writes again. Throws `OperatorError` when it cannot be filled now.
 */
export async function fillDemoShop(shop: Shop): Promise<boolean> {
  if (await isDemo(shop)) return true
  if (!(await isEmpty(shop))) return false
  await shop.files.check().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`La tienda de demostración todavía no se puede llenar. ${why}`)
  })
  const drawn = await drawnPictures()
  const isFilled = await atOnce(shop, async (inside) => {
    // Two processes may start at once on one database: only one of them fills it.
    if (!(await takesFilling(inside)) || !(await isEmpty(inside))) return false
    await new Demo(inside, drawn).fill()
    // Mail about the demo's past must not be sent.
    await inside.db
      .updateTable('outbox')
      .set((row) => ({ sent_at: row.ref('created_at') }))
      .execute()
    await inside.db
      .insertInto('settings')
      .values({ key: 'demo', value: JSON.stringify('ready'), updated_at: inside.now() })
      .execute()
    return true
  })
  if (isFilled) await shop.database.vacuum()
  return isFilled
}

async function isDemo({ db, config }: Shop): Promise<boolean> {
  const mark = await db.selectFrom('settings').select('value').where('key', '=', 'demo').executeTakeFirst()
  if (!mark || mark.value === 'ready') return mark !== undefined
  // Left by an interrupted older version, which did not fill it in one transaction.
  const place = config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL'
  throw new OperatorError(
    `La tienda de demostración quedó a medias. Empezá de nuevo con otra base (${place} vacía).`,
  )
}

async function isEmpty({ db }: Shop): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Runs `work` in one transaction: the verbs' own transactions become parts of it. */
function atOnce<Result>(shop: Shop, work: (inside: Shop) => Promise<Result>): Promise<Result> {
  return inTransaction(shop.database, async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
    const part = { execute: <Part>(verb: (tx: Transaction<Tables>) => Promise<Part>) => verb(tx) }
    // safe: `inTransaction` only calls `execute`
    const db = Object.assign(tx, { transaction: () => part }) as unknown as Db
    return work({ ...shop, db, database: { ...shop.database, db } })
  })
}

async function takesFilling({ db }: Shop): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('demo')) as taken`.execute(db)
  return rows[0]?.taken === true
}

interface DrawnPicture {
  name: string
  width: number
  format: string
  file: string
}

const PICTURE_FOLDERS = ['pictures', '../src/web/public/pictures'].map((folder) =>
  path.join(import.meta.dirname, folder),
)

/** The files of `draw.ts`: `name-width.format` for the demo alone, `name/width.format` for pictures of the site itself. */
async function drawnPictures(): Promise<DrawnPicture[]> {
  const files = await Promise.all(
    PICTURE_FOLDERS.map(async (place) =>
      (await readdir(place, { recursive: true })).map((file) => [place, file] as const),
    ),
  )
  return files.flat().flatMap(([place, file]) => {
    const [, name, width, format] = /^(.+)[-/](\d+)\.(avif|webp)$/.exec(file) ?? []
    return name && format ? [{ name, width: Number(width), format, file: path.join(place, file) }] : []
  })
}

class Demo {
  readonly #shop: Shop
  readonly #today: number
  readonly #users = new Map<string, SessionUser>()
  /** By slug, each with the ids of its presentations by seed count. */
  readonly #products = new Map<string, { id: number; name: string; blisters: Map<number | string, number> }>()
  readonly #pictures: DrawnPicture[]

  constructor(shop: Shop, drawn: DrawnPicture[]) {
    this.#shop = shop
    this.#pictures = drawn
    this.#today = shop.now().getTime()
  }

  async fill(): Promise<void> {
    for (const person of people) await this.#addPerson(person)
    const admin = this.#person('admin')
    await saveSettings({
      shop: this.#shopAt(OPENED),
      user: admin,
      body: {
        shop_name: 'Surbrote',
        tagline: 'genéticas del sur',
        contact_email: 'hola@surbrote.example',
        orders_email: 'pedidos@surbrote.example',
        developer_credit: 'Desarrollado por Surbrote',
        claim_reply: '48-72 horas hábiles',
        warranty_days: 30,
        trophies,
        ...guide,
        share_picture: '/pictures/surbrote/1200.jpg',
        first_hour_over: true,
        max_pending_units: 0,
        pending_expiry_days: 0,
        sign_in_links: true,
        passkeys: true,
        about: ABOUT,
        registration_text: 'Criadero inscripto en el Instituto Nacional de Semillas (INASE).',
        whatsapp: '5491123456789',
        instagram_url: 'https://www.instagram.com/surbrote.example',
        youtube_url: 'https://www.youtube.com/@surbrote.example',
      },
    })
    await this.#addBrands(admin)
    for (const [index, product] of products.entries()) await this.#addProduct(product, index, admin)
    await this.#addLineage(admin)
    for (const banner of banners) await this.#addBanner(banner, admin)
    for (const page of pages) {
      const published = { ...page, is_published: true, is_accepted: true, version: 0 }
      await savePage({
        shop: this.#shopAt(OPENED),
        user: admin,
        params: { slug: page.slug },
        body: published,
      })
    }

    const placed: number[] = []
    for (const order of orders) placed.push(await this.#addOrder(order))
    const claimed: number[] = []
    for (const [index, claim] of claims.entries()) claimed.push(await this.#addClaim(claim, index, placed))
    for (const order of manualOrders)
      await this.#desk().add(
        this.#shopAt(order.ago),
        order,
        order.lines.map((line) => this.#item(line)),
      )
    const [shopAt, productOf] = [(ago: number) => this.#shopAt(ago), (slug: string) => this.#product(slug)]
    await addLots({ shopAt, admin, productOf, placed, claimed })
  }

  /** The shop with its clock set back; fractions of a day keep the entries of one day in order. */
  #shopAt(daysAgo: number): Shop {
    const at = new Date(this.#today - daysAgo * DAY_MS)
    return { ...this.#shop, now: () => at }
  }

  #person(username: string): SessionUser {
    const user = this.#users.get(username)
    if (!user) throw new Error(`The demo has nobody called ${username}`)
    return user
  }

  async #addPerson(person: (typeof people)[number]): Promise<void> {
    const user = await createAccount(this.#shopAt(person.joined), {
      username: person.username,
      email: person.email,
      password: DEMO_PASSWORD,
      first_name: person.first_name,
      last_name: person.last_name,
      instagram: person.instagram,
      phone: person.phone,
      is_staff: person.is_admin,
      is_superuser: person.is_admin,
      email_verified: person.email_verified,
      createdBy: null,
    })
    this.#users.set(person.username, {
      id: user.id,
      username: user.username,
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      isStaff: user.is_staff,
      isSuperuser: user.is_superuser,
      role: user.role,
      isAdmin: person.is_admin,
      sessionId: 'demo',
      provedAt: this.#shopAt(person.joined).now(),
    })
  }

  async #addBrands(admin: SessionUser): Promise<void> {
    for (const { logo, ...brand } of brands) {
      const image = await this.#putPicture('brand', logo)
      await createBrand({
        shop: this.#shopAt(OPENED),
        user: admin,
        body: BrandInput.parse({ ...brand, image }),
      })
    }
  }

  /** Where the genotype names both parents. */
  async #addLineage(admin: SessionUser): Promise<void> {
    for (const { slug, genotype } of products.filter((product) => CROSSED.includes(product.slug))) {
      const [mother = '', father = ''] = genotype.split(' × ')
      const sent = { mother, father, generation: 'F1' }
      await setLineage({
        shop: this.#shopAt(79),
        user: admin,
        params: { id: this.#product(slug).id },
        body: sent,
      })
    }
  }

  async #addProduct(product: DemoProduct, index: number, admin: SessionUser): Promise<void> {
    const { slug, images, blisters: presentations, ...fields } = product
    const front = async ({ seed_count }: DemoBlister) =>
      product.type === 'merch' ? null : this.#putPicture('product', frontOf(slug, seed_count))
    const [[image = null, image_2 = null, image_3 = null], fronts] = await Promise.all([
      Promise.all(images.map((name) => this.#putPicture('product', name))),
      Promise.all(presentations.slice(1).map(front)),
    ])
    const blisters = presentations.map((blister, i) => ({ ...blister, image: fronts[i - 1] ?? null }))
    // One every few days, so that the last of the list is the newest in the catalogue.
    const daysAgo = OPENED - 1 - (index * (OPENED - 80)) / products.length
    const input = ProductInput.parse({ ...fields, blisters, image, image_2, image_3 })
    const saved = await createProduct({ shop: this.#shopAt(daysAgo), user: admin, body: input })
    const ids = new Map(
      saved.blisters.map((blister) => [blister.size || blister.seed_count, blister.id] as const),
    )
    this.#products.set(slug, { id: saved.id, name: saved.name, blisters: ids })
  }

  async #addBanner(
    { desktop, mobile, ...banner }: (typeof banners)[number],
    admin: SessionUser,
  ): Promise<void> {
    const image_url = await this.#putPicture('banner', desktop)
    const mobile_image_url = await this.#putPicture('banner', mobile)
    const body = BannerInput.parse({ ...banner, image_url, mobile_image_url, is_active: true })
    await addBanner({ shop: this.#shopAt(30), user: admin, body })
  }

  async #addOrder(order: DemoOrder): Promise<number> {
    const customer = this.#person(order.by)
    const request = OrderRequest.parse({
      recipient_name: order.recipient,
      customer_phone: order.phone,
      delivery_type: 'coordinate',
      products: order.lines.map((line) => this.#item(line)),
    })
    const placed = await placeOrder({ shop: this.#shopAt(order.ago), user: customer, body: request })
    for (const mark of order.marks ?? []) {
      await this.#desk().note(this.#shopAt(order.ago - mark.after), placed, mark)
    }
    for (const step of order.steps) {
      const by = step.by === 'admin' ? this.#person('admin') : customer
      await changeOrder({
        shop: this.#shopAt(order.ago - step.after),
        user: by,
        params: { id: placed.id },
        body: { status: step.status },
      })
    }
    return placed.id
  }

  async #addClaim(claim: DemoClaim, index: number, placed: number[]): Promise<number> {
    const shop = this.#shopAt(claim.ago)
    const user = claim.by === null ? undefined : this.#person(claim.by)
    const photos = await Promise.all(
      claim.photos.map((name, photo) =>
        this.#putPicture('warranty', name, `demo-reclamo-${index + 1}-${photo + 1}`),
      ),
    )
    const order = claim.order === null ? undefined : placed[claim.order]
    const request = ClaimRequest.parse({
      purchase_type: order === undefined ? 'without-order' : 'with-order',
      order_id: order,
      product_id: order === undefined ? undefined : this.#product(claim.product).id,
      name: claim.name,
      email: claim.email,
      purchase_date: dayOf(new Date(this.#today - claim.purchased * DAY_MS)),
      germination_date: dayOf(shop.now()),
      product_name: order === undefined ? claim.product : undefined,
      description: claim.description,
      photo1: photos[0],
      photo2: photos[1],
      photo3: photos[2],
    })
    const filed = await fileClaim({ shop, user, body: request, files: [], address: 'demo' })
    for (const [step, { status, response, resolution, notes }] of claim.steps.entries()) {
      await changeClaim({
        shop: this.#shopAt(claim.ago - (step + 1) * 0.5),
        user: this.#person('admin'),
        params: { id: filed.id },
        body: {
          status,
          admin_response: response,
          resolution_details: resolution,
          admin_notes: notes,
        },
      })
    }
    return filed.id
  }

  #desk(): Desk {
    return new Desk(this.#person('admin'))
  }

  #item({ slug, kind, quantity }: DemoOrder['lines'][number]) {
    const product = this.#product(slug)
    return { product_id: product.id, blister_id: product.blisters.get(kind) ?? 0, quantity }
  }

  #product(slug: string): { id: number; name: string; blisters: Map<number | string, number> } {
    const product = this.#products.get(slug)
    if (!product) throw new Error(`The demo has no product ${slug}`)
    return product
  }

  /** Copies a picture into the file store as if it had been uploaded; returns its address. */
  async #putPicture(preset: UploadPreset, name: string, id = name): Promise<string> {
    const sizes = this.#pictures.filter((picture) => picture.name === name)
    const largest = sizes.toSorted((a, b) => b.width - a.width)[0]
    if (!largest) throw new Error(`The demo has no picture ${name}`)
    const { width } = largest
    const address = `/media/${preset}/${id}/${width}.webp`
    const known = await this.#shop.db
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (known) return address

    const written = await Promise.all(
      sizes.map(async ({ file, width, format }) => {
        const content = await readFile(file)
        await this.#shop.files.write(`${preset}/${id}/${width}.${format}`, content)
        return content.length
      }),
    )
    const bytes = written.reduce((sum, size) => sum + size, 0)
    const { height } = await sharp(largest.file).metadata()
    await this.#shop.db
      .insertInto('uploads')
      .values({ id, preset, width, height, bytes, created_at: this.#shop.now() })
      .execute()
    return address
  }
}
