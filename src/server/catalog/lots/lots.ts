import {
  claimRate,
  harvestedOnError,
  isOnHold,
  LOT_CODE_TAKEN,
  LOT_NOT_FOUND,
  LOT_STALE,
  RECALLED_IN_USE,
  lotTestErrors,
} from '../../../contract/catalog/lot-rules.ts'
import type * as contract from '../../../contract/catalog/lots.ts'
import type { Lot, NewLot, NewLotTest } from '../../../contract/catalog/lots.ts'
import { testedSentence } from '../../../contract/catalog/tested-words.ts'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import { changesBetween, recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { dayOf } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { databaseProblem } from '../../db/errors.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { LotRow } from '../../db/tables.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { pageOf, pagingOf } from '../../http/paging.ts'
import { drawField } from '../tested/draw-field.ts'
import * as queries from './lot-queries.ts'
import { presentationNotFound } from '../stock/stock-list.ts'
import { moveStock } from '../stock/stock.ts'
import { moveUnits } from './lot-units.ts'
import { holdPresentations, spareOf } from './unit-queries.ts'
import { withhold } from './withhold.ts'

const PAGE_SIZE = 20

export async function listLots({ shop, query }: InputOf<typeof contract.listLots>) {
  const paging = pagingOf(query, PAGE_SIZE)
  const { pageSize: limit, offset } = paging
  const { rows, count } = await queries.listLots(shop.db, query, { limit, offset })
  const today = dayOf(shop.now())
  return pageOf('/lots/', query, paging, { results: rows.map((row) => viewLot(row, today)), count })
}

/** Throws 404. */
export async function getLot(db: Db, id: number, at: Date): Promise<Lot> {
  const row = await queries.findLot(db, id)
  if (!row) throw notFound(LOT_NOT_FOUND)
  return viewLot(row, dayOf(at))
}

function viewLot({ failed, delivered, ...row }: queries.ListedLot, today: string): Lot {
  const tests = row.tests.map(({ voided_at, ...test }) => ({
    ...test,
    voided_at: voided_at && new Date(voided_at).toISOString(),
  }))
  return {
    ...row,
    tests,
    is_expired: row.expires_on !== null && row.expires_on < today,
    claims: { failed, delivered, rate: claimRate({ failed, delivered }) },
  }
}

/**
 * Adds a lot, with the units and the test of a harvest. Throws `DUPLICATE`, `VALIDATION` by `lotTestErrors`, `CONFLICT` above
 * the highest stock, 404 for an unknown product or presentation.
 */
export function createLot({
  shop,
  user: { id: userId },
  body: lot,
  key,
}: InputOf<typeof contract.createLot>) {
  const at = shop.now()
  checkHarvest(lot, at)
  if (lot.test) checkTest(lot.test, at, 'test.')
  const keyed = { key, request: ['createLot', lot], at }
  return namingOnce(() =>
    inTransaction(shop.database, async (tx) => {
      const { id } = await onceBy(tx, userId, keyed, async () => {
        // Before the lot, as whatever moves its units does.
        const stock = await lockUnits(tx, lot)
        const made = await queries.insertLot(tx, lot, at)
        if (made === undefined) throw notFound(PRODUCT_NOT_FOUND)
        const cause = { reason: 'received', orderId: null, lotId: made, userId, at } as const
        const movements = lot.units.map(({ blister_id, units }) => ({ blister_id, change: units }))
        if (await moveStock(tx, movements, cause)) await publicChanged(tx, 'stock')
        if (lot.test) await queries.insertTest(tx, { lot_id: made, ...lot.test }, { userId, at })
        const changes = { ...changesBetween({}, factsOf(lot)), ...testFacts(lot.test), ...stock }
        await record(
          tx,
          { action: 'create', id: made, what: `Lote creado: ${lot.code}`, changes },
          { userId, at },
        )
        await publicChanged(tx)
        return { id: made }
      })
      return getLot(tx, id, at)
    }),
  )
}

/** Locks the presentations of a harvest; what it changes in their stock, for the log. Throws 404 for one of another product. */
async function lockUnits(
  tx: Tx,
  { product_id, units }: NewLot,
): Promise<Record<string, { before: number; after: number }>> {
  if (units.length === 0) return {}
  const stock = await queries.lockStockOf(
    tx,
    product_id,
    units.map(({ blister_id }) => blister_id),
  )
  const changes = units.map(({ blister_id, units: added }) => {
    const before = stock.get(blister_id)
    if (before === undefined) throw presentationNotFound()
    return [`blisters.${blister_id}.stock`, { before, after: before + added }] as const
  })
  return Object.fromEntries(changes)
}

function testFacts(test: NewLotTest | undefined): Record<string, unknown> {
  return test ? { tested_on: test.tested_on, sown: test.sown, germinated: test.germinated } : {}
}

/** Throws `STALE`, `DUPLICATE`, VALIDATION for a recalled lot in use. */
export function changeLot({
  shop,
  user: { id: userId },
  params: { id },
  body: { version, ...sent },
}: InputOf<typeof contract.changeLot>) {
  const at = shop.now()
  checkHarvest(sent, at)
  return namingOnce(() =>
    inTransaction(shop.database, async (tx) => {
      // Before the lot, as whatever moves its units does.
      const blisters = await queries.lockPresentationsOf(tx, id)
      const before = await queries.lockLot(tx, id)
      if (!before) throw notFound(LOT_NOT_FOUND)
      const { is_public = before.is_public, is_recalled = before.is_recalled } = sent
      const lot = { ...sent, is_public, is_recalled }
      if (is_recalled && lot.state === 'open') throw invalid({ state: [RECALLED_IN_USE] })
      const changes = changesBetween(factsOf(before), factsOf(lot))
      const isNoted = lot.note !== before.note || lot.public_note !== before.public_note
      if (Object.keys(changes).length === 0 && !isNoted) return getLot(tx, id, at)
      if (version !== before.version) throw new DomainError('STALE', LOT_STALE)
      await queries.updateLot(tx, id, lot)
      if (isOnHold(before) !== isOnHold(lot)) await withhold(tx, blisters, { userId, at })
      await record(tx, { action: 'update', id, what: `Lote cambiado: ${lot.code}`, changes }, { userId, at })
      await publicChanged(tx)
      return getLot(tx, id, at)
    }),
  )
}

function checkHarvest({ harvested_on }: Pick<NewLot, 'harvested_on'>, at: Date): void {
  const wrong = harvestedOnError(harvested_on, dayOf(at))
  if (wrong) throw invalid({ harvested_on: [wrong] })
}

/** Fields for the log, without free texts. */
function factsOf(lot: Partial<LotRow>): Record<string, unknown> {
  const { code, harvested_on, expires_on, state, is_public, is_recalled } = lot
  const known = { code, harvested_on, expires_on, state, is_public, is_recalled }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}

/** Translates a violation of the unique code. */
async function namingOnce<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (databaseProblem(error)?.constraint !== 'lots_code') throw error
    throw new DomainError('DUPLICATE', LOT_CODE_TAKEN, { errors: { code: [LOT_CODE_TAKEN] } })
  }
}

