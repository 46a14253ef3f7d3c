import type * as contract from '../../../contract/catalog/lots.ts'
import type { TracedClaim, TracedOrder } from '../../../contract/catalog/lots.ts'
import { ORDER_STATUS_LABEL } from '../../../contract/orders/order-status.ts'
import { CLAIM_STATUS_LABEL } from '../../../contract/warranty/warranty-status.ts'
import { roleCan } from '../../../contract/accounts/roles.ts'
import { BOM, csvRows, neutral } from '../../csv.ts'
import { dayOf } from '../../days.ts'
import type { InputOf } from '../../http/input.ts'
import { cursorPage } from '../../http/paging.ts'
import type { Reader } from '../stock/stock-list.ts'
import { getLot } from './lots.ts'
import * as queries from './trace-queries.ts'

const PAGE_SIZE = 50

/** Throws 404. `before`: the cursor of the page (an order id). */
export async function traceLot({
  shop,
  user: reader,
  params: { id },
  query: { before },
}: InputOf<typeof contract.traceLot>) {
  const lot = await getLot(shop.db, id, shop.now())
  const rows = await queries.listTraced(shop.db, { lot: id, before, limit: PAGE_SIZE + 1 })
  const page = cursorPage(rows, PAGE_SIZE, {
    view: (row) => viewOrder(row, reader),
    idOf: ({ order_id }) => order_id,
  })
  const others = await queries.listOtherClaims(shop.db, id)
  return { lot, ...page, other_claims: others.map(viewClaim) }
}

function viewOrder(
  { status, created_at, claims, phone, email, ...row }: queries.TracedRow,
  { role }: Reader,
): TracedOrder {
  return {
    ...row,
    ...(roleCan(role, 'customers_read') && { phone: phone ?? '', email: email ?? '' }),
    status_display: status === null ? 'Eliminado' : ORDER_STATUS_LABEL[status],
    created_at: created_at?.toISOString() ?? null,
    claims: claims.map(viewClaim),
  }
}

function viewClaim({ status, ...claim }: queries.ClaimOfLot): TracedClaim {
  return { ...claim, status_display: CLAIM_STATUS_LABEL[status] }
}

const HEADERS = [
  'Lote',
  'Pedido',
  'Fecha',
  'Destinatario',
  'Teléfono',
  'Email',
  'Estado',
  'Unidades',
  'Semillas',
  'Reclamos',
  'Semillas sembradas',
  'Semillas que fallaron',
]

/** The whole trace as CSV, a row for each order. Throws 404. */
export async function traceCsv({ shop, user: reader, params: { id } }: InputOf<typeof contract.traceLotCsv>) {
  const lot = await getLot(shop.db, id, shop.now())
  const rows = (await queries.listTraced(shop.db, { lot: id })).map((row) => {
    const order = viewOrder(row, reader)
    const sum = (seeds: (claim: TracedClaim) => number | null) =>
      order.claims.reduce((total, claim) => total + (seeds(claim) ?? 0), 0)
    return [
      lot.code,
      `#${order.order_id}`,
      row.created_at === null ? '' : dayOf(row.created_at),
      neutral(order.recipient ?? ''),
      neutral(order.phone ?? ''),
      neutral(order.email ?? ''),
      order.status_display,
      String(order.units),
      String(order.seeds),
      String(order.claims.length),
      String(sum(({ seeds_sown }) => seeds_sown)),
      String(sum(({ seeds_failed }) => seeds_failed)),
    ]
  })
  return `${BOM}${csvRows([HEADERS, ...rows])}`
}
