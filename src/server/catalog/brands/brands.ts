import { BRAND_NOT_FOUND } from '../../../contract/catalog/product-rules.ts'
import type * as contract from '../../../contract/catalog/brands.ts'
import type { BrandInput } from '../../../contract/catalog/brands.ts'
import { changesBetween, recordActivity } from '../../activity/activity.ts'
import { databaseProblem } from '../../db/errors.ts'
import { onceBy } from '../../db/idempotency.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import { keepPictures, pictureIdsLeft, releasePictures } from '../../files/mark-used.ts'
import type { InputOf } from '../../http/input.ts'
import * as queries from './brand-queries.ts'
import { renewSoon } from '../search/renew-search-texts.ts'
import { viewBrand } from '../view.ts'

const byName = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/** By name. Counts of products include hidden ones for admins only. */
export async function listBrands({
  shop,
  audience,
  query: { is_national: isNational },
}: InputOf<typeof contract.listBrands, 'audience'>) {
  const rows = await queries.listBrands(shop.db, { isNational, onlyAvailable: audience !== 'admin' })
  return rows.map(viewBrand).toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id)
}

export async function getBrand({
  shop,
  audience,
  params: { id },
}: InputOf<typeof contract.getBrand, 'audience'>) {
  const [row] = await queries.listBrands(shop.db, { id, onlyAvailable: audience !== 'admin' })
  if (!row) throw notFound(BRAND_NOT_FOUND)
  return viewBrand(row)
}

/** Throws `DUPLICATE` when another brand has the name. `key`: an `Idempotency-Key`. */
export async function createBrand({
  shop,
  user: { id: userId },
  body: sent,
  key,
}: InputOf<typeof contract.createBrand>) {
  const at = shop.now()
  const input = valuesOf(sent, EMPTY)
  const keyed = { key, request: ['createBrand', input], at }
  const { id } = await namingOnce(() =>
    inTransaction(shop.database, (tx) =>
      onceBy(tx, userId, keyed, async () => {
        const id = await queries.insertBrand(tx, { ...input, created_at: at })
        await keepPictures(tx, { preset: 'brand', fields: { image: input.image }, at })
        await recordActivity(tx, {
          at,
          action: 'create',
          entity: 'brand',
          entityId: id,
          description: `Marca creada: ${input.name}`,
          userId,
          changes: changesBetween({}, input),
        })
        await publicChanged(tx)
        return { id }
      }),
    ),
  )
  return getBrand({ shop, audience: 'admin', params: { id } })
}

/**
 * The search finds its products by the new name at once, or within seconds for thousands. Throws `DUPLICATE` when
 * another brand has the name, and `STALE` when another save followed the read `version`.
 */
export async function updateBrand({
  shop,
  user: { id: userId },
  params: { id },
  body: sent,
}: InputOf<typeof contract.updateBrand>) {
  const at = shop.now()
  await namingOnce(() =>
    inTransaction(shop.database, async (tx) => {
      const before = await queries.lockBrand(tx, id)
      if (!before) throw notFound(BRAND_NOT_FOUND)
      const { version } = sent
      const input = valuesOf(sent, before)
      const changes = changesBetween({ ...before }, input)
      if (Object.keys(changes).length === 0) return
      if (version !== undefined && version !== before.version) throw stale()
      const isRenamed = before.is_renamed || before.name !== input.name
      await queries.updateBrand(tx, id, { ...input, version: before.version + 1, is_renamed: isRenamed })
      await keepPictures(tx, { preset: 'brand', fields: { image: input.image }, at, before: [before.image] })
      await freeLogo(tx, { before: before.image, after: input.image, at })
      await recordActivity(tx, {
        at,
        action: 'update',
        entity: 'brand',
        entityId: id,
        description: `Marca actualizada: ${input.name}`,
        userId,
        changes,
      })
      await publicChanged(tx)
    }),
  )
  await renewSoon(shop, id)
  return getBrand({ shop, audience: 'admin', params: { id } })
}

const EMPTY = { name: '', description: '', image: null, is_national: true }

/** A client that changed only one of the two name fields means the changed one. */
function valuesOf({ otherName, name, ...sent }: BrandInput, stored: queries.BrandValues) {
  return {
    name: otherName !== undefined && name === stored.name ? otherName : name,
    description: sent.description ?? stored.description,
    image: sent.image === undefined ? stored.image : sent.image,
    is_national: sent.is_national ?? stored.is_national,
  }
}

/** Throws `IN_USE` while the brand has products. */
export async function deleteBrand({
  shop,
  user: { id: userId },
  params: { id },
}: InputOf<typeof contract.deleteBrand>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    // Locked, so that no product joins the brand after the count.
    const before = await queries.lockBrand(tx, id)
    if (!before) throw notFound(BRAND_NOT_FOUND)
    const count = await queries.countProductsOfBrand(tx, id)
    if (count > 0) throw inUse(count)
    await queries.deleteBrand(tx, id)
    await freeLogo(tx, { before: before.image, after: null, at })
    await recordActivity(tx, {
      at,
      action: 'delete',
      entity: 'brand',
      entityId: id,
      description: `Marca eliminada: ${before.name}`,
      userId,
      changes: changesBetween({ name: before.name }, { name: null }),
    })
    await publicChanged(tx)
  })
}

/** Releases a logo that no brand uses. */
async function freeLogo(
  tx: Tx,
  { before, after, at }: { before: string | null; after: string | null; at: Date },
): Promise<void> {
  const ids = await queries.unusedLogos(tx, pictureIdsLeft('brand', [before], [after]))
  await releasePictures(tx, { preset: 'brand', ids, at })
}

function inUse(count: number): DomainError {
  const products = count === 1 ? '1 producto' : `${count} productos`
  return new DomainError('IN_USE', `No se puede eliminar la marca: tiene ${products}`)
}

function stale(): DomainError {
  return new DomainError('STALE', 'Otra persona guardó esta marca. Volvé a abrirla y repetí el cambio.')
}

/** Translates a violation of the unique name. */
async function namingOnce<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (databaseProblem(error)?.constraint !== 'brands_name') throw error
    const text = 'Ya existe una marca con ese nombre'
    throw new DomainError('DUPLICATE', text, { errors: { name: [text], brand_name: [text] } })
  }
}
