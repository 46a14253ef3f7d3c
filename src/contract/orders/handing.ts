import { z } from 'zod'
import { CARRIER_LENGTH, HANDING_WAYS, HOW_REQUIRED, NOT_SHIPPED, TRACKING_LENGTH } from './order-desk.ts'
import { LotChoice } from './order-lots.ts'
import { SeenVersion } from './orders.ts'
import { Flag, line } from '../text.ts'

/** What is noted when an order leaves, at the desk and by the packer. */
export const HandingFields = {
  how: z.enum(HANDING_WAYS, HOW_REQUIRED).optional(),
  /** Unchanged if missing and the order was shipped before. */
  carrier: line(CARRIER_LENGTH, 'El transporte').optional(),
  tracking: line(TRACKING_LENGTH, 'El seguimiento').optional(),
  /** Assigns lots too. */
  lots: LotChoice.optional(),
  /** Hands over units of lots on hold too. */
  with_held: Flag.optional(),
  version: SeenVersion,
}

interface Handing {
  how?: string | undefined
  carrier?: string | undefined
  tracking?: string | undefined
}

/** For `refine`, with `NOT_SHIPPED`: only a shipment has a carrier and a number. */
export function isSentOrBare({ how, carrier = '', tracking = '' }: Handing): boolean {
  return how === 'shipped' || `${carrier}${tracking}` === ''
}

export const NOT_SENT = { path: ['tracking'], error: NOT_SHIPPED }
