import * as fc from 'fast-check'

/** Numbers choose among the existing things, by remainder; `day` and `minute` say when, in Buenos Aires. */
export type SaleStep = { day: number; minute: number } & (
  | { do: 'order'; who: number; guest: boolean; lines: { blister: number; quantity: number }[] }
  | { do: 'cancel'; order: number }
  | { do: 'line price'; order: number; discount: number }
  | { do: 'pay'; order: number; amount: number; kind: 'payment' | 'refund' }
  | { do: 'void'; order: number; payment: number }
  | { do: 'delete'; order: number }
  | { do: 'reprice'; blister: number; discount: number }
)

const any = fc.nat({ max: 1_000 })
/** From 20 December 2020 to 10 March: over a new year and a week 53. */
const when = {
  day: fc.nat({ max: 80 }),
  // At and around midnight there and in UTC.
  minute: fc.constantFrom(0, 1, 600, 1_259, 1_260, 1_439),
}
const kind = <Kind extends SaleStep['do']>(name: Kind) => fc.constant(name)
const line = fc.record({ blister: any, quantity: fc.integer({ min: 1, max: 5 }) })

const step: fc.Arbitrary<SaleStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...when,
      do: kind('order'),
      who: any,
      guest: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...when, do: kind('cancel'), order: any }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...when, do: kind('line price'), order: any, discount: fc.constantFrom(7, 50) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...when,
      do: kind('pay'),
      order: any,
      amount: fc.integer({ min: 1, max: 500_000 }),
      kind: fc.constantFrom('payment', 'payment', 'refund'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...when, do: kind('void'), order: any, payment: any }) },
  { weight: 1, arbitrary: fc.record({ ...when, do: kind('delete'), order: any }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...when,
      do: kind('reprice'),
      blister: any,
      discount: fc.constantFrom(0, 15, 33),
    }),
  },
)

export const saleSteps = (count: number) =>
  fc.array(step, { minLength: Math.ceil(count / 2), maxLength: count })
