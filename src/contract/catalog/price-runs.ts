import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, pagesOf, reply } from '../endpoint.ts'
import {
  amountError,
  APPLY_AT_REQUIRED,
  discountError,
  MAX_PRICED,
  MINUS,
  percentError,
  type PriceRule,
  ROUND_TO_LIMITS,
  ROUNDING_WAYS,
  RULE_FIELDS,
  RULE_KINDS,
  SCHEDULE_STATES,
} from './price-rule.ts'
import { PRODUCT_TYPES } from './product-types.ts'
import { TypeAsked } from './type-asked.ts'
import { missing, notWhole, tooLarge, tooSmall } from '../sentences.ts'
import { Flag, IdParams, JsonId, numeric, PageQuery, queryId, refusedBy, STATUS_INVALID } from '../text.ts'

const { percent, amount, discount, round_to } = RULE_FIELDS

/**
 * `kind` names the field that counts: `percent`, `amount` (pesos) or `discount` (percent, never rounded). Fields of
 * other kinds are ignored.
 */
const Rule = z
  .object({
    kind: z.enum(RULE_KINDS, 'Elegí porcentaje, importe o descuento'),
    percent: numeric(percent, (number) => number.superRefine(refusedBy(percentError))).optional(),
    amount: numeric(amount, (number) => number.superRefine(refusedBy(amountError))).optional(),
    discount: numeric(discount, (number) => number.superRefine(refusedBy(discountError))).optional(),
    round_to: numeric(round_to, (number) =>
      number
        .int(notWhole(round_to))
        .min(ROUND_TO_LIMITS.min, tooSmall(round_to, ROUND_TO_LIMITS.min))
        .max(ROUND_TO_LIMITS.max, tooLarge(round_to, ROUND_TO_LIMITS.max)),
    ).default(1),
    rounding: z.enum(ROUNDING_WAYS, 'El modo de redondeo no es válido').default('nearest'),
    minus: z
      .literal([...MINUS], `Lo que se resta después de redondear puede ser ${MINUS.join(', ')}`)
      .default(0),
  })
  .transform(
    ({ kind, percent: byPercent, amount: byAmount, discount: of, ...rounding }, context): PriceRule => {
      const step = { percent: byPercent, amount: byAmount, discount: of }[kind]
      if (step === undefined)
        context.addIssue({ code: 'custom', path: [kind], message: missing(RULE_FIELDS[kind]) })
      if (kind === 'discount') return { kind, discount: step ?? 0 }
      return kind === 'percent'
        ? { kind, percent: step ?? 0, ...rounding }
        : { kind, amount: step ?? 0, ...rounding }
    },
  )

/** A selection by a program that found nothing must not become the whole shop. */
const NOTHING_CHOSEN = 'Elegí al menos uno, o dejá el filtro sin esta clave'

/**
 * Selects presentations; without a key, all with a price. `ids` are product ids; `against: false` leaves out prices that
 * would change against the rule.
 */
const Filter = z.object({
  brands: z.array(JsonId).min(1, NOTHING_CHOSEN).max(200).optional(),
  types: z.array(TypeAsked).min(1, NOTHING_CHOSEN).max(PRODUCT_TYPES.length).optional(),
  limited: Flag.optional(),
  national: Flag.optional(),
  available: Flag.optional(),
  ids: z.array(JsonId).min(1, NOTHING_CHOSEN).max(MAX_PRICED).optional(),
  against: Flag.optional(),
})
export type PriceFilter = z.output<typeof Filter>

const RunInput = z.object({ rule: Rule, filter: Filter.default({}) })

/** A presentation whose price the rule changes, or would change without `against: false`. Pesos. */
const PreviewRow = z.object({
  blister_id: z.int(),
  product_id: z.int(),
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  seed_count: z.int(),
  /** Percent, before and after. Rules by percent or amount leave it unchanged. */
  discount: z.number(),
  discount_new: z.number(),
  old: z.number(),
  new: z.number(),
  final_old: z.number(),
  final_new: z.number(),
  /** Rises by a discount or a cut, or falls by a raise. */
  is_against: z.boolean(),
})
export type PreviewRow = z.output<typeof PreviewRow>

/**
 * `token` identifies these prices: `applyPrices` refuses it once one of them has changed. Sums as in `Run`; `count` and
 * sums are of what changes, `against` counts the rows against the rule, left out or not.
 */
const Preview = z.object({
  rows: z.array(PreviewRow),
  count: z.int(),
  against: z.int(),
  sum_old: z.number(),
  sum_new: z.number(),
  token: z.string(),
})
export type PricePreview = z.output<typeof Preview>

/** VALIDATION also when a price would leave the limits, or more than 5,000 presentations match. Changes nothing. */
export const previewPrices = endpoint(calls.previewPrices, {
  summary: 'Preview a rule: prices before and after',
  access: 'admin',
  body: RunInput,
  reply: reply(Preview),
})

const RuleAsked = z.object({
  kind: z.enum(RULE_KINDS),
  percent: z.number().optional(),
  amount: z.number().optional(),
  discount: z.number().optional(),
  round_to: z.number().optional(),
  rounding: z.enum(ROUNDING_WAYS).optional(),
  minus: z.number().optional(),
})

