import { NAME_LENGTH } from '../../contract/limits.ts'
import { ORDER_CANCELLED, ORDER_REQUIRED, PRODUCT_REQUIRED } from '../../contract/warranty/claim-rules.ts'
import type * as contract from '../../contract/warranty/warranty.ts'
import type { ClaimRequest } from '../../contract/warranty/warranty.ts'
import { recordActivity } from '../activity/activity.ts'
import { dayOf } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { onceForKey } from '../db/idempotency.ts'
import type { ClaimRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { invalid, notFound } from '../errors.ts'
import { markPicturesUsed, pictureId } from '../files/mark-used.ts'
import type { ReceivedFile } from '../files/receive-form.ts'
import { removeUnused, uploadPicture } from '../files/uploads.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { takeTurn, tryTurn } from '../limits/quota.ts'
import { callerOf, mayMailVisitor } from '../limits/visitors.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { claimMailToShop, claimReceivedMail } from '../mail/templates.ts'
import { findOwnOrder } from '../orders/orders.ts'
import { getSettings, shopAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { claimFor } from './claim-view.ts'
import * as queries from './queries.ts'
import { checkDays, filled, isOutOfWindow, photosOf } from './rules.ts'

/**
 * Files a claim of a customer, with or without an own order, or of a visitor. The claim belongs to the signed-in
 * account, whatever e-mail was typed. Photos are addresses of uploads, or files of the form. Refusals: 400 per field,
 * 404 for another customer's order, 429, and for files those of `uploadPicture`.
 */
export async function fileClaim({
  shop,
  user,
  body: request,
  key,
  files,
  address,
}: InputOf<typeof contract.fileClaim, 'files' | 'address'>) {
  // Checked first, as uploaded photos count against a quota even for a refused claim.
  if (files.length > 0) await factsOf(shop.db, user, request, shop.now())
  const uploaded = await uploadPhotos(shop, user, files, address)
  try {
    const id = await storeClaim(shop, user, request, { address, key, uploaded })
    return claimFor(shop, { isAdmin: user?.isAdmin ?? false }, await queries.getClaimRow(shop.db, id))
  } finally {
    // Removes the photos after a refusal or a repeated request.
    await removeUnused(
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

/** Sequential, so that each is counted. A failure removes the earlier ones. */
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
    await removeUnused(
      shop,
      uploaded.map(({ id }) => id),
    )
    throw error
  }
}

/** An `Idempotency-Key` stores the id instead of the response, whose signed addresses would have expired. */
function storeClaim(
  shop: Shop,
  user: SessionUser | undefined,
  request: ClaimRequest,
  { address, key, uploaded }: { address: string; key: string | undefined; uploaded: UploadedPhoto[] },
): Promise<number> {
  const at = shop.now()
  const photos = photosOf(request, shop.config.publicUrl, uploaded)
  const { subject, scope } = callerOf(shop, user, address)
  // Repeated forms upload the same files under new addresses.
  const sentFiles = uploaded.length === 0 ? [] : [uploaded.map(({ field, sha256 }) => [field, sha256])]
  const keyed = { scope, key, request: ['fileClaim', request, ...sentFiles], at }
  return inTransaction(shop.database, (tx) =>
    onceForKey(tx, keyed, async () => {
      // Only stored claims count: no refused nor repeated ones.
      await takeTurn(tx, shop, user ? 'claims' : 'visitorClaims', subject)
      return insertClaim(tx, shop, user, request, { photos, at })
    }),
  )
}

async function insertClaim(
  tx: Tx,
  shop: Shop,
  user: SessionUser | undefined,
  request: ClaimRequest,
  { photos, at }: { photos: (string | null)[]; at: Date },
): Promise<number> {
  const settings = await getSettings(tx)
  const today = dayOf(at)
  const facts = await factsOf(tx, user, request, at)
  const [photo1 = null, photo2 = null, photo3 = null] = await usePhotos(tx, user, photos, at)
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
  await tellShop(tx, shop, {
    claim: { id, ...facts, description: request.description },
    to: shopAddress(settings),
    at,
  })
  await announce(tx, shop, { id, facts, at, answeredIn: settings.claim_reply })
  return id
}

async function announce(
  tx: Tx,
  shop: Shop,
  { id, facts, at, answeredIn }: { id: number; facts: Facts; at: Date; answeredIn: string },
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
  if (facts.user_id === null && !(await mayMailVisitor(tx, shop, 'claim', facts.email))) {
    shop.log.warn({ claim: id }, 'no mail confirms this claim: too many today')
    return
  }
  const mail = claimReceivedMail(shop.config.publicUrl, { id, ...facts }, answeredIn)
  await enqueueMail(tx, { to: facts.email, userId: facts.user_id, claimId: id, ...mail, at })
}

/**
 * Mails the shop; replies go to the claimant. At most a hundred a day for visitors' claims; the panel shows the rest.
 */
async function tellShop(
  tx: Tx,
  shop: Shop,
  { claim, to, at }: { claim: Parameters<typeof claimMailToShop>[1]; to: string; at: Date },
): Promise<void> {
  if (to === '') return
  if (claim.user_id === null && (await tryTurn(tx, shop, 'claimMailsToShop', 'visitors')) !== undefined)
    return
  const mail = claimMailToShop(shop.config.publicUrl, claim)
  const about = { userId: claim.user_id, claimId: claim.id }
  await enqueueMail(tx, { to, replyTo: claim.email, ...about, ...mail, at })
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

/** A visitor's order number is stored as text, and neither links nor confirms an order. */
function factsOfVisitor(request: ClaimRequest): Facts {
  if (request.purchase_type === 'with-order') {
    throw invalid({ order_id: ['Para elegir un pedido, iniciá sesión'] })
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

/** The claimant and the purchase. Throws 400 per field, and 404 for another customer's order. */
async function factsOf(
  db: Db,
  user: SessionUser | undefined,
  request: ClaimRequest,
  now: Date,
): Promise<Facts> {
  const facts = user ? await factsOfAccount(db, user, request, now) : factsOfVisitor(request)
  checkDays({
    purchase: facts.purchase_date,
    germination: request.germination_date,
    today: dayOf(now),
  })
  return facts
}

async function factsOfAccount(db: Db, user: SessionUser, request: ClaimRequest, now: Date): Promise<Facts> {
  // Two names of 100 letters do not fit.
  const accountName = `${user.firstName} ${user.lastName}`.trim().slice(0, NAME_LENGTH)
  const own = { user_id: user.id, email: user.email }
  if (request.purchase_type === 'without-order') {
    const visitor = factsOfVisitor({
      ...request,
      name: request.name || accountName || 'Cliente',
      email: user.email,
    })
    return { ...visitor, ...own }
  }
  if (!request.order_id) throw invalid({ order_id: [ORDER_REQUIRED] })
  const order = await findOwnOrder(db, { userId: user.id, id: request.order_id, now })
  if (!order) throw notFound('Pedido no encontrado')
  if (order.status === 'cancelled') throw invalid({ order_id: [ORDER_CANCELLED] })
  const line = order.products.find(({ product_id }) => product_id === request.product_id)
  if (!line) throw invalid({ product_id: [PRODUCT_REQUIRED] })
  return {
    ...own,
    order_id: order.id,
    product_id: line.product_id,
    purchase_type: 'with-order',
    name: request.name || order.recipient_name || accountName || 'Cliente',
    order_number: String(order.id),
    // A long name with its size does not fit.
    product_name: line.product_name.slice(0, NAME_LENGTH),
    purchase_date: dayOf(new Date(order.created_at)),
  }
}

/** Marks the photos as used. Throws 400 for one that another claim uses or another account uploaded. */
async function usePhotos(
  tx: Tx,
  user: SessionUser | undefined,
  addresses: (string | null)[],
  at: Date,
): Promise<(string | null)[]> {
  const ids = addresses.map((address) => (address === null ? null : pictureId('warranty', address)))
  const used = await markPicturesUsed(tx, { preset: 'warranty', addresses, at, by: user?.id ?? null })
  ids.forEach((id, slot) => {
    const isFirst = ids.indexOf(id) === slot
    if (id !== null && !(id !== undefined && isFirst && used.includes(id))) {
      throw invalid({ [`photo${slot + 1}`]: ['La foto no está disponible: subila de nuevo'] })
    }
  })
  return ids.map((id) => id ?? null)
}
