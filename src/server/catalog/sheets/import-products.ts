import type { Product } from '../../../contract/catalog/catalog.ts'
import { toCentavos } from '../../../contract/money.ts'
import type { Db } from '../../db/connect.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { Shop } from '../../shop.ts'
import { notFound } from '../../errors.ts'
import { insertRun } from '../prices/price-queries.ts'
import * as queries from '../queries.ts'
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

/** The sheet of all products in chunks. */
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

export interface Sheet {
  text: string
  /** Only reports. */
  dryRun: boolean
  /** The admin for the log: a user name, or the caller. */
  username?: string | undefined
  userId?: number | null
  key?: string | undefined
}

/**
 * Saves the products, presentations and fields in a sheet, all or nothing. Everything else stays unchanged. A repeated
 * key saves nothing: new products would be added twice.
 */
export function importProducts(
  shop: Pick<Shop, 'database' | 'now'>,
  { text, dryRun, username, userId: caller = null, key }: Sheet,
): Promise<ImportReport> {
  const sheet = readSheet(text)
  const at = shop.now()
  const keyed = { key: dryRun ? undefined : key, request: ['importProducts', text], at }
  return inTransaction(shop.database, async (tx) => {
    const userId = username === undefined ? caller : await getAdminId(tx, username)
    return onceBy(tx, userId, keyed, () => importIn(tx, sheet, { userId, at, dryRun }))
  })
}

async function importIn(
  tx: Tx,
  sheet: ReturnType<typeof readSheet>,
  { dryRun, ...who }: By & { dryRun: boolean },
): Promise<ImportReport> {
  // A copy, as a retried transaction adds to it again.
  const problems = sheet.problems.copy()
  const groups = group(sheet.rows, await queries.listIdentities(tx), problems)
  const ids = groups.flatMap(({ id }) => id ?? [])
  if (!dryRun) await lockMany(tx, ids)
  const known = new Map((await queries.listByIds(tx, ids)).map((each) => [each.id, viewProduct(each)]))
  const brands = await tx.selectFrom('brands').select(['id', 'name', 'is_national']).execute()
  const plans = groups.map((each) =>
    plan(each, { now: each.id === undefined ? undefined : known.get(each.id), brands, problems }),
  )
  const changed = plans.filter(({ facts }) => facts.length > 0)
  if (!dryRun && problems.count === 0) {
    const by = { ...who, bySheet: true } as const
    await save(tx, changed, { ...by, runId: await noteRun(tx, changed, known, by) })
  }
  return {
    problems: problems.first(),
    problemCount: problems.count,
    changes: changed.map(({ id, name, facts }) => ({ id: id ?? null, name, facts })),
    unchanged: plans.length - changed.length,
  }
}

async function getAdminId(tx: Tx, username: string): Promise<number> {
  const admin = await queries.findAdmin(tx, username)
  if (!admin) throw notFound(`No hay ningún administrador con el usuario ${username}.`)
  return admin.id
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
