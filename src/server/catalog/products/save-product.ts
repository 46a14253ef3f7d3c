import { isDeepStrictEqual } from 'node:util'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import type * as contract from '../../../contract/catalog/catalog.ts'
import { AdminProduct } from '../../../contract/catalog/catalog.ts'
import { toPesos } from '../../../contract/money.ts'
import { sowingMonths } from '../../../contract/catalog/sowing.ts'
import {
  NOT_A_FLAG,
  type BlisterInput,
  type ProductFlags,
  type ProductInput,
  type ProductUpdate,
} from '../../../contract/catalog/product-input.ts'
import { BY_SHEET, changesBetween, recordActivity } from '../../activity/activity.ts'
import { type PublicChange, publicChanged } from '../../cache/public-change.ts'
import { onceBy } from '../../db/idempotency.ts'
import type { ProductRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { keepPictures } from '../../files/mark-used.ts'
import { type InputOf, NOBODY, type OwnInputOf } from '../../http/input.ts'
import type { Shop } from '../../shop.ts'
import { type ListedBlister, lockBlisters } from '../blister-queries.ts'
import { findOrigin, shareBrand } from '../brands/brand-queries.ts'
import { freePictures, getProduct } from '../catalog.ts'
import { isOnPublicLot } from '../lots/lot-queries.ts'
import * as rules from '../rules.ts'
import { blisterFacts, type By, noFacts, removeBlisters, saveBlisters } from './save-blisters.ts'
import * as queries from './save-queries.ts'

/**
 * Throws `VALIDATION` for an unknown brand or presentations that do not fit the type. `userId` is null for the shop
 * itself, `key` an `Idempotency-Key`.
 */
export async function createProduct({
  shop,
  user: { id: userId } = NOBODY,
  body: input,
  key,
}: OwnInputOf<typeof contract.createProduct>) {
  const at = shop.now()
  const keyed = { key, request: ['createProduct', input], at }
  const { id } = await inTransaction(shop.database, (tx) =>
    onceBy(tx, userId, keyed, async () => ({ id: await createIn(tx, input, { userId, at }) })),
  )
  return getProduct({ shop, audience: 'admin', params: { id } })
}

/** `createProduct` inside a transaction; returns the id. */
export async function createIn(tx: Tx, sent: ProductInput, { userId, at, bySheet }: By): Promise<number> {
  const input = { ...sent, blisters: rules.withSizes(sent.blisters, sent.type, []) }
  checkPresentations(input, [])
  const values = valuesOf(input, await getBrandOf(tx, input))
  const id = await queries.insertProduct(tx, { ...values, created_at: at })
  const saved = await saveBlisters(tx, { productId: id, input, current: [], userId, at })
  await keepPictures(tx, { preset: 'product', fields: picturesOf(input, saved), at })
  await recordActivity(tx, {
    at,
    action: 'create',
    entity: 'product',
    entityId: id,
    description: `Producto creado: ${input.name}`,
    userId,
    changes: {
      ...changesBetween({}, { ...filled(shown(values)), ...blisterFacts(saved) }),
      ...(bySheet && BY_SHEET),
    },
  })
  if (values.available) await publicChanged(tx)
  return id
}

/**
 * Saves a whole product; presentations that are not sent are removed with their stock. Throws `STALE` when it was
 * saved since `version`, `CONFLICT` when sales since then do not allow the change of stock, `VALIDATION` for a
 * presentation of another product.
 */
export async function updateProduct({
  shop,
  user: { id: userId } = NOBODY,
  params: { id },
  body: input,
}: OwnInputOf<typeof contract.updateProduct>) {
  const at = shop.now()
  await inTransaction(shop.database, (tx) => updateIn(tx, id, input, { userId, at }))
  return getProduct({ shop, audience: 'admin', params: { id } })
}

/** `updateProduct` inside a transaction. */
export async function updateIn(tx: Tx, id: number, sent: ProductUpdate, by: By): Promise<void> {
  const { userId, at, bySheet, runId } = by
  // Locks the brand before the product, as renaming a brand does.
  const brand = await getBrandOf(tx, sent)
  const { before, current } = await lockWhole(tx, id)
  if (sent.version !== undefined && sent.version !== before.version) throw stale()

  const is_national = await originOf(tx, sent.is_national, { before, brand })
  const input = {
    ...sent,
    ...rules.keptOf(sent, before),
    is_national,
    blisters: rules.withSizes(sent.blisters ?? current.map(asSent), sent.type, current),
  }
  checkPresentations(input, current)
  const values = valuesOf(input, brand)
  await queries.updateProduct(tx, id, values)
  const saved = await saveBlisters(tx, { productId: id, input, current, userId, at, runId })
  const shownBefore = Object.values(picturesOf(before, current))
  const pictures = picturesOf(input, saved)
  await keepPictures(tx, { preset: 'product', fields: pictures, at, before: shownBefore })
  await freePictures(tx, at, shownBefore, Object.values(pictures))
  const changes = changesBetween(
    { ...before, ...blisterFacts(current) },
    { ...shown(values), ...noFacts(current), ...blisterFacts(saved) },
  )
  if (Object.keys(changes).length === 0) return
  await recordActivity(tx, {
    at,
    action: 'update',
    entity: 'product',
    entityId: id,
    description: `Producto actualizado: ${input.name}`,
    userId,
    changes: { ...changes, ...(bySheet && BY_SHEET) },
  })
  const isShown = before.available || values.available || (await isOnPublicLot(tx, id))
  const seen = publicChangeOf(isShown, changes)
  if (seen) await publicChanged(tx, seen)
}

/** Switches flags. Raises the version, so that an older form is `STALE` instead of switching them back. */
export async function patchProduct({
  shop,
  user: { id: userId },
  params: { id },
  body: flags,
}: InputOf<typeof contract.patchProduct>) {
  const at = shop.now()
  await refuseOtherGoods(shop, id, flags)
  const given = {
    ...(flags.available !== undefined && { available: flags.available }),
    ...(flags.highlighted !== undefined && { highlighted: flags.highlighted }),
    ...(flags.limited_edition !== undefined && { limited_edition: flags.limited_edition }),
  }
  await inTransaction(shop.database, async (tx) => {
    const before = await queries.lockProduct(tx, id)
    if (!before) throw notFound(PRODUCT_NOT_FOUND)
    const changes = changesBetween({ ...before }, given)
    if (Object.keys(changes).length === 0) return
    await queries.updateProduct(tx, id, given)
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'product',
      entityId: id,
      description: `Producto actualizado: ${before.name}`,
      userId,
      changes,
    })
    const seen = publicChangeOf(before.available || given.available === true, changes)
    if (seen) await publicChanged(tx, seen)
  })
  return getProduct({ shop, audience: 'admin', params: { id } })
}

