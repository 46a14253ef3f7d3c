import { z } from 'zod'
import { PAYMENT_KINDS, PAYMENT_METHODS } from './order-desk.ts'

/** What the shop has noted about an order, as it is answered. */

/** A payment or a refund, in pesos; `paid_on` is a day of Buenos Aires. `user` is null once the account is gone. */
export const OrderPayment = z.object({
  id: z.int(),
  kind: z.enum(PAYMENT_KINDS),
  kind_display: z.string(),
  amount: z.number(),
  method: z.enum(PAYMENT_METHODS),
  method_display: z.string(),
  paid_on: z.iso.date(),
  reference: z.string(),
  user: z.string().nullable(),
  created_at: z.iso.datetime(),
  voided_at: z.iso.datetime().nullable(),
  void_reason: z.string(),
})
export type OrderPayment = z.output<typeof OrderPayment>
