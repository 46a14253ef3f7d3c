import { DELIVERY_LABEL, type DeliveryType } from '../../../../contract/orders/recipient.ts'
import { conflictsWithin, mergeFields, type Sides, type ThreeWay } from '../../../forms/three-way.ts'

export interface Recipient {
  recipient_name: string
  customer_phone: string
  delivery_type: DeliveryType
  shipping_address: string
}

/** Kind and address are one choice: an address without its kind would not be saved. */
interface Merged extends Pick<Recipient, 'recipient_name' | 'customer_phone'> {
  delivery: Pick<Recipient, 'delivery_type' | 'shipping_address'>
}

const LABEL: Record<keyof Merged, string> = {
  recipient_name: 'Recibe',
  customer_phone: 'Teléfono',
  delivery: 'Entrega',
}

/** Merges the edits of two people. */
export function recipientMerge({ base, mine, theirs }: Sides<Recipient>): ThreeWay<Recipient> {
  const found = mergeFields<Merged>(
    { base: joined(base), mine: joined(mine), theirs: joined(theirs) },
    { label: (field) => LABEL[field], show: shown, keyOf: (value) => JSON.stringify(value) },
  )
  return {
    merged: split(found.merged),
    conflicts: conflictsWithin(found.conflicts, (whole, to) => split(to(joined(whole)))),
    taken: found.taken,
  }
}

function joined({ delivery_type, shipping_address: typed, ...others }: Recipient): Merged {
  return {
    ...others,
    delivery: { delivery_type, shipping_address: delivery_type === 'address' ? typed : '' },
  }
}

function split({ delivery, ...others }: Merged): Recipient {
  return { ...others, ...delivery }
}

function shown(value: Merged[keyof Merged]): string {
  if (typeof value === 'string') return value || '(vacío)'
  const { delivery_type: kind, shipping_address: address } = value
  return kind === 'address' ? `${DELIVERY_LABEL[kind]}: ${address}` : DELIVERY_LABEL[kind]
}