/** Prices and stock sent along with a switch must equal the stored ones. */
async function refuseOtherGoods(shop: Shop, id: number, sent: ProductFlags): Promise<void> {
  const asked = (['stock', 'blisters'] as const).filter((field) => sent[field] !== undefined)
  if (asked.length === 0) return
  const read = AdminProduct.parse(await getProduct({ shop, audience: 'admin', params: { id } }))
  const others = asked.filter((field) => !isDeepStrictEqual(sent[field], read[field]))
  if (others.length > 0) throw invalid(Object.fromEntries(others.map((field) => [field, [NOT_A_FLAG]])))
}

/** Marks a product and its presentations as deleted; orders keep what they copied. */
export async function deleteProduct({
  shop,
  user: { id: userId },
  params: { id },
}: InputOf<typeof contract.deleteProduct>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const { before, current } = await lockWhole(tx, id)
    await removeBlisters(tx, { removed: current, userId, at })
    await queries.markProductDeleted(tx, id, at)
    await freePictures(tx, at, Object.values(picturesOf(before, current)))
    await recordActivity(tx, {
      at,
      action: 'delete',
      entity: 'product',
      entityId: id,
      description: `Producto eliminado: ${before.name}`,
      userId,
      changes: changesBetween(
        { name: before.name, ...blisterFacts(current) },
        { name: null, ...noFacts(current) },
      ),
    })
    if (before.available) await publicChanged(tx)
  })
}