/** `grid`: prices typed in a table and saved together. */
const RUN_KINDS = [...RULE_KINDS, 'sheet', 'undo', 'grid'] as const

/**
 * A change of many prices, in pesos. `rule` and `filter` are null for sheets, grids and undos. Sums add up prices; if
 * only discounts change, final prices.
 */
const Run = z.object({
  id: z.int(),
  kind: z.enum(RUN_KINDS),
  rule: RuleAsked.nullable(),
  filter: Filter.nullable(),
  changed: z.int(),
  sum_old: z.number(),
  sum_new: z.number(),
  /** The run that this one undoes, and the one that undid it. */
  undo_of: z.int().nullable(),
  undone_by: z.int().nullable(),
  user: z.string(),
  created_at: z.iso.datetime(),
})
export type PriceRun = z.output<typeof Run>

export const listPriceRuns = endpoint(calls.listPriceRuns, {
  summary: 'Changes of many prices, newest first',
  access: 'admin',
  query: PageQuery,
  reply: pagesOf(reply(Run)),
})

const Kept = z.object({
  blister_id: z.int(),
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  seed_count: z.int(),
})
export type KeptPrice = z.output<typeof Kept>

/** CONFLICT when it is undone already, or all of its prices changed since. */
export const undoPriceRun = endpoint(calls.undoPriceRun, {
  summary: 'Undo a price run; prices changed since stay and are listed in `kept`. Honours Idempotency-Key',
  access: 'admin',
  params: IdParams,
  reply: reply(z.object({ run: Run, kept: z.array(Kept) })),
  status: 201,
})

/** Pesos and percent. `old_…` is null in the first row of the history. */
const HistoryRow = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  old_price: z.number().nullable(),
  new_price: z.number(),
  old_discount: z.number().nullable(),
  new_discount: z.number(),
  final_price: z.number(),
  user: z.string(),
  run_id: z.int().nullable(),
  kind: z.enum(RUN_KINDS).nullable(),
})
export type PriceHistoryRow = z.output<typeof HistoryRow>

/** `before` is the cursor of the next page (a row id), null on the last. */
export const listPriceHistory = endpoint(calls.listPriceHistory, {
  summary: 'The price history of a presentation, newest first',
  access: 'admin',
  params: IdParams,
  query: z.object({ before: queryId }),
  reply: reply(z.object({ results: z.array(HistoryRow), before: z.int().nullable() })),
})

// ---- Schedules -------------------------------------------------------------------------------------------------

/** A scheduled price change and its outcome. Pesos. */
const Schedule = z.object({
  id: z.int(),
  state: z.enum(SCHEDULE_STATES),
  rule: RuleAsked,
  filter: Filter,
  apply_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  /** Ran late because the shop was down. */
  is_late: z.boolean(),
  /** False until an admin marks a failed or partial change as read. */
  is_seen: z.boolean(),
  count: z.int(),
  /** How many of `count` were skipped, as the price changed or the presentation was removed. 0 until it runs. */
  skipped: z.int(),
  sum_old: z.number(),
  sum_new: z.number(),
  run_id: z.int().nullable(),
  user: z.string(),
})
export type PriceSchedule = z.output<typeof Schedule>

const Planned = RunInput.extend({ token: z.string('Falta la vista previa').max(100) })
export type PlannedInput = z.output<typeof Planned>

const ApplyAt = z.iso.datetime({ offset: true, error: APPLY_AT_REQUIRED }).transform((at) => new Date(at))

const ApplyInput = Planned.extend({ apply_at: ApplyAt.optional() })

/** STALE when a price changed since the preview. Honours Idempotency-Key (IDEMPOTENCY_MISMATCH). */
export const applyPrices = endpoint(calls.applyPrices, {
  summary: 'Apply the previewed prices of `token`, all or none; with `apply_at`, schedule them',
  access: 'admin',
  body: ApplyInput,
  reply: reply(z.union([Run, Schedule])),
  status: 201,
})

const ScheduleInput = Planned.extend({ apply_at: ApplyAt })

/** STALE as `applyPrices`. Prices that changed since the preview are skipped when it runs. Honours Idempotency-Key. */
export const schedulePrices = endpoint(calls.schedulePrices, {
  summary: 'Schedule the previewed prices of `token` for a time within a year',
  access: 'admin',
  body: ScheduleInput,
  reply: reply(Schedule),
  status: 201,
})

/** Pending ones first, the next one on top; then newest first. */
export const listPriceSchedules = endpoint(calls.listPriceSchedules, {
  summary: 'Scheduled price changes and the outcome of earlier ones',
  access: 'admin',
  query: PageQuery,
  reply: pagesOf(reply(Schedule)),
})

/**
 * Cancels a pending change; marks a failed or partial one as read. CONFLICT for any other, and when its state is no longer
 * `was`, the state that the caller saw.
 */
export const closePriceSchedule = endpoint(calls.closePriceSchedule, {
  summary: 'Cancel a scheduled price change, or mark a failed or partial one as read',
  access: 'admin',
  params: IdParams,
  query: z.object({ was: z.enum(SCHEDULE_STATES, STATUS_INVALID) }),
  reply: reply(Schedule),
})
