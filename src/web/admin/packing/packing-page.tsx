import { useQuery } from '@tanstack/react-query'
import { PackageCheck, Printer, Truck, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { CHANGED_AFTER_PREPARED, type HandedHow } from '../../../contract/orders/order-desk.ts'
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
import {
  choiceOf,
  lotErrors,
  LotFields,
  lotsText,
  NO_LOTS_TYPED,
  type TypedLots,
} from '../lots/lot-choice.tsx'
import { DELIVERY_FAILED, useSeenMark } from '../orders/use-order-change.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { packingList, type Parcel, usePacking } from './use-packing.ts'
import { useForm } from '../../forms/use-form.ts'
import { HandingDialog } from '../orders/dialogs/delivery-dialog.tsx'
import './packing-page.css'

const FAILED = 'Error al cargar los pedidos para preparar'
const NOTE = 'Los pedidos aparecen acá cuando tienen un pago anotado o acordado.'

/** Orders to pack, oldest first, without amounts and addresses. */
export default function PackingPage() {
  const query = useQuery(packingList())
  const packing = usePacking()
  const [handing, setHanding] = useState<Parcel>()
  const admin = useAdminPath()
  const parcels = query.data ?? []
  const [waiting, packed] = [
    parcels.filter(({ prepared_at }) => prepared_at === null),
    parcels.filter(({ prepared_at }) => prepared_at !== null),
  ]
  useFailureToast(query.isError, FAILED)
  return (
    <>
      <ListHead title="Preparación">
        {/* Also while nothing waits, so that the head keeps its height while the list loads. */}
        <Link className="button secondary" to={admin.printPacking()}>
          <Printer aria-hidden="true" size={20} />
          Imprimir lista
        </Link>
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

type Packing = ReturnType<typeof usePacking>

interface ParcelsProps {
  title: string
  parcels: Parcel[]
  packing: Packing
  heading?: Packing['heading']
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
  const { id, recipient_name, delivery_type, prepared_at, lines, lots } = parcel
  const isPacked = prepared_at !== null
  const form = useForm<Parcel, { lots: TypedLots }>({
    base: parcel,
    valuesOf: () => ({ lots: NO_LOTS_TYPED }),
    errorsOf: (values) => (isPacked ? {} : lotErrors(lots, values.lots)),
    idOf: (field) => `pack-${id}-${field}`,
    // What the server refuses stands at the parcel.
    failed: () => undefined,
    focuses: 'field',
  })
  const problem = packing.problemOf(id)
  // A changed card looks like the one that was packed: the packer learns of the change when marking it.
  const version = useSeenMark(parcel.version, problem)
  const chosen = lots.flatMap((line) => line.chosen)
  const Icon = isPacked ? Undo2 : PackageCheck
  return (
    <li
      className="surface parcel stack-3"
      data-row
      tabIndex={-1}
      aria-label={`Pedido #${id}, ${recipient_name}`}
    >
      <div className="parcel-head admin-row admin-ends">
        <h3>
          <span className="visually-hidden">Pedido </span>#{id}
        </h3>
        <time className="note" dateTime={parcel.created_at}>
          {formatMoment(parcel.created_at)}
        </time>
      </div>
      <p className="admin-name">
        {recipient_name}
        <span className="parcel-way note">{DELIVERY_LABEL[delivery_type]}</span>
      </p>
      {parcel.is_changed && <p className="badge warn">{CHANGED_AFTER_PREPARED}</p>}
      <HeldBadge lots={chosen} />
      <ul className="parcel-lines stack-2">
        {lines.map((line) => (
          <li key={line.id}>
            <span className="parcel-quantity admin-amount">
              {line.quantity} <span aria-hidden="true">×</span>
            </span>
            <LineProduct line={line} />
          </li>
        ))}
      </ul>
      {!isPacked && <LotFields lines={lots} form={form} />}
      {isPacked && chosen.length > 0 && <p className="parcel-lots">{`Lotes: ${lotsText(chosen)}`}</p>}
      <div className="admin-actions wrap-2">
        {onHand && (
          <IconButton
            icon={Truck}
            text={TODO_LABEL.hand}
            of={`, pedido #${id}`}
            look="primary"
            data-key="d Enter"
            title={`${TODO_LABEL.hand} (d)`}
            aria-haspopup="dialog"
            onClick={() => onHand(parcel)}
          />
        )}
        <BusyButton
          className={isPacked ? 'quiet' : 'primary'}
          busy={packing.isBusy(id)}
          busyText="Guardando…"
          data-key={isPacked ? undefined : 'p Enter'}
          title={isPacked ? undefined : 'Marcar preparado (p)'}
          onClick={() =>
            form.submit(async (typed) =>
              packing.flip(parcel, { choice: choiceOf(lots, typed.lots), version }),
            )
          }
        >
          <Icon aria-hidden="true" size={20} />
          {isPacked ? 'Volver a sin preparar' : 'Marcar preparado'}
          <span className="visually-hidden">, pedido #{id}</span>
        </BusyButton>
      </div>
      {problem && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
    </li>
  )
}

interface Typed {
  how: HandedHow
  carrier: string
  tracking: string
  with_held: boolean
  lots: TypedLots
}

/** Hands a parcel over with its lots, without what the order costs. */
function HandDialog({ parcel, packing, onClose }: { parcel: Parcel; packing: Packing; onClose: () => void }) {
  const { lots: lines } = parcel
  const form = useForm<Parcel, Typed>({
    base: parcel,
    valuesOf: ({ delivery_type }) => ({
      how: delivery_type === 'address' ? 'shipped' : 'in_person',
      carrier: '',
      tracking: '',
      with_held: false,
      lots: NO_LOTS_TYPED,
    }),
    errorsOf: ({ lots }) => lotErrors(lines, lots),
    idOf: (field) => `hand-${field}`,
    failed: DELIVERY_FAILED,
  })
  const version = useSeenMark(parcel.version, form.failure)
  const send = async ({ carrier, tracking, lots, ...values }: Typed) => {
    const sent = values.how === 'shipped' ? { carrier, tracking } : {}
    const choice = lines.length > 0 && { lots: choiceOf(lines, lots) }
    await packing.hand(parcel, { ...values, ...sent, version, ...choice })
    onClose()
  }
  return (
    <HandingDialog
      {...{ order: parcel, form, lines, onClose }}
      onSubmit={form.onSubmit(send)}
      note={<p className="admin-note">Si los ajustes lo dicen, le avisamos al cliente por email.</p>}
    />
  )
}
