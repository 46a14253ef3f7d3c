import type { HandedHow } from '../../../contract/orders/order-desk.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { isAsked, WithHeldField } from '../lots/held-lot.tsx'
import { leavingLots, LotFields, useLotChoice } from '../lots/lot-choice.tsx'
import { WayFields } from '../orders/dialogs/delivery-dialog.tsx'
import { useSeenMark } from '../orders/seen-mark.ts'
import type { Parcel } from './packing-query.ts'
import type { usePacking } from './use-packing.ts'

const FAILED = 'Error al anotar la entrega'

interface HandDialogProps {
  parcel: Parcel
  packing: ReturnType<typeof usePacking>
  onClose: () => void
}

interface Typed {
  how: HandedHow
  carrier: string
  tracking: string
  with_held: boolean
}

/** Hands a parcel over with its lots, without what the order costs. */
export function HandDialog({ parcel, packing, onClose }: HandDialogProps) {
  const { lots: lines } = parcel
  const lots = useLotChoice(lines)
  const { form, version } = useHanding(parcel)
  const { how, with_held } = form.values
  const send = async ({ carrier, tracking, ...values }: Typed) => {
    const sent = how === 'shipped' ? { carrier, tracking } : {}
    await packing.hand(parcel, {
      ...values,
      ...sent,
      version,
      ...(lines.length > 0 && { lots: lots.choice }),
    })
    onClose()
  }
  return (
    <ActionDialog
      title={`Entregar o despachar el Pedido #${parcel.id}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={FAILED}
      submitText="Anotar entrega"
      busyText="Anotando…"
      isUnsaved={form.isDirty || lots.isDirty}
    >
      <WayFields form={form} />
      <p className="admin-note">Si los ajustes lo dicen, le avisamos al cliente por email.</p>
      <LotFields lines={lines} form={lots} />
      <WithHeldField
        lots={leavingLots(lines, lots.choice)}
        isAsked={isAsked(form.failure)}
        checked={with_held}
        onChange={(checked) => form.change({ with_held: checked })}
      />
    </ActionDialog>
  )
}

function useHanding(parcel: Parcel) {
  const form = useForm<Parcel, Typed>({
    base: parcel,
    valuesOf: ({ delivery_type }) => ({
      how: delivery_type === 'address' ? 'shipped' : 'in_person',
      carrier: '',
      tracking: '',
      with_held: false,
    }),
    idOf: (field) => `hand-${field}`,
    failed: FAILED,
  })
  const version = useSeenMark(parcel.version, form.failure)
  return { form, version }
}
