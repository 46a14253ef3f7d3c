import type { Product } from '../../../contract/catalog/catalog.ts'
import { toCentavos } from '../../../contract/money.ts'
import type { Db } from '../../db/connect.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { Shop } from '../../shop.ts'
import { insertRun } from '../prices/price-queries.ts'
import * as queries from '../queries.ts'
import { paced } from '../../pace.ts'
import { pricedPresentation } from '../rules.ts'
import type { By } from '../products/save-blisters.ts'
import { createIn, updateIn } from '../products/save-product.ts'
import { lockMany } from '../products/save-queries.ts'
import { readSheet, type RowProblem, sheetHead, sheetRows } from './sheet-file.ts'
import { viewProduct } from '../view.ts'
import { group, type Plan, plan } from './sheet-plan.ts'

export interface ImportReport {
  /** The first ones; with any, nothing was saved. */
  problems: RowProblem[]
  problemCount: number
  /** Changes made, or to be made by a dry run. */
  changes: ProductChange[]
  unchanged: number
}

export interface ProductChange {
  name: string
  /** Null for a new product. */
  id: number | null
  /** 'Precio (3 semillas): $ 18.400 → $ 19.900' */
  facts: string[]
}

export async function* exportProducts(db: Db): AsyncGenerator<string> {
  yield sheetHead()
  for (let after = 0; ; ) {
    const rows = await queries.listAfter(db, after, 500)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield sheetRows(rows.map(viewProduct))
  }
}

interface Sheet {
  text: string
  /** Only reports. */
  dryRun: boolean
  /** The admin for the log. */
  userId?: number | null
  key?: string | undefined
}

/**
 * Saves the products, presentations and fields in a sheet, all or nothing. Everything else stays unchanged. A repeated
 * key saves nothing: new products would be added twice. A dry run opens no transaction, for which orders would wait.
 */
export async function importProducts(
  { database, now }: Pick<Shop, 'database' | 'now'>,
  { text, dryRun, userId = null, key }: Sheet,
): Promise<ImportReport> {
  const sheet = await readSheet(text)
  if (dryRun) return (await tryOut(database.db, sheet)).report
  const at = now()
  const keyed = { key, request: ['importProducts', text], at }
  return inTransaction(database, (tx) =>
    onceBy(tx, userId, keyed, async () => {
      const { report, changed, known } = await tryOut(tx, sheet, (ids) => lockMany(tx, ids))
      if (report.problemCount > 0) return report
      const by = { userId, at, bySheet: true } as const
      await save(tx, changed, { ...by, runId: await noteRun(tx, changed, known, by) })
      return report
    }),
  )
}

/** What the sheet would change now, or changes once its products are held by `lock`. */
async function tryOut(
  db: Db,
  sheet: Awaited<ReturnType<typeof readSheet>>,
  lock?: (ids: number[]) => Promise<unknown>,
) {
  // A copy, as a retried transaction adds to it again.
  const problems = sheet.problems.copy()
  const groups = group(sheet.rows, await queries.listIdentities(db), problems)
  const ids = groups.flatMap(({ id }) => id ?? [])
  await lock?.(ids)
  const known = await readKnown(db, ids)
  const brands = await db.selectFrom('brands').select(['id', 'name', 'is_national']).execute()
  const plans: Plan[] = []
  for await (const each of paced(groups))
    plans.push(plan(each, { now: each.id === undefined ? undefined : known.get(each.id), brands, problems }))
  const changed = plans.filter(({ facts }) => facts.length > 0)
  const report: ImportReport = {
    problems: problems.first(),
    problemCount: problems.count,
    changes: changed.map(({ id, name, facts }) => ({ id: id ?? null, name, facts })),
    unchanged: plans.length - changed.length,
  }
  return { report, changed, known }
}

/** Products of one statement. */
const AT_ONCE = 200

async function readKnown(db: Db, ids: number[]): Promise<Map<number, Product>> {
  const known = new Map<number, Product>()
  for (let from = 0; from < ids.length; from += AT_ONCE)
    for (const each of await queries.listByIds(db, ids.slice(from, from + AT_ONCE)))
      known.set(each.id, viewProduct(each))
  return known
}

/** The price run of a sheet, so that its prices can be undone together; undefined without price changes. */
async function noteRun(
  tx: Tx,
  plans: Plan[],
  known: Map<number, Product>,
  by: By,
): Promise<number | undefined> {
  const changes = plans.flatMap(({ id, input }) => {
    const stored = new Map(known.get(id ?? 0)?.blisters.map((blister) => [blister.id, blister]))
    return (input?.blisters ?? []).flatMap((sent) => {
      const { price, discount } = stored.get(sent.id ?? 0) ?? sent
      if (price === undefined || discount === undefined) return []
      if (price === sent.price && discount === sent.discount) return []
      return { from: { price: toCentavos(price), discount }, to: pricedPresentation(sent, 'fem') }
    })
  })
  return changes.length === 0 ? undefined : insertRun(tx, { kind: 'sheet', rule: {}, changes }, by)
}

async function save(tx: Tx, plans: Plan[], by: By): Promise<void> {
  for (const { id, input } of plans) {
    if (!input) continue
    if (id === undefined) await createIn(tx, input, by)
    else await updateIn(tx, id, input, by)
  }
}