/**
 * Locks presentations before the product, as orders do. Reads them again afterwards, as an earlier save may have
 * added one.
 */
async function lockWhole(tx: Tx, id: number) {
  await lockBlisters(tx, id)
  const before = await queries.lockProduct(tx, id)
  if (!before) throw notFound(PRODUCT_NOT_FOUND)
  return { before, current: await lockBlisters(tx, id) }
}

const SEEN_BY_CUSTOMERS = /^blisters\.\d+\.(?:price|discount)$/

/** The kind of public change, by whether the product was and is shown; undefined if it is hidden. */
function publicChangeOf(isShown: boolean, changes: Record<string, unknown>): PublicChange | undefined {
  const fields = Object.keys(changes)
  if (!isShown || fields.length === 0) return undefined
  return fields.every((field) => SEEN_BY_CUSTOMERS.test(field)) ? 'private' : 'any'
}

// ---- The product row -------------------------------------------------------------------------------------------

/** A stored presentation in the form's shape. */
function asSent({ id, seed_count, price, discount, stock, image }: ListedBlister): BlisterInput {
  return { id, seed_count, price: toPesos(price), discount, stock, stock_loaded: stock, image }
}

function checkPresentations(input: ProductInput, current: { seed_count: number }[]): void {
  const errors = rules.presentationErrors(input) ?? rules.repeatedPresentations(input, current)
  if (errors) throw invalid(errors)
}

function stale(): DomainError {
  return new DomainError('STALE', 'Otra persona guardó este producto. Volvé a cargarlo para ver los cambios.')
}

/** An inherited origin sent back as it was read does not stay when the brand changes. */
async function originOf(
  tx: Tx,
  sent: boolean | null,
  { before, brand }: { before: ProductRow; brand: BrandOf },
): Promise<boolean | null> {
  if (before.is_national !== null || before.brand_id === (brand?.id ?? null)) return sent
  return sent === (await findOrigin(tx, before.brand_id)) ? null : sent
}

type BrandOf = Awaited<ReturnType<typeof getBrandOf>>

function valuesOf(input: ProductInput, brand: BrandOf): queries.ProductValues {
  const { blisters: _blisters, brand: _brand, version: _version, ...fields } = input
  return {
    ...fields,
    brand_id: brand?.id ?? null,
    // A value equal to the brand's is not stored, as forms send back the inherited one.
    is_national: input.is_national === (brand?.is_national ?? true) ? null : input.is_national,
    search_text: rules.searchText(input, brand?.name ?? ''),
    sow_months: sowingMonths(input.sowing) ?? [],
  }
}

async function getBrandOf(tx: Tx, { brand_id, brand: name }: Pick<ProductInput, 'brand_id' | 'brand'>) {
  const by = brand_id !== null ? { id: brand_id } : name ? { name } : undefined
  if (!by) return undefined
  const brand = await shareBrand(tx, by)
  if (!brand) throw invalid({ [brand_id === null ? 'brand' : 'brand_id']: ['La marca no existe'] })
  return brand
}

/** By field, as the form names them. */
function picturesOf(
  { image, image_2, image_3 }: Pick<ProductInput, 'image' | 'image_2' | 'image_3'>,
  blisters: { image: string | null }[],
): Record<string, string | null> {
  const ofBlisters = blisters.map((blister, row) => [`blisters.${row}.image`, blister.image] as const)
  return { image, image_2, image_3, ...Object.fromEntries(ofBlisters) }
}

/** The fields for the log, without computed ones. */
function shown(values: queries.ProductValues): Record<string, unknown> {
  const computed = ['search_text', 'sow_months']
  return Object.fromEntries(Object.entries(values).filter(([field]) => !computed.includes(field)))
}

function filled(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
