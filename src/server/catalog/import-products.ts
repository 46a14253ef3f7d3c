import type { Product } from '../../contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/retry.ts'
import type { Shop } from '../shop.ts'
import { listBlisters } from './blister-queries.ts'
import * as queries from './queries.ts'
import { createIn, updateIn } from './save-product.ts'
import { lockMany } from './save-queries.ts'
import { readSheet, type RowProblem, sheetHead, sheetRows } from './sheet-file.ts'
import { group, type Plan, plan } from './sheet-plan.ts'
import { viewProducts } from './view.ts'

export interface ImportReport {
  /** The first of them; with any, nothing was saved. */
  problems: RowProblem[]
  /** How many there are in all. */
  problemCount: number
  /** What was changed, or would be. */
  changes: ProductChange[]
  unchanged: number
}

export interface ProductChange {
  name: string
  /** Null for a new one. */
  id: number | null
  /** 'Precio (3 semillas): 18400 → 19900' */
  facts: string[]
}

/** Pages of the sheet of all products, to be written one after another. */
export async function* exportProducts(db: Db): AsyncGenerator<string> {
  yield sheetHead()
  for (let after = 0; ; ) {
    const rows = await queries.listAfter(db, after, 500)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield sheetRows(await withBlisters(db, rows))
  }
}

/**
 * Saves a sheet, all of it or nothing: what the rows say of a product and its presentations, and nothing else. What is
 * not in the sheet stays as it is; nothing is removed. `dryRun` only says what would happen.
 */
export function importProducts(
  shop: Pick<Shop, 'db' | 'now'>,
  { text, dryRun }: { text: string; dryRun: boolean },
): Promise<ImportReport> {
  const sheet = readSheet(text)
  return inTransaction(shop.db, async (tx) => {
    // A transaction that is repeated finds the rest of them again.
    const problems = sheet.problems.copy()
    const groups = group(sheet.rows, await queries.listIdentities(tx), problems)
    const ids = groups.flatMap(({ id }) => id ?? [])
    if (!dryRun) await lockMany(tx, ids)
    const known = new Map(
      (await withBlisters(tx, await queries.listByIds(tx, ids))).map((each) => [each.id, each]),
    )
    const brands = await tx.selectFrom('brands').select(['id', 'name']).execute()
    const plans = groups.map((each) =>
      plan(each, { now: each.id === undefined ? undefined : known.get(each.id), brands, problems }),
    )
    const changed = plans.filter(({ facts }) => facts.length > 0)
    if (!dryRun && problems.count === 0) await save(tx, changed, shop.now())
    return {
      problems: problems.first(),
      problemCount: problems.count,
      changes: changed.map(({ id, name, facts }) => ({ id: id ?? null, name, facts })),
      unchanged: plans.length - changed.length,
    }
  })
}

async function save(tx: Db, plans: Plan[], at: Date): Promise<void> {
  const by = { userId: null, at }
  for (const { id, input } of plans) {
    if (!input) continue
    if (id === undefined) await createIn(tx, input, by)
    else await updateIn(tx, id, input, by)
  }
}

async function withBlisters(db: Db, rows: queries.ListedProduct[]): Promise<Product[]> {
  const blisters = await listBlisters(
    db,
    rows.map(({ id }) => id),
  )
  return viewProducts(rows, blisters)
}
