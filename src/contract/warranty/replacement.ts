import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint } from '../endpoint.ts'
import { NotedDelivery, refuseAddress } from '../orders/manual-orders.ts'
import { adminOrderReply, newLines, OrderItem } from '../orders/orders.ts'
import { Flag, IdParams } from '../text.ts'

const Replacement = z
  .object({
    lines: newLines(OrderItem),
    ...NotedDelivery,
    /** The version of the claim that the decision is based on. */
    version: z.int('Falta la versión del reclamo').min(1),
    /** Sends more units than were bought too. */
    beyond_bought: Flag.optional(),
  })
  .superRefine(refuseAddress)
export type Replacement = z.output<typeof Replacement>

/**
 * CONFLICT for a claim that is not approved or has a replacement that is not cancelled; STALE when it was changed since
 * `version`; OUT_OF_STOCK with `lines`; CONFIRM when more units would be replaced than were bought, or a second time where
 * that is not known, without `beyond_bought`. A repeated Idempotency-Key creates nothing more.
 */
export const replaceClaimed = endpoint(calls.replaceClaimed, {
  summary:
    'Create the free replacement order of an approved claim and resolve the claim. Honours Idempotency-Key',
  access: 'admin',
  needs: 'orders_write',
  params: IdParams,
  body: Replacement,
  reply: adminOrderReply,
  status: 201,
})
