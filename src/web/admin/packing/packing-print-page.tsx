import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { DELIVERY_LABEL } from '../../../contract/orders/recipient.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { OrderSheet, PickingSheet, type Printed } from '../orders/print/print-sheets.tsx'
import { PAPERS, PrintChoice, PrintChoices, PrintSheets, readPaper } from '../print/print-choices.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { packingList, type Parcel } from './use-packing.ts'

/** The packing list of what is to prepare, with its lots, for roles that see no orders. */
export default function PackingPrintPage() {
  const admin = useAdminPath()
  // The paper must not change while it is checked.
  const { data, error, refetch } = useQuery({ ...packingList(), refetchInterval: false })
  const orders = data?.filter(({ prepared_at }) => prepared_at === null).map(printedParcel)
  return (
    <div className="print-page stack-3">
      <TabTitle>Imprimir preparación</TabTitle>
      <BackLink to={admin.packing()}>Volver a Preparación</BackLink>
      <h1 tabIndex={-1}>Imprimir</h1>
      {error && (
        <ErrorPanel
          title="Error al cargar los pedidos para preparar"
          note={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingNote />}
      {orders?.length === 0 && <EmptyState title="Nada para preparar" />}
      {orders && orders.length > 0 && <Sheets orders={orders} />}
    </div>
  )
}

function Sheets({ orders }: { orders: Printed[] }) {
  const [params] = useSearchParams()
  const paper = readPaper(params)
  const admin = useAdminPath()
  const navigate = useNavigate()
  return (
    <>
      <PrintChoices isReady>
        <PrintChoice
          label="Papel"
          options={PAPERS}
          value={paper}
          onChoose={(papel) =>
            void navigate(admin.printPacking(papel === '80' ? { papel } : {}), { replace: true })
          }
        />
      </PrintChoices>
      <PrintSheets paper={paper}>
        <PickingSheet orders={orders} />
        {orders.map((order, at) => (
          <OrderSheet key={order.id} order={order} at={at + 1} document="preparacion" withPrices={false} />
        ))}
      </PrintSheets>
    </>
  )
}

/** Assigned and suggested lots together: the packer takes those. */
function printedParcel({ id, recipient_name, delivery_type, created_at, lines, lots }: Parcel): Printed {
  return {
    id,
    to: recipient_name,
    facts: [DELIVERY_LABEL[delivery_type], formatMoment(created_at)],
    lines,
    lots: lots.flatMap(({ chosen, suggested }) => [...chosen, ...suggested]),
  }
}
