import type * as contract from '../../contract/warranty/warranty.ts'
import type { Claim } from '../../contract/warranty/warranty.ts'
import { dayInNumbers } from '../../contract/place.ts'
import { type Columns, csvDay, neutral, sheetOfPages } from '../csv.ts'
import type { InputOf } from '../http/input.ts'
import { listClaims } from './warranty.ts'

const COLUMNS: Columns<Claim> = {
  Reclamo: ({ id }) => `#${id}`,
  Fecha: ({ created_at }) => csvDay(created_at),
  Estado: ({ status_display }) => status_display,
  Nombre: ({ name }) => neutral(name),
  Email: ({ email }) => neutral(email),
  Pedido: ({ order_number }) => neutral(order_number),
  Producto: ({ product_name }) => neutral(product_name),
  Compra: ({ purchase_date }) => dayInNumbers(purchase_date),
  Germinación: ({ germination_date }) => dayInNumbers(germination_date),
  Lote: ({ lot }) => neutral(lot ?? ''),
  'Semillas sembradas': ({ seeds_sown }) => String(seeds_sown ?? ''),
  'Semillas que fallaron': ({ seeds_failed }) => String(seeds_failed ?? ''),
  Reposición: ({ replacement_order_id }) => (replacement_order_id === null ? '' : `#${replacement_order_id}`),
  Descripción: ({ description }) => neutral(description),
  Respuesta: ({ admin_response }) => neutral(admin_response),
}

/** The claims of a list as CSV. */
export function downloadClaims({ shop, user, query }: InputOf<typeof contract.downloadClaims>) {
  return sheetOfPages(COLUMNS, (paging) => listClaims({ shop, user, query: { ...query, ...paging } }))
}
