import type { Db } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Shop } from '../shop.ts'
import { withBlisters } from './catalog.ts'
import * as queries from './queries.ts'
import { createIn, updateIn } from './save-product.ts'
import { lockMany } from './save-queries.ts'
import { readSheet, type RowProblem, sheetHead, sheetRows } from './sheet-file.ts'
import { group, type Plan, plan } from './sheet-plan.ts'

export interface ImportReport {
  /** The first ones; with any, nothing was saved. */
  problems: RowProblem[]
  /** The number of all problems. */
  problemCount: number
  /** What was changed, or would be in a dry run. */
  changes: ProductChange[]
  unchanged: number
}

export interface ProductChange {
  name: string
  /** Null for a new product. */
  id: number | null
  /** 'Precio (3 semillas): 18400 → 19900' */
  facts: string[]
}

/** The sheet of all products in pieces, to be written one after the other. */
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
 * Saves a sheet, all or nothing: the fields of products and presentations that it contains. Whatever it does not contain
 * stays unchanged. `dryRun` only reports.
 */
export function importProducts(
  shop: Pick<Shop, 'database' | 'now'>,
  { text, dryRun }: { text: string; dryRun: boolean },
): Promise<ImportReport> {
  const sheet = readSheet(text)
  return inTransaction(shop.database, async (tx) => {
    // A copy, as a repeated transaction adds to it again.
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

async function save(tx: Tx, plans: Plan[], at: Date): Promise<void> {
  const by = { userId: null, at }
  for (const { id, input } of plans) {
    if (!input) continue
    if (id === undefined) await createIn(tx, input, by)
    else await updateIn(tx, id, input, by)
  }
}
