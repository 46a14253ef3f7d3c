import { useQuery } from '@tanstack/react-query'
import { PackageCheck, Printer, Truck, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { CHANGED_AFTER_PREPARED } from '../../../contract/orders/order-desk.ts'
import { DELIVERY_LABEL } from '../../../contract/orders/recipient.ts'
import { TODO_LABEL } from '../../../contract/orders/todo.ts'
import { LineProduct } from '../../shop/order-lines/line-product.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { counted } from '../kit/counted.ts'
import { ListHead } from '../kit/list-head.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { ProblemText } from '../kit/problem.tsx'
import { RefreshButton, useFailureToast } from '../kit/refresh-button.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { HeldBadge } from '../lots/held-lot.tsx'
import { LotFields, lotsText, useLotChoice } from '../lots/lot-choice.tsx'
import { useSeenMark } from '../orders/seen-mark.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { HandDialog } from './hand-dialog.tsx'
import { packingList, type Parcel } from './packing-query.ts'
import { usePacking } from './use-packing.ts'
import './packing-page.css'

const FAILED = 'Error al cargar los pedidos para preparar'
const NOTE = 'Los pedidos aparecen acá cuando tienen un pago anotado o acordado.'

/** Orders to pack, oldest first, without amounts and addresses. */
export default function PackingPage() {
  const query = useQuery(packingList())
  const packing = usePacking()
  const [handing, setHanding] = useState<Parcel>()
  const parcels = query.data ?? []
  const [waiting, packed] = [
    parcels.filter(({ prepared_at }) => prepared_at === null),
    parcels.filter(({ prepared_at }) => prepared_at !== null),
  ]
  useFailureToast(query.isError, FAILED)
  return (
    <>
      <ListHead title="Preparación">
        <PrintLink />
        <RefreshButton
          refetch={query.refetch}
          words={{ done: 'Pedidos actualizados', failed: FAILED }}
          isPolled
        />
      </ListHead>
      <output className="admin-done">{packing.done}</output>
      <AsyncList
        state={query}
        count={parcels.length}
        countText={`${counted(waiting.length, 'pedido', 'pedidos')} para preparar`}
        skeleton={<RowSkeletons list="parcels" row="parcel-skeleton" />}
        empty={
          <EmptyState title="Nada para preparar">
            <p>{NOTE}</p>
          </EmptyState>
        }
        errorText={FAILED}
      >
        <Parcels title="Para preparar" parcels={waiting} packing={packing} heading={packing.heading} />
        <Parcels title="Preparados" parcels={packed} packing={packing} onHand={setHanding} />
      </AsyncList>
      {handing && <HandDialog parcel={handing} packing={packing} onClose={() => setHanding(undefined)} />}
    </>
  )
}

/** Also while nothing waits, so that the head keeps its height while the list loads. */
function PrintLink() {
  const admin = useAdminPath()
  return (
    <Link className="button secondary" to={admin.printPacking()}>
      <Printer aria-hidden="true" size={20} />
      Imprimir lista
    </Link>
  )
}

interface ParcelsProps {
  title: string
  parcels: Parcel[]
  packing: ReturnType<typeof usePacking>
  heading?: ReturnType<typeof usePacking>['heading']
  onHand?: ((parcel: Parcel) => void) | undefined
}

function Parcels({ title, parcels, packing, heading, onHand }: ParcelsProps) {
  const id = useId()
  return (
    <section className="parcels-group stack-3" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {parcels.length === 0 && <p className="admin-note">Ninguno por ahora.</p>}
      <ul className="parcels">
        {parcels.map((parcel) => (
          <ParcelCard key={parcel.id} {...{ parcel, packing, onHand }} />
        ))}
      </ul>
    </section>
  )
}

function ParcelCard({
  parcel,
  packing,
  onHand,
}: { parcel: Parcel } & Pick<ParcelsProps, 'packing' | 'onHand'>) {
  const { id, recipient_name, prepared_at, lines, lots } = parcel
  const lotForm = useLotChoice(lots)
  const problem = packing.problemOf(id)
  // A changed card looks like the one that was packed: the packer learns of the change when marking it.
  const version = useSeenMark(parcel.version, problem)
  return (
    <li className="surface parcel" data-row tabIndex={-1} aria-label={`Pedido #${id}, ${recipient_name}`}>
      <ParcelHead parcel={parcel} />
      <ul className="parcel-lines stack-2">
        {lines.map((line) => (
          <li key={line.id}>
            <span className="parcel-quantity">
              {line.quantity} <span aria-hidden="true">×</span>
            </span>
            <LineProduct line={line} />
          </li>
        ))}
      </ul>
      {prepared_at === null ? <LotFields lines={lots} form={lotForm} /> : <ChosenLots lots={lots} />}
      <FlipButton
        parcel={parcel}
        onFlip={() => packing.flip(parcel, { choice: lotForm.choice, version })}
        packing={packing}
        onHand={onHand}
      />
      {problem && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
    </li>
  )
}

function ParcelHead({ parcel }: { parcel: Parcel }) {
  const { id, recipient_name, delivery_type, created_at, lots, is_changed } = parcel
  return (
    <>
      <div className="parcel-head">
        <h3>
          <span className="visually-hidden">Pedido </span>#{id}
        </h3>
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
      </div>
      <p className="parcel-recipient">
        {recipient_name}
        <span className="parcel-way note">{DELIVERY_LABEL[delivery_type]}</span>
      </p>
      {is_changed && <p className="badge warn">{CHANGED_AFTER_PREPARED}</p>}
      <HeldBadge lots={lots.flatMap((line) => line.chosen)} />
    </>
  )
}

/** The lots of the packs. */
function ChosenLots({ lots }: Pick<Parcel, 'lots'>) {
  const chosen = lots.flatMap((line) => line.chosen)
  return chosen.length > 0 && <p className="parcel-lots">{`Lotes: ${lotsText(chosen)}`}</p>
}

interface FlipButtonProps {
  parcel: Parcel
  packing: ParcelsProps['packing']
  onFlip: () => void
  onHand: ParcelsProps['onHand']
}

function FlipButton({ parcel, packing, onFlip, onHand }: FlipButtonProps) {
  const isPacked = parcel.prepared_at !== null
  const Icon = isPacked ? Undo2 : PackageCheck
  return (
    <div className="admin-actions wrap-2">
      {onHand && (
        <IconButton
          icon={Truck}
          text={TODO_LABEL.hand}
          of={`, pedido #${parcel.id}`}
          look="primary"
          data-key="d Enter"
          title={`${TODO_LABEL.hand} (d)`}
          aria-haspopup="dialog"
          onClick={() => onHand(parcel)}
        />
      )}
      <BusyButton
        className={isPacked ? 'quiet' : 'primary'}
        busy={packing.isBusy(parcel.id)}
        busyText="Guardando…"
        data-key={isPacked ? undefined : 'p Enter'}
        title={isPacked ? undefined : 'Marcar preparado (p)'}
        onClick={onFlip}
      >
        <Icon aria-hidden="true" size={20} />
        {isPacked ? 'Volver a sin preparar' : 'Marcar preparado'}
        <span className="visually-hidden">, pedido #{parcel.id}</span>
      </BusyButton>
    </div>
  )
}
