import Papa from 'papaparse'
import type { Measure, ReportBasis, ReportKind } from '../../../src/contract/reports/report-rules.ts'
import { isMoney, measuresOf } from '../../../src/contract/reports/report-rules.ts'
import { toCentavos } from '../../../src/contract/money.ts'
import { downloadReport, getReport } from '../../../src/server/reports/reports.ts'
import type { Shop } from '../../../src/server/shop.ts'

interface Asked {
  from: string
  to: string
}

/** In centavos, by a key. */
type Sums = Map<string, Partial<Record<Measure, number>>>

const VIEWS: [ReportKind, ReportBasis][] = [
  ['sales', 'ordered'],
  ['products', 'ordered'],
  ['brands', 'ordered'],
  ['customers', 'ordered'],
  ['sales', 'collected'],
  ['customers', 'collected'],
]
const GROUPS = ['day', 'week', 'month'] as const

/** A sentence for each figure of the reports that is not what the tables say when they are added up here. */
export async function reportProblems(shop: Shop, asked: Asked): Promise<string[]> {
  const problems: string[] = []
  const truth = { ordered: await ordered(shop, asked), collected: await collected(shop, asked) }
  for (const [kind, basis] of VIEWS)
    for (const group of kind === 'sales' ? GROUPS : GROUPS.slice(0, 1)) {
      const query = { ...asked, group, basis }
      const { rows, totals } = await getReport({ shop, params: { kind }, query })
      const name = `${kind} ${basis} by ${group}, ${asked.from} to ${asked.to}`
      for (const measure of measuresOf(kind, basis)) {
        const should = sumOf([...truth[basis].values()], measure)
        const added = sumOf(rows.map(centavos), measure)
        if (centavos(totals)[measure] !== should)
          problems.push(`${name}: ${measure} ${totals[measure]}, not ${should}`)
        // An order with two products counts in both.
        const isShared = measure === 'orders' && (kind === 'products' || kind === 'brands')
        if (!isShared && added !== should)
          problems.push(`${name}: rows add up to ${measure} ${added}, not ${should}`)
      }
      if (kind === 'sales') problems.push(...wrongPeriods(name, { rows, truth: truth[basis], group, basis }))
      problems.push(
        ...otherCells(name, await downloadReport({ shop, params: { kind }, query }), { rows, kind, basis }),
      )
    }
  return problems
}

type Rows = Awaited<ReturnType<typeof getReport>>['rows']

/** Each period has what its own days have. */
function wrongPeriods(
  name: string,
  {
    rows,
    truth,
    group,
    basis,
  }: { rows: Rows; truth: Sums; group: (typeof GROUPS)[number]; basis: ReportBasis },
): string[] {
  return rows.flatMap((row) => {
    const days = [...truth].filter(([day]) => keyOf(day, group) === row.key).map(([, sums]) => sums)
    return measuresOf('sales', basis)
      .filter((measure) => centavos(row)[measure] !== sumOf(days, measure))
      .map((measure) => `${name}: ${row.key} has ${measure} ${row[measure]}, not ${sumOf(days, measure)}`)
  })
}

/** The sheet says what the answer says. */
function otherCells(
  name: string,
  csv: string,
  { rows, kind, basis }: { rows: Rows; kind: ReportKind; basis: ReportBasis },
): string[] {
  if (!csv.startsWith('\uFEFF')) return [`${name}: no byte order mark`]
  const [, ...cells] = Papa.parse<string[]>(csv.slice(1), { delimiter: ';', skipEmptyLines: true }).data
  const number = (cell = '') => Number(cell.replace(',', '.'))
  const read = cells.map(([label, ...numbers]) => [label, ...numbers.map(number)])
  const shown = rows.map((row) => [row.label, ...measuresOf(kind, basis).map((measure) => row[measure] ?? 0)])
  return JSON.stringify(read) === JSON.stringify(shown) ? [] : [`${name}: another sheet than the answer`]
}

const centavos = (row: {
  [measure: string]: string | number | undefined
}): Partial<Record<Measure, number>> =>
  Object.fromEntries(
    Object.entries(row)
      .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
      .map(([measure, amount]) => [measure, isMoney(measure as Measure) ? toCentavos(amount) : amount]),
  )

const sumOf = (all: Partial<Record<Measure, number>>[], measure: Measure) =>
  all.reduce((sum, each) => sum + (each[measure] ?? 0), 0)

// ---- The same from the tables, row by row ----------------------------------------------------------------------

const dayIn = new Intl.DateTimeFormat('sv', { timeZone: 'America/Argentina/Buenos_Aires' })

async function ordered(shop: Shop, { from, to }: Asked): Promise<Sums> {
  const sums: Sums = new Map()
  const lines = Map.groupBy(
    await shop.db.selectFrom('order_lines').selectAll().execute(),
    ({ order_id }) => order_id,
  )
  for (const order of await shop.db.selectFrom('orders').selectAll().execute()) {
    const day = dayIn.format(order.created_at)
    if (order.status === 'cancelled' || day < from || day > to) continue
    add(sums, day, { orders: 1 })
    for (const { quantity, price_at_time, list_price } of lines.get(order.id) ?? [])
      add(sums, day, {
        units: quantity,
        total: quantity * price_at_time,
        discount: quantity * Math.max(0, (list_price ?? 0) - price_at_time),
      })
  }
  return sums
}

async function collected(shop: Shop, { from, to }: Asked): Promise<Sums> {
  const sums: Sums = new Map()
  for (const { kind, amount, paid_on, voided_at } of await shop.db
    .selectFrom('order_payments')
    .selectAll()
    .execute()) {
    if (voided_at !== null || paid_on < from || paid_on > to) continue
    const isRefund = kind === 'refund'
    add(sums, paid_on, {
      payments: 1,
      paid: isRefund ? 0 : amount,
      refunded: isRefund ? amount : 0,
      total: isRefund ? -amount : amount,
    })
  }
  return sums
}

function add(sums: Sums, key: string, more: Partial<Record<Measure, number>>): void {
  const sum = sums.get(key) ?? {}
  for (const [measure, amount] of Object.entries(more) as [Measure, number][])
    sum[measure] = (sum[measure] ?? 0) + amount
  sums.set(key, sum)
}

function keyOf(day: string, group: (typeof GROUPS)[number]): string {
  if (group === 'day') return day
  if (group === 'month') return day.slice(0, 7)
  // The weeks of a year are counted from the Monday of the one with 4 January.
  const monday = mondayOf(day)
  const year = new Date(monday + 3 * 86_400_000).getUTCFullYear()
  const week = 1 + Math.round((monday - mondayOf(`${year}-01-04`)) / (7 * 86_400_000))
  return `${year}-W${String(week).padStart(2, '0')}`
}

function mondayOf(day: string): number {
  const at = Date.parse(day)
  return at - ((new Date(at).getUTCDay() + 6) % 7) * 86_400_000
}
