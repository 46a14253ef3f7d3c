import { z } from 'zod'
import { MAX_ID, MAX_PAGE_SIZE } from './limits.ts'

/** Pieces of schema shared by the endpoints. PostgreSQL stores no NUL, so it is refused here with a clear text. */
const withoutControls = (value: string) =>
  // oxlint-disable-next-line no-control-regex -- these are the characters that are refused
  !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(value) && value.isWellFormed()

const CONTROLS = 'El texto tiene caracteres no permitidos'

/** 'El nombre es requerido', 'La descripción es requerida'. */
export function missing(name: string): string {
  return `${name} ${name.startsWith('La ') ? 'es requerida' : name.startsWith('Los ') ? 'son requeridos' : 'es requerido'}`
}

export function text(max: number, name = 'El texto') {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? missing(name) : `${name} debe ser un texto`,
    })
    .trim()
    .max(max, `${name} no puede superar los ${max} caracteres`)
    .refine(withoutControls, CONTROLS)
}

/** One line: line breaks are refused, as they would end up in mail headers and file names. */
export function line(max: number, name = 'El texto') {
  return text(max, name).refine((value) => !/[\r\n]/.test(value), `${name} no puede tener saltos de línea`)
}

/** An id in a path or body: a positive integer that fits the column. Anything else is simply unknown. */
const KnownId = z.int().min(1).max(MAX_ID)
export const Id = z.union([
  KnownId,
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(KnownId),
])

/** An id inside JSON: a number, never text, so that `"1 or 1"` is refused rather than read. */
export const JsonId = z
  .number('Identificador inválido')
  .int('Identificador inválido')
  .min(1, 'Identificador inválido')
  .max(MAX_ID, 'Identificador inválido')

export const IdParams = z.object({ id: Id })

/** A number, or the text of one as forms send it. Nothing else becomes one: not '', not true, not a list. */
export function numeric<S extends z.ZodType<number>>(name: string, limits: (number: z.ZodNumber) => S) {
  const number = z.number({
    error: ({ input }) =>
      input === undefined || input === null ? missing(name) : `${name} debe ser un número`,
  })
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value
    const typed = value.trim()
    if (typed === '') return undefined
    return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(typed) ? Number(typed) : value
  }, limits(number))
}

/** A plain mail address: simple linear pattern, no quoted parts, no comments. */
export const Email = z
  .string('El email es requerido')
  .trim()
  .min(1, 'El email es requerido')
  .max(254, 'Ingrese un email válido')
  .regex(
    /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/,
    'Ingrese un email válido',
  )
  .transform((email) => email.toLowerCase())

/** What stands in a query: wrong values are ignored, as a visitor who edits an address should still see a list. */
export const queryText = (max: number) =>
  z
    .string()
    .trim()
    .transform((value) => value.replaceAll('\0', '').toWellFormed().slice(0, max))
    .optional()
    .catch(undefined)

export const queryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')
  .optional()
  .catch(undefined)

/** `page` and `page_size`; a page that is no number is the first, a size beyond the limit is the limit. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(1),
  page_size: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, MAX_PAGE_SIZE))
    .optional()
    .catch(undefined),
})
export type PageQuery = z.output<typeof PageQuery>

/** A calendar day of Buenos Aires, `2026-11-20`. */
export const Day = z.iso.date('Fecha inválida')
