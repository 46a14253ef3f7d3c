import { formatNumber } from '../../../contract/place.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { TracedClaim, TracedOrder } from '../../../contract/catalog/lots.ts'
import { counted } from '../kit/counted.ts'
import type { PlainColumn } from '../kit/data-table.tsx'
import { HistoryTable } from '../kit/history-table.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { DownloadButton } from '../shell/download-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { type Lot, lotTrace } from './lots-query.ts'

/** Recipients of a lot's units, and their claims. */
export function LotTrace({ lot }: { lot: Lot }) {
  const query = useInfiniteQuery(lotTrace(lot.id))
  const others = query.data?.pages[0]?.other_claims ?? []
  const isEmpty = query.data?.pages[0]?.results.length === 0
  return (
    <Panel
      title="Quién lo recibió"
      action={
        <DownloadButton path={`/lots/${lot.id}/trace/csv/`} name={`lote-${lot.code}.csv`}>
          Descargar CSV
        </DownloadButton>
      }
    >
      {isEmpty ? (
        <p className="admin-note">Todavía no se eligió para ningún pedido.</p>
      ) : (
        <HistoryTable
          query={query}
          columns={COLUMNS}
          keyOf={({ order_id: id }) => id}
          errorText="Error al cargar el seguimiento"
          isCards
        />
      )}
      {others.length > 0 && (
        <p className="lot-others">
          Reclamos de otros pedidos: <Claims claims={others} />
        </p>
      )}
    </Panel>
  )
}

const COLUMNS: PlainColumn<TracedOrder>[] = [
  { name: 'Pedido', render: (order) => <OrderFacts order={order} /> },
  {
    name: 'Recibió',
    render: (order) => (
      <>
        <span>{order.recipient ?? '—'}</span>
        <Contact order={order} />
        {order.claims.length > 0 && (
          <span className="lot-facts">
            Reclamos: <Claims claims={order.claims} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Unidades',
    kind: 'number',
    render: ({ units, seeds }) => (
      <>
        {formatNumber(units)}
        <span className="lot-facts">{counted(seeds, 'semilla', 'semillas')}</span>
      </>
    ),
  },
]

function OrderFacts({ order: { order_id: id, created_at, status_display } }: { order: TracedOrder }) {
  const admin = useAdminPath()
  return (
    <>
      {created_at === null ? `#${id}` : <Link to={admin.order(id)}>{`#${id}`}</Link>}
      <span className="lot-facts">
        {[created_at && formatMoment(created_at), status_display].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function Contact({ order: { phone, email } }: { order: TracedOrder }) {
  if (!phone && !email) return null
  return (
    <span className="lot-facts">
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
      {phone && email && <span> · </span>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </span>
  )
}

function Claims({ claims }: { claims: TracedClaim[] }) {
  const admin = useAdminPath()
  const mayOpen = useMay()('claims_read')
  return claims.map((claim, at) => (
    <span key={claim.id}>
      {at > 0 && <span>, </span>}
      {mayOpen ? (
        <Link to={admin.claims({ search: String(claim.id) })}>{`#${claim.id}`}</Link>
      ) : (
        <span>{`#${claim.id}`}</span>
      )}
      <span>{` ${claimInWords(claim)}`}</span>
    </span>
  ))
}

/** '3 de 10 semillas, Aprobado' */
function claimInWords({ seeds_sown, seeds_failed, status_display }: TracedClaim): string {
  return seeds_sown === null ? status_display : `${seeds_failed} de ${seeds_sown} semillas, ${status_display}`
}
