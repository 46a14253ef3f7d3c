import type { BlisterInput, ProductInput } from '../../../contract/catalog/product-input.ts'
import { toPesos } from '../../../contract/money.ts'
import type { Tx } from '../../db/transaction.ts'
import { DomainError, invalid } from '../../errors.ts'
import * as queries from '../blister-queries.ts'
import { presentationWords, pricedPresentation, stockAfter } from '../rules.ts'
import { setPrices } from '../prices/set-prices.ts'
import { moveStock } from '../stock/stock.ts'

interface Saved extends queries.BlisterValues {
  id: number
  stock: number
}

export interface By {
  userId: number | null
  at: Date
  /** Marks the change in the log as a sheet import. */
  bySheet?: true
  /** The price run for the price history. */
  runId?: number | undefined
}

/** Adds, changes and removes presentations to match `input`; `current` must be locked. */
export async function saveBlisters(
  tx: Tx,
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
    const now = sent.id === undefined ? undefined : byId.get(sent.id)
    const image = sent.image === undefined ? (now?.image ?? null) : sent.image
    const values = { ...pricedPresentation(sent, input.type), image }
    if (sent.id === undefined) {
      saved.push(await addBlister(tx, { ...by, productId, values, stock: sent.stock }))
      continue
    }
    if (!now) throw invalid({ blisters: ['Una presentación no es de este producto o ya fue eliminada'] })
    saved.push(await changeBlister(tx, { ...by, now, sent, values }))
  }
  const prices = saved.map((to) => ({ blister_id: to.id, from: byId.get(to.id) ?? null, to }))
  await setPrices(tx, prices, by)
  await removeBlisters(tx, { ...by, removed: current.filter(({ id }) => !kept.has(id)) })
  return saved
}

async function addBlister(
  tx: Tx,
  {
    productId,
    values,
    stock,
    ...by
  }: By & { productId: number; values: queries.BlisterValues; stock: number },
): Promise<Saved> {
  const id = await queries.insertBlister(tx, productId, values)
  await moveStock(tx, [{ blister_id: id, change: stock }], { reason: 'initial', orderId: null, ...by })
  return { id, ...values, stock }
}

async function changeBlister(
  tx: Tx,
  {
    now,
    sent,
    values,
    ...by
  }: By & { now: queries.ListedBlister; sent: BlisterInput; values: queries.BlisterValues },
): Promise<Saved> {
  const stock = stockAfter(now.stock, sent)
  if (stock === undefined) {
    throw new DomainError(
      'CONFLICT',
      `El stock cambió mientras se editaba: ahora quedan ${now.stock} de la presentación de ${presentationWords(now)}. Volvé a cargar el producto.`,
    )
  }
  await queries.updateBlister(tx, now.id, values)
  await moveStock(tx, [{ blister_id: now.id, change: stock - now.stock }], adjustment(by))
  return { id: now.id, ...values, stock }
}

/** Removes presentations, and their remaining stock through the ledger. */
export async function removeBlisters(
  tx: Tx,
  { removed, ...by }: By & { removed: queries.ListedBlister[] },
): Promise<void> {
  const left = removed.map(({ id, stock, withheld }) => ({ blister_id: id, change: -stock - withheld }))
  await moveStock(tx, left, adjustment(by))
  await queries.markBlistersDeleted(
    tx,
    removed.map(({ id }) => id),
    by.at,
  )
}

const adjustment = (by: By) => ({ reason: 'adjustment', orderId: null, ...by }) as const

const LOGGED = ['seed_count', 'size', 'price', 'discount', 'stock', 'image'] as const

/** `{ 'blisters.7.price': 18400 }`, money in pesos, for the log. */
export function blisterFacts(blisters: Saved[]): Record<string, number | string | null> {
  return Object.fromEntries(
    blisters.flatMap((blister) =>
      LOGGED.map((field) => [`blisters.${blister.id}.${field}`, valueOf(blister, field)]),
    ),
  )
}

function valueOf(blister: Saved, field: (typeof LOGGED)[number]): number | string | null {
  if (field === 'price') return toPesos(blister.price)
  return field === 'size' ? blister.size || null : blister[field]
}

/** The same keys with null, for presentations that were removed or are new. */
export function noFacts(blisters: Saved[]): Record<string, null> {
  return Object.fromEntries(Object.keys(blisterFacts(blisters)).map((name) => [name, null]))
}
