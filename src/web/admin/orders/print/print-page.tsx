import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { printOrders } from '../../../../contract/orders/calls.ts'
import { TabTitle } from '../../../app/page-head.tsx'
import { call } from '../../../data/api.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import {
  type Paper,
  PAPERS,
  PrintChoice,
  PrintChoices,
  PrintSheets,
  readPaper,
} from '../../print/print-choices.tsx'
import { adminKey } from '../../shell/admin-key.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { CheckField } from '../../shell/check-field.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { type Document, DOCUMENTS, OrderSheet, PickingSheet, printedOrder } from './print-sheets.tsx'

const FAILED = 'Error al cargar los pedidos para imprimir'

/** Print options in the address of the screen. */
interface PrintWish {
  ids: number[]
  document: Document
  paper: Paper
  withPrices: boolean
}

/** A print preview of packing lists or delivery notes. */
export default function PrintPage() {
  const [params] = useSearchParams()
  const wish = readPrintWish(params)
  const admin = useAdminPath()
  const { data, error, refetch } = useQuery({
    queryKey: [...adminKey('admin-orders'), 'print', wish.ids],
    queryFn: ({ signal }) => call(printOrders, { query: { ids: wish.ids.join(',') }, signal }),
    enabled: wish.ids.length > 0,
    retry: false,
  })
  return (
    <div className="print-page stack-3">
      <TabTitle>Imprimir pedidos</TabTitle>
      <BackLink to={admin.orders()}>Volver a los pedidos</BackLink>
      <h1 tabIndex={-1}>Imprimir</h1>
      {wish.ids.length === 0 && <EmptyState title="No hay pedidos elegidos" />}
      {error && <ErrorPanel title={FAILED} note={error.message} onRetry={() => void refetch()} />}
      {wish.ids.length > 0 && <Choices wish={wish} isReady={data !== undefined} />}
      {!data && !error && wish.ids.length > 0 && <LoadingNote />}
      {data && <Missing ids={wish.ids} orders={data.orders} />}
      {data && <Sheets wish={wish} orders={data.orders} />}
    </div>
  )
}

/** Print options, stored in the address. */
function Choices({ wish, isReady }: { wish: PrintWish; isReady: boolean }) {
  const navigate = useNavigate()
  const admin = useAdminPath()
  const choose = (part: Partial<PrintWish>) =>
    void navigate(admin.printOrders(wish.ids, printParams({ ...wish, ...part })), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <PrintChoices isReady={isReady}>
      <PrintChoice
        label="Documento"
        options={DOCUMENTS}
        value={wish.document}
        onChoose={(document) => choose({ document })}
      />
      <PrintChoice
        label="Papel"
        options={PAPERS}
        value={wish.paper}
        onChoose={(paper) => choose({ paper })}
      />
      <CheckField
        id="print-prices"
        label="Con precios"
        hint="Sin marcar, el papel no muestra dinero"
        checked={wish.withPrices}
        onChange={(withPrices) => choose({ withPrices })}
      />
    </PrintChoices>
  )
}

function Missing({ ids, orders }: { ids: number[]; orders: AdminOrder[] }) {
  const missing = ids.filter((id) => !orders.some((order) => order.id === id))
  if (missing.length === 0) return null
  const numbers = missing.map((id) => `#${id}`).join(', ')
  const words = missing.length === 1 ? 'No se encontró' : 'No se encontraron'
  return <p className="admin-note" role="status">{`${words}: ${numbers}`}</p>
}

function Sheets({ wish, orders: read }: { wish: PrintWish; orders: AdminOrder[] }) {
  const orders = read.map(printedOrder)
  const { document, paper, withPrices } = wish
  const hasSums = document === 'preparacion' && orders.length > 1
  return (
    <PrintSheets paper={paper}>
      {hasSums && <PickingSheet orders={orders} />}
      {orders.map((order, at) => (
        <OrderSheet key={order.id} at={at + Number(hasSums)} {...{ order, document, withPrices }} />
      ))}
    </PrintSheets>
  )
}

function readPrintWish(params: URLSearchParams): PrintWish {
  const ids = (params.get('ids') ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  return {
    ids: [...new Set(ids.map(Number))],
    document: params.get('doc') === 'nota' ? 'nota' : 'preparacion',
    paper: readPaper(params),
    withPrices: params.get('precios') === '1',
  }
}

/** The address of other options, without defaults. */
function printParams({ document, paper, withPrices }: PrintWish) {
  return {
    ...(document === 'nota' && { doc: document }),
    ...(paper === '80' && { papel: paper }),
    ...(withPrices && { precios: '1' }),
  }
}
