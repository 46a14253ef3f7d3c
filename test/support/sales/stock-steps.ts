import * as fc from 'fast-check'
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '../../../src/contract/catalog/stock-rules.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../src/contract/orders/order-status.ts'

/** Numbers choose among the existing things, by remainder. */
export type Step =
  | { do: 'place'; who: number; lines: { blister: number; quantity: number }[] }
  | {
      do: 'manual'
      who: number
      isGuest: boolean
      isDone: boolean
      lines: { blister: number; quantity: number }[]
    }
  | { do: 'price'; order: number; discount: number }
  | { do: 'cancel'; order: number }
  | { do: 'keep lines'; order: number; mask: number }
  | { do: 'set status'; order: number; status: OrderStatus; by: number }
  | {
      do: 'edit lines'
      order: number
      quantities: number[]
      added: { blister: number; quantity: number }[]
      status: OrderStatus | undefined
    }
  | { do: 'deliver'; order: number; state: 'pending' | 'prepared' | 'handed' }
  | { do: 'expire'; order: number }
  | { do: 'replace'; who: number; lines: { blister: number; quantity: number }[] }
  | { do: 'delete order'; order: number }
  | {
      do: 'save product'
      product: number
      differences: number[]
      late: number
      absolute: boolean
      adds: number
    }
  | { do: 'remove blister'; product: number; blister: number }
  | { do: 'switch product'; product: number; available: boolean }
  | { do: 'delete product'; product: number }
  | { do: 'adjust'; blister: number; reason: AdjustmentReason; units: number }
  | { do: 'cells'; blisters: number[]; units: number; pesos: number; late: number }
  | { do: 'reprice'; percent: number; product: number; isLater: boolean }
  | { do: 'undo'; run: number }
  | { do: 'delete user'; who: number }

const any = fc.nat({ max: 1_000 })
const line = fc.record({ blister: any, quantity: fc.integer({ min: 1, max: 4 }) })
const status = fc.constantFrom(...ORDER_STATUSES)
const kind = <Kind extends Step['do']>(name: Kind) => fc.constant(name)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: kind('place'),
      who: any,
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: kind('manual'),
      who: any,
      isGuest: fc.boolean(),
      isDone: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('price'), order: any, discount: fc.constantFrom(10, 100) }) },
  { weight: 2, arbitrary: fc.record({ do: kind('cancel'), order: any }) },
  { weight: 3, arbitrary: fc.record({ do: kind('keep lines'), order: any, mask: fc.nat({ max: 7 }) }) },
  { weight: 6, arbitrary: fc.record({ do: kind('set status'), order: any, status, by: any }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: kind('edit lines'),
      order: any,
      quantities: fc.array(fc.nat({ max: 4 }), { minLength: 4, maxLength: 4 }),
      added: fc.array(line, { maxLength: 2 }),
      status: fc.option(status, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: kind('deliver'),
      order: any,
      state: fc.constantFrom('pending', 'prepared', 'handed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('expire'), order: any }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: kind('replace'),
      who: any,
      lines: fc.array(line, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('delete order'), order: any }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: kind('save product'),
      product: any,
      differences: fc.array(fc.integer({ min: -4, max: 6 }), { minLength: 4, maxLength: 4 }),
      late: fc.integer({ min: -2, max: 2 }),
      absolute: fc.boolean(),
      adds: fc.integer({ min: -6, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('remove blister'), product: any, blister: any }) },
  { weight: 1, arbitrary: fc.record({ do: kind('switch product'), product: any, available: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: kind('delete product'), product: any }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('adjust'),
      blister: any,
      reason: fc.constantFrom(...ADJUSTMENT_REASONS),
      units: fc.constantFrom(-9, -4, -1, 1, 6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('cells'),
      blisters: fc.array(any, { minLength: 1, maxLength: 3 }),
      units: fc.integer({ min: -4, max: 6 }),
      pesos: fc.constantFrom(0, 10),
      late: fc.constantFrom(0, 0, 0, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('reprice'),
      percent: fc.constantFrom(-10, 12, 50),
      product: any,
      isLater: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('undo'), run: any }) },
  { weight: 1, arbitrary: fc.record({ do: kind('delete user'), who: any }) },
)

/** Sequences of up to `count` steps. */
export const steps = (count: number) => fc.array(step, { minLength: Math.ceil(count / 2), maxLength: count })
