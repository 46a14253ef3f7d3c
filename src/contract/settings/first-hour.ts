import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'

/** Setup steps of a new shop, in this order. */
export const FIRST_STEPS = [
  'identity',
  'contact',
  'mail',
  'legal',
  'brand',
  'product',
  'banner',
  'customer',
  'backup',
] as const

export const FirstStep = z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })
export type FirstStep = z.output<typeof FirstStep>

/** Without `backup` when none is expected. Empty once all steps were done, or while `first_hour_over` is set. */
export const listFirstSteps = endpoint(calls.listFirstSteps, {
  summary: 'The setup steps of a new shop, and which are done',
  access: 'admin',
  reply: reply(z.array(FirstStep)),
})
