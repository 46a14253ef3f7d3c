import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply, textReply } from '../endpoint.ts'
import { Day } from '../text.ts'
import { MEASURES, periodError, REPORT_BASES, REPORT_GROUPS, REPORT_KINDS } from './report-rules.ts'

const Params = z.object({ kind: z.enum(REPORT_KINDS) })

/**
 * Days of Buenos Aires, both included, at most two years. `group` is the period of sales rows, `basis` what counts as
 * a sale.
 */
export const ReportQuery = z
  .object({
    from: Day,
    to: Day,
    group: z.enum(REPORT_GROUPS, 'La agrupación no es válida').default('day'),
    basis: z.enum(REPORT_BASES, 'Lo que se cuenta no es válido').default('ordered'),
  })
  .superRefine(({ from, to }, context) => {
    for (const [path, message] of Object.entries(periodError(from, to) ?? {}))
      context.addIssue({ code: 'custom', path: [path], message })
  })
export type ReportQuery = z.output<typeof ReportQuery>

const Amount = z.number().optional()
const Amounts = z.object(
  Object.fromEntries(MEASURES.map((name) => [name, Amount])) as Record<
    (typeof MEASURES)[number],
    typeof Amount
  >,
)

/** `measuresOf` lists the figures of a kind. Money in pesos. */
const ReportRow = Amounts.extend({
  /** The period (`2026-11-20`, `2026-W47`, `2026-11`), an id, a name, `guest`, `removed`, `none` or `rest`. */
  key: z.string(),
  label: z.string(),
})
export type ReportRow = z.output<typeof ReportRow>

/**
 * Sales have a row for each period, empty ones too; other kinds are sorted largest first, with one row for all beyond
 * 500. `since`: the first day with recorded discounts, payments or searches, null without any.
 */
const Report = z.object({
  kind: z.enum(REPORT_KINDS),
  from: z.string(),
  to: z.string(),
  group: z.enum(REPORT_GROUPS),
  basis: z.enum(REPORT_BASES),
  since: z.string().nullable(),
  rows: z.array(ReportRow),
  totals: Amounts,
})
export type Report = z.output<typeof Report>

export const getReport = endpoint(calls.getReport, {
  summary: 'What was sold, collected, claimed or searched in a period',
  access: 'admin',
  needs: 'reports_read',
  params: Params,
  query: ReportQuery,
  reply: reply(Report),
})

/** All rows, without totals. */
export const downloadReport = endpoint(calls.downloadReport, {
  summary: 'A report as a sheet (CSV with ; and a byte order mark)',
  access: 'admin',
  needs: 'reports_read',
  params: Params,
  query: ReportQuery,
  reply: textReply('text/csv; charset=utf-8'),
})
