import * as fc from 'fast-check'
import { LOT_STATES, type LotState } from '../../../src/contract/catalog/lot-rules.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../src/contract/orders/order-status.ts'

/** Numbers choose among the existing things, by remainder. */
export type LotStep =
  | { do: 'place'; lines: { blister: number; quantity: number }[] }
  | { do: 'choose'; order: number; units: { lot: number; quantity: number }[] }
  | { do: 'edit lines'; order: number; quantities: number[] }
  | { do: 'set status'; order: number; status: OrderStatus }
  | { do: 'hand'; order: number; state: 'prepared' | 'handed'; complete: boolean }
  | { do: 'hand on hold'; order: number }
  | { do: 'delete order'; order: number }
  | { do: 'adjust'; blister: number; change: number; lot: number | undefined }
  | { do: 'move units'; lot: number; blister: number; change: number }
  | { do: 'set state'; lot: number; state: LotState }

const any = fc.nat({ max: 1_000 })
const units = fc.integer({ min: 1, max: 4 })
const change = fc.constantFrom(-6, -3, -1, 1, 3, 6)
const kind = <Kind extends LotStep['do']>(name: Kind) => fc.constant(name)

const step: fc.Arbitrary<LotStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: kind('place'),
      lines: fc.array(fc.record({ blister: any, quantity: units }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: kind('choose'),
      order: any,
      units: fc.array(fc.record({ lot: any, quantity: units }), { maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('edit lines'),
      order: any,
      quantities: fc.array(fc.nat({ max: 4 }), { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: kind('set status'), order: any, status: fc.constantFrom(...ORDER_STATUSES) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: kind('hand'),
      order: any,
      state: fc.constantFrom('prepared', 'handed', 'handed'),
      complete: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: kind('hand on hold'), order: any }) },
  { weight: 1, arbitrary: fc.record({ do: kind('delete order'), order: any }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: kind('adjust'),
      blister: any,
      change,
      lot: fc.option(any, { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: kind('move units'), lot: any, blister: any, change }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: kind('set state'), lot: any, state: fc.constantFrom(...LOT_STATES) }),
  },
)

/** Sequences of up to `count` steps. */
export const lotSteps = (count: number) =>
  fc.array(step, { minLength: Math.ceil(count / 2), maxLength: count })