/**
 * Throws `CONFIRM` for more units than are without a lot: with `harvest`, what is missing is added to the stock first. Throws
 * `CONFLICT` for more than are left in the lot, or above the highest stock.
 */
export function moveLotUnits({
  shop,
  user: { id: userId },
  params: { id },
  body: { blister_id: blister, change, harvest },
  key,
}: InputOf<typeof contract.moveLotUnits>) {
  const at = shop.now()
  const keyed = { key, request: ['moveLotUnits', id, blister, change, harvest], at }
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, userId, keyed, async () => {
      if (harvest) await addMissing(tx, { blister, change }, { userId, at })
      const { code } = await moveUnits(tx, { lotId: id, blister, change }, { userId, at })
      await withhold(tx, [blister], { userId, at })
      const changes = { [`blisters.${blister}.lot_units`]: change }
      await record(tx, { action: 'update', id, what: `Unidades del lote ${code}`, changes }, { userId, at })
    })
    return getLot(tx, id, at)
  })
}

/** Adds to the stock what a lot is given beyond the units without one. */
async function addMissing(
  tx: Tx,
  { blister, change }: { blister: number; change: number },
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await holdPresentations(tx, [blister])
  const spare = (await spareOf(tx, blister))?.spare ?? 0
  if (change <= spare) return
  const cause = { reason: 'received', orderId: null, userId, at } as const
  if (await moveStock(tx, [{ blister_id: blister, change: change - spare }], cause))
    await publicChanged(tx, 'stock')
}

function checkTest(test: NewLotTest, at: Date, prefix = ''): void {
  const wrong = Object.entries(lotTestErrors(test, dayOf(at))).flatMap(([field, text]) =>
    text ? [[`${prefix}${field}`, [text]] as [string, string[]]] : [],
  )
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

/** Throws `VALIDATION` by `lotTestErrors`. */
export function addLotTest({
  shop,
  user: { id: userId },
  params: { id },
  body: test,
  key,
}: InputOf<typeof contract.addLotTest>) {
  const at = shop.now()
  checkTest(test, at)
  const keyed = { key, request: ['addLotTest', id, test], at }
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, userId, keyed, async () => {
      const lot = await queries.lockLot(tx, id)
      if (!lot) throw notFound(LOT_NOT_FOUND)
      await queries.insertTest(tx, { lot_id: id, ...test }, { userId, at })
      const what = `Prueba de germinación del lote ${lot.code}`
      await record(tx, { action: 'update', id, what, changes: testFacts(test) }, { userId, at })
      await publicChanged(tx)
    })
    return getLot(tx, id, at)
  })
}

/** Throws `CONFLICT` for a test that is voided already. */
export function voidLotTest({
  shop,
  user: { id: userId },
  params: { id, test },
}: InputOf<typeof contract.voidLotTest>) {
  const by = { userId, at: shop.now() }
  return inTransaction(shop.database, async (tx) => {
    const lot = await queries.lockLot(tx, id)
    if (!lot || !(await queries.isTest(tx, { lot: id, test }))) throw notFound('Prueba no encontrada')
    if (!(await queries.voidTest(tx, { lot: id, test }, by)))
      throw new DomainError('CONFLICT', 'La prueba ya estaba anulada')
    const what = `Prueba de germinación anulada del lote ${lot.code}`
    await record(tx, { action: 'update', id, what, changes: {} }, by)
    await publicChanged(tx)
    return getLot(tx, id, by.at)
  })
}

/** Throws 404 for a lot that is not public. */
export async function getPublicLot({ shop, params: { code } }: InputOf<typeof contract.getPublicLot>) {
  const lot = await queries.findPublicLot(shop.db, code)
  if (!lot) throw notFound(LOT_NOT_FOUND)
  const [newest] = lot.tests
  return { ...lot, drawn: newest ? drawField([{ ...lot, ...newest }], testedSentence(newest)) : '' }
}

interface Event {
  action: 'create' | 'update'
  id: number
  what: string
  changes: Record<string, unknown>
}

function record(
  tx: Tx,
  { action, id, what, changes }: Event,
  by: { userId: number; at: Date },
): Promise<void> {
  return recordActivity(tx, { action, entity: 'lot', entityId: id, description: what, changes, ...by })
}
