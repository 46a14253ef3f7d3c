import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply, textReply } from '../endpoint.ts'
import { SHEET_BYTES } from '../limits.ts'

export const exportProducts = endpoint(calls.exportProducts, {
  summary: 'All products as a sheet (CSV with ; and a byte order mark), a row for each presentation',
  access: 'admin',
  reply: textReply('text/csv; charset=utf-8'),
})

/** `saved` is false in a dry run and with any problem. `problems` has the first hundred. */
const SheetReport = z.object({
  problems: z.array(z.object({ row: z.int(), text: z.string() })),
  problem_count: z.int(),
  /** `id` is null for a new product. */
  changes: z.array(z.object({ id: z.int().nullable(), name: z.string(), facts: z.array(z.string()) })),
  unchanged: z.int(),
  saved: z.boolean(),
})
export type SheetReport = z.output<typeof SheetReport>

export const XLSX_REFUSED = 'Es un archivo de Excel. Guardarlo como «CSV UTF-8» y subir ese.'

/** UNSUPPORTED_TYPE for a file of Excel. docs/operating/spreadsheet.md has the columns. */
export const importProducts = endpoint(calls.importProducts, {
  summary: 'Save a sheet of products, all or nothing; with `dry_run` only says what would change',
  access: 'admin',
  query: z.object({
    /** `?dry_run` without a value counts as true. */
    dry_run: z
      .string()
      .optional()
      .catch(undefined)
      .transform((value) => value !== undefined && value !== 'false' && value !== '0'),
  }),
  form: {
    fields: Nothing,
    files: ['file'],
    maxFiles: 1,
    maxFileBytes: SHEET_BYTES,
    fileName: 'La planilla',
    orJson: false,
  },
  reply: reply(SheetReport),
})
