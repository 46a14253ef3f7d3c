import type { BlisterInput, ProductInput } from '../../contract/product-input.ts'
import { toPesos } from '../../contract/money.ts'
import type { Db } from '../db/connect.ts'
import { DomainError, invalid } from '../errors.ts'
import * as queries from './blister-queries.ts'
import { type PricedPresentation, pricedPresentation, stockAfter } from './rules.ts'
import { insertMovements, type Movement } from './stock-queries.ts'

interface Saved extends PricedPresentation {
  id: number
  stock: number
}

export interface By {
  userId: number | null
  at: Date
}

/** Adds, changes and removes presentations so that they are what was sent; `current` is locked. */
export async function saveBlisters(
  tx: Db,
  {
    productId,
    input,
    current,
    ...by
  }: By & { productId: number; input: ProductInput; current: queries.ListedBlister[] },
): Promise<Saved[]> {
  const byId = new Map(current.map((blister) => [blister.id, blister]))
  const kept = new Set(input.blisters.flatMap(({ id }) => id ?? []))
  const saved: Saved[] = []
  for (const sent of input.blisters) {
    const priced = pricedPresentation(sent, input.type)
    if (sent.id === undefined) {
      saved.push(await addBlister(tx, { ...by, productId, values: { ...priced, stock: sent.stock } }))
      continue
    }
    const now = byId.get(sent.id)
    if (!now) throw invalid({ blisters: ['Una presentación no es de este producto o ya fue eliminada'] })
    saved.push(await changeBlister(tx, { ...by, now, sent, priced }))
  }
  await removeBlisters(tx, { ...by, removed: current.filter(({ id }) => !kept.has(id)) })
  return saved
}

async function addBlister(
  tx: Db,
  { productId, values, ...by }: By & { productId: number; values: Omit<Saved, 'id'> },
): Promise<Saved> {
  const id = await queries.insertBlister(tx, productId, values)
  await move(tx, 'initial', [{ blister_id: id, change: values.stock }], by)
  return { id, ...values }
}

async function changeBlister(
  tx: Db,
  {
    now,
    sent,
    priced,
    ...by
  }: By & { now: queries.ListedBlister; sent: BlisterInput; priced: PricedPresentation },
): Promise<Saved> {
  const stock = stockAfter(now.stock, sent)
  if (stock === undefined) {
    const name = `${now.seed_count} ${now.seed_count === 1 ? 'unidad' : 'semillas'}`
    throw new DomainError(
      'CONFLICT',
      `El stock cambió mientras se editaba: ahora quedan ${now.stock} de la presentación de ${name}. Volver a cargar el producto.`,
    )
  }
  const values = { ...priced, stock }
  await queries.updateBlister(tx, now.id, values)
  await move(tx, 'adjustment', [{ blister_id: now.id, change: stock - now.stock }], by)
  return { id: now.id, ...values }
}

/** Hides them, and takes what is left of their stock out through the ledger. */
export async function removeBlisters(
  tx: Db,
  { removed, ...by }: By & { removed: queries.ListedBlister[] },
): Promise<void> {
  await queries.markBlistersDeleted(
    tx,
    removed.map(({ id }) => id),
    by.at,
  )
  await move(
    tx,
    'adjustment',
    removed.map(({ id, stock }) => ({ blister_id: id, change: -stock })),
    by,
  )
}

function move(tx: Db, reason: 'initial' | 'adjustment', movements: Movement[], by: By): Promise<void> {
  return insertMovements(tx, movements, { reason, orderId: null, ...by })
}

const LOGGED = ['seed_count', 'price', 'discount', 'stock'] as const

/** `{ 'blisters.7.price': 18400 }`, money in pesos, so that the log shows before and after of each. */
export function blisterFacts(blisters: Saved[]): Record<string, number> {
  return Object.fromEntries(
    blisters.flatMap((blister) =>
      LOGGED.map((field) => [
        `blisters.${blister.id}.${field}`,
        field === 'price' ? toPesos(blister.price) : blister[field],
      ]),
    ),
  )
}

/** The same names without values: what is gone, or was not there. */
export function noFacts(blisters: Saved[]): Record<string, null> {
  return Object.fromEntries(Object.keys(blisterFacts(blisters)).map((name) => [name, null]))
}
