import { ADMIN_PAGE_SIZE, MAX_ARRAY_LENGTH } from '../../contract/limits.ts'
import type { Page } from '../../contract/endpoint.ts'
import type { Claim, ClaimQuery, ClaimRequest } from '../../contract/warranty.ts'
import type { ClaimStatus } from '../../contract/warranty-status.ts'
import { recordActivity } from '../activity/activity.ts'
import { dayOf } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { onceForKey } from '../db/idempotency.ts'
import { perDay, perHour, takeTurn } from '../db/quota.ts'
import { inTransaction } from '../db/retry.ts'
import type { ClaimRow } from '../db/tables.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import { claimPictures, pictureId } from '../files/claim-pictures.ts'
import type { ReceivedFile } from '../files/receive-form.ts'
import { removeUnclaimed, uploadPicture } from '../files/uploads.ts'
import { visitorHash } from '../http/address.ts'
import type { SessionUser } from '../http/caller.ts'
import type { HttpFacts } from '../http/on.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { claimReceivedMail } from '../mail/templates.ts'
import { findOwnOrder } from '../orders/orders.ts'
import { getSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { claimView } from './claim-view.ts'
import * as queries from './queries.ts'
import { checkDays, filled, isOutOfWindow, photosOf } from './rules.ts'

/** Counted when a claim is really kept: neither refused ones nor repeated ones use them up. */
const VISITOR_CLAIMS = perHour(5)
const ACCOUNT_CLAIMS = perDay(10)

/**
 * Files a claim of somebody signed in, with an own order or without one, or of an anonymous visitor. Who files it is
 * told by the token, never by the e-mail typed. Photos are addresses of uploads, or files of the form. Refusals: 400 per
 * field, 404 for an order that is not one's own, 429, and for files those of `uploadPicture`.
 */
export async function fileClaim(
  shop: Shop,
  user: SessionUser | undefined,
  request: ClaimRequest,
  http: Pick<HttpFacts, 'address' | 'idempotencyKey'>,
  files: ReceivedFile[] = [],
): Promise<Claim> {
  // Photos count as soon as they are taken in: what is refused anyway must not use them up.
  if (files.length > 0) await factsOf(shop.db, user, request, dayOf(shop.now()))
  const uploaded = await uploadPhotos(shop, user, files, http.address)
  try {
    const id = await keepClaim(shop, user, request, { ...http, uploaded })
    return claimView(shop, await queries.getClaimRow(shop.db, id))
  } finally {
    // Of a claim that was refused, or that was there already.
    await removeUnclaimed(
      shop,
      uploaded.map(({ id }) => id),
    )
  }
}

interface UploadedPhoto {
  id: string
  field: string
  address: string
  sha256: string
}

/** One after the other, as they count one after the other. What an earlier one left is removed when a later one fails. */
async function uploadPhotos(
  shop: Shop,
  user: SessionUser | undefined,
  files: ReceivedFile[],
  address: string,
): Promise<UploadedPhoto[]> {
  const uploaded: UploadedPhoto[] = []
  try {
    for (const file of files) {
      const { id, secure_url } = await uploadPicture(shop, { preset: 'warranty', file }, { user, address })
      uploaded.push({ id, field: file.field, address: secure_url, sha256: file.sha256 })
    }
    return uploaded
  } catch (error) {
    await removeUnclaimed(
      shop,
      uploaded.map(({ id }) => id),
    )
    throw error
  }
}

/** The id is kept for a key, not the answer: its signed addresses would be long over when it is asked for again. */
function keepClaim(
  shop: Shop,
  user: SessionUser | undefined,
  request: ClaimRequest,
  {
    address,
    idempotencyKey,
    uploaded,
  }: Pick<HttpFacts, 'address' | 'idempotencyKey'> & { uploaded: UploadedPhoto[] },
): Promise<number> {
  const at = shop.now()
  const photos = photosOf(request, shop.config.publicUrl, uploaded)
  const visitor = visitorHash(shop.secret, address).toString('base64url')
  const scope = user ? `user:${user.id}` : `visitor:${visitor}`
  // A form that is sent again has the same files, whatever they are called here.
  const sentFiles = uploaded.length === 0 ? [] : [uploaded.map(({ field, sha256 }) => [field, sha256])]
  const keyed = { scope, key: idempotencyKey, request: ['fileClaim', request, ...sentFiles], at }
  return inTransaction(shop.db, (tx) =>
    onceForKey(tx, keyed, async () => {
      await takeTurn(tx, shop, {
        name: 'claims',
        subject: user?.id ?? visitor,
        quota: user ? ACCOUNT_CLAIMS : VISITOR_CLAIMS,
      })
      const settings = await getSettings(tx)
      const today = dayOf(at)
      const facts = await factsOf(tx, user, request, today)
      const [photo1 = null, photo2 = null, photo3 = null] = await claimPhotos(tx, user, photos, at)
      const id = await queries.insertClaim(tx, {
        ...facts,
        germination_date: request.germination_date,
        description: request.description,
        photo1,
        photo2,
        photo3,
        out_of_window: isOutOfWindow({ purchase: facts.purchase_date, today, days: settings.warranty_days }),
        created_at: at,
        updated_at: at,
      })
      await announce(tx, shop, { id, facts, settings, at })
      return id
    }),
  )
}

async function announce(
  tx: Db,
  shop: Shop,
  { id, facts, settings, at }: { id: number; facts: Facts; settings: Settings; at: Date },
): Promise<void> {
  await recordActivity(tx, {
    at,
    action: 'create',
    entity: 'warranty_claim',
    entityId: id,
    description: `Reclamo de garantía #${id} recibido`,
    userId: facts.user_id,
    changes: { purchase_type: facts.purchase_type, order_id: facts.order_id },
  })
  const sender = { shopName: settings.shop_name, publicUrl: shop.config.publicUrl }
  const mail = claimReceivedMail(sender, { id, name: facts.name, productName: facts.product_name })
  await enqueueMail(tx, { to: facts.email, ...mail, at })
}

type Facts = Pick<
  ClaimRow,
  | 'user_id'
  | 'order_id'
  | 'product_id'
  | 'purchase_type'
  | 'name'
  | 'email'
  | 'order_number'
  | 'product_name'
  | 'purchase_date'
>

/** An order number that a visitor types neither links nor confirms an order. */
function factsOfVisitor(request: ClaimRequest): Facts {
  if (request.purchase_type === 'with-order') {
    throw invalid({ order_id: ['Para elegir un pedido hay que iniciar sesión'] })
  }
  return {
    user_id: null,
    order_id: null,
    product_id: null,
    purchase_type: 'without-order',
    name: filled(request.name, 'name'),
    email: filled(request.email, 'email'),
    order_number: request.order_number ?? '',
    product_name: filled(request.product_name, 'product_name'),
    purchase_date: filled(request.purchase_date, 'purchase_date'),
  }
}

/** Who claims for what. Throws 400 per field, and 404 for an order that is not one's own. */
async function factsOf(
  db: Db,
  user: SessionUser | undefined,
  request: ClaimRequest,
  today: string,
): Promise<Facts> {
  const facts = user ? await factsOfAccount(db, user, request) : factsOfVisitor(request)
  checkDays({ purchase: facts.purchase_date, germination: request.germination_date, today })
  return facts
}

async function factsOfAccount(tx: Db, user: SessionUser, request: ClaimRequest): Promise<Facts> {
  const accountName = `${user.firstName} ${user.lastName}`.trim()
  const own = { user_id: user.id, email: user.email }
  if (request.purchase_type === 'without-order') {
    const visitor = factsOfVisitor({
      ...request,
      name: request.name || accountName || 'Cliente',
      email: user.email,
    })
    return { ...visitor, ...own }
  }
  if (!request.order_id) throw invalid({ order_id: ['Por favor selecciona una orden'] })
  const order = await findOwnOrder(tx, user.id, request.order_id)
  if (!order) throw notFound('Pedido no encontrado')
  if (order.status === 'cancelled') throw invalid({ order_id: ['El pedido está cancelado'] })
  const line = order.products.find(({ product_id }) => product_id === request.product_id)
  if (!line) throw invalid({ product_id: ['Por favor selecciona un producto'] })
  return {
    ...own,
    order_id: order.id,
    product_id: line.product_id,
    purchase_type: 'with-order',
    name: request.name || order.recipient_name || accountName || 'Cliente',
    order_number: String(order.id),
    product_name: line.product_name,
    purchase_date: dayOf(new Date(order.created_at)),
  }
}

/** Each upload serves one claim: whoever comes second, or names a stranger's address, is refused. */
async function claimPhotos(
  tx: Db,
  user: SessionUser | undefined,
  addresses: (string | null)[],
  at: Date,
): Promise<(string | null)[]> {
  const ids = addresses.map((address) => (address === null ? null : pictureId('warranty', address)))
  const claimed = await claimPictures(tx, { preset: 'warranty', addresses, at, by: user?.id ?? null })
  ids.forEach((id, slot) => {
    const isFirst = ids.indexOf(id) === slot
    if (id !== null && !(id !== undefined && isFirst && claimed.includes(id))) {
      throw invalid({ [`photo${slot + 1}`]: ['La foto no está disponible: subirla de nuevo'] })
    }
  })
  return ids.map((id) => id ?? null)
}

/** Own claims, or all of them for admins: a page when one was asked for, else an array of at most 100. */
export async function listClaims(
  shop: Shop,
  user: SessionUser,
  query: ClaimQuery,
): Promise<Page<Claim> | Claim[]> {
  const own = query.user === 'current'
  if (!own && !user.isAdmin) {
    throw new DomainError('FORBIDDEN', 'No tienes permisos para ver las solicitudes de garantía')
  }
  const filter = { userId: own ? user.id : undefined, status: query.status, search: query.search }
  if (query.page === undefined && query.page_size === undefined) {
    const rows = await queries.listClaimRows(shop.db, filter, { limit: MAX_ARRAY_LENGTH, offset: 0 })
    return rows.map((row) => claimView(shop, row))
  }
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const rows = await queries.listClaimRows(shop.db, filter, { limit: paging.pageSize, offset: paging.offset })
  const count = await queries.countClaims(shop.db, filter)
  return pageOf('/warranty-claims/', query, paging, {
    results: rows.map((row) => claimView(shop, row)),
    count,
  })
}

/** What the filter and the navigation of the back office say. */
export async function countClaimsByStatus(shop: Shop): Promise<Record<ClaimStatus, number>> {
  const counts = { pending: 0, reviewing: 0, approved: 0, rejected: 0, resolved: 0 }
  for (const { status, count } of await queries.countByStatus(shop.db)) counts[status] = count
  return counts
}

/** The own claim, or any for admins. A foreign one is as unknown as one that never was. */
export async function getClaim(shop: Shop, user: SessionUser, id: number): Promise<Claim> {
  const claim = await queries.findClaimRow(shop.db, id)
  if (!claim || !(user.isAdmin || claim.user_id === user.id)) throw notFound('Reclamo no encontrado')
  return claimView(shop, claim)
}

/** For the removal of an account: claims stay without saying whose they were. Call it before the row of the user goes. */
export function forgetClaimants(tx: Db, userId: number): Promise<void> {
  return queries.forgetClaimants(tx, userId)
}
