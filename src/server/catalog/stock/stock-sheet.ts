import { roleCan } from '../../../contract/accounts/roles.ts'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { STOCK_HEADING } from '../../../contract/catalog/stock-rules.ts'
import type * as contract from '../../../contract/catalog/stock.ts'
import type { StockRow } from '../../../contract/catalog/stock.ts'
import { type Columns, csvMoney, neutral, sheetOfPages } from '../../csv.ts'
import type { InputOf } from '../../http/input.ts'
import { listStock } from './stock-list.ts'

const COLUMNS: Columns<StockRow> = {
  'ID presentación': ({ blister_id }) => String(blister_id),
  Producto: ({ name }) => neutral(name),
  Banco: ({ brand }) => neutral(brand ?? ''),
  Tipo: ({ type }) => ADMIN_TYPE_LABEL[type],
  Semillas: ({ seed_count }) => (seed_count === 0 ? '' : String(seed_count)),
  [STOCK_HEADING.available]: ({ available }) => String(available),
  [STOCK_HEADING.reserved]: ({ reserved }) => String(reserved),
  Retenido: ({ withheld }) => String(withheld),
  [STOCK_HEADING.on_hand]: ({ on_hand }) => String(on_hand),
  [STOCK_HEADING.unlotted]: ({ unlotted }) => String(unlotted),
  [STOCK_HEADING.low_from]: ({ low_from }) => String(low_from),
}

const VALUE: Columns<StockRow> = {
  [STOCK_HEADING.value]: ({ value }) => (value === undefined ? '' : csvMoney(value)),
}

/** The presentations of a list as CSV. Their value is for roles that read orders. */
export function downloadStock({ shop, user: reader, query }: InputOf<typeof contract.downloadStock>) {
  const columns = roleCan(reader.role, 'orders_read') ? { ...COLUMNS, ...VALUE } : COLUMNS
  return sheetOfPages(columns, (paging) => listStock({ shop, user: reader, query: { ...query, ...paging } }))
}
