import type { Brand, BrandInput } from '../../contract/brands.ts'
import type { Audience } from '../../contract/endpoint.ts'
import { changesBetween, recordActivity } from '../activity/activity.ts'
import type { Db } from '../db/connect.ts'
import { databaseProblem } from '../db/errors.ts'
import { publicChanged } from '../db/public-change.ts'
import { inTransaction } from '../db/retry.ts'
import { DomainError, notFound } from '../errors.ts'
import { claimPictures, pictureIdsLeft, releasePictures } from '../files/claim-pictures.ts'
import type { Shop } from '../shop.ts'
import * as queries from './brand-queries.ts'
import { searchText } from './rules.ts'
import { viewBrand } from './view.ts'

const NO_BRAND = 'Marca no encontrada'
const byName = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/** By name. Products that only admins see are not counted for others. */
export async function listBrands(
  shop: Shop,
  isNational: boolean | undefined,
  audience: Audience,
): Promise<Brand[]> {
  const rows = await queries.listBrands(shop.db, { isNational, onlyAvailable: audience !== 'admin' })
  return rows.map(viewBrand).toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id)
}

export async function getBrand(shop: Shop, id: number, audience: Audience): Promise<Brand> {
  const [row] = await queries.listBrands(shop.db, { id, onlyAvailable: audience !== 'admin' })
  if (!row) throw notFound(NO_BRAND)
  return viewBrand(row)
}

/** Throws `DUPLICATE` when another brand has the name. */
export async function createBrand(shop: Shop, sent: BrandInput, userId: number | null): Promise<Brand> {
  const at = shop.now()
  const input = valuesOf(sent)
  const id = await namingOnce(() =>
    inTransaction(shop.db, async (tx) => {
      const id = await queries.insertBrand(tx, { ...input, created_at: at })
      await claimPictures(tx, { preset: 'brand', addresses: [input.image], at })
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
      return id
    }),
  )
  return getBrand(shop, id, 'admin')
}

/** A new name is found by searches at once. Throws `DUPLICATE` when another brand has it. */
export async function updateBrand(
  shop: Shop,
  id: number,
  sent: BrandInput,
  userId: number | null,
): Promise<Brand> {
  const at = shop.now()
  await namingOnce(() =>
    inTransaction(shop.db, async (tx) => {
      const before = await queries.lockBrand(tx, id)
      if (!before) throw notFound(NO_BRAND)
      const input = valuesOf(sent, before.name)
      await queries.updateBrand(tx, id, input)
      if (before.name !== input.name) {
        const products = await queries.listProductsOfBrand(tx, id)
        const texts = products.map((product) => ({ id: product.id, text: searchText(product, input.name) }))
        await queries.updateSearchTexts(tx, id, texts)
      }
      await claimPictures(tx, { preset: 'brand', addresses: [input.image], at })
      await letGo(tx, { before: before.image, after: input.image, at })
      await recordActivity(tx, {
        at,
        action: 'update',
        entity: 'brand',
        entityId: id,
        description: `Marca actualizada: ${input.name}`,
        userId,
        changes: changesBetween({ ...before }, input),
      })
      await publicChanged(tx)
    }),
  )
  return getBrand(shop, id, 'admin')
}

/** Of a brand that was read and is sent back with another name in one of its two fields, that one counts. */
function valuesOf({ otherName, ...values }: BrandInput, storedName?: string) {
  return otherName !== undefined && values.name === storedName ? { ...values, name: otherName } : values
}

/** Throws `IN_USE` while the brand has products. */
export async function deleteBrand(shop: Shop, id: number, userId: number | null): Promise<void> {
  const at = shop.now()
  await inTransaction(shop.db, async (tx) => {
    // Held, so that no product can get the brand between the count and the end.
    const before = await queries.lockBrand(tx, id)
    if (!before) throw notFound(NO_BRAND)
    const count = await queries.countProductsOfBrand(tx, id)
    if (count > 0) throw inUse(count)
    await queries.deleteBrand(tx, id)
    await letGo(tx, { before: before.image, after: null, at })
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

/** Frees a logo that no brand shows any longer. */
async function letGo(
  tx: Db,
  { before, after, at }: { before: string | null; after: string | null; at: Date },
): Promise<void> {
  const ids = await queries.unusedLogos(tx, pictureIdsLeft('brand', [before], [after]))
  await releasePictures(tx, { preset: 'brand', ids, at })
}

function inUse(count: number): DomainError {
  const products = count === 1 ? '1 producto' : `${count} productos`
  return new DomainError('IN_USE', `No se puede eliminar la marca: tiene ${products}`)
}

async function namingOnce<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (databaseProblem(error)?.constraint !== 'brands_name') throw error
    const text = 'Ya existe una marca con ese nombre'
    throw new DomainError('DUPLICATE', text, { errors: { name: [text], brand_name: [text] } })
  }
}
