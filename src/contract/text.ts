import { z } from 'zod'
import { unreadError } from './amounts.ts'
import { EMAIL_INVALID, EMAIL_PATTERN, EMAIL_REQUIRED, tidyEmail } from './email.ts'
import { EMAIL_LENGTH, MAX_ID, MAX_PAGE_SIZE, NAME_LENGTH } from './limits.ts'
import { cannot, missing, must, NAME, notANumber, requiredError, tooLong } from './sentences.ts'

/** PostgreSQL cannot store NUL, and no text needs the other control characters. */
const withoutControls = (value: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these characters are refused
  !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(value) && value.isWellFormed()

const CONTROLS = 'El texto tiene caracteres no permitidos'

/** Text of at most `max` characters, trimmed, with accents put together. `name` starts its error texts: 'La descripción'. */
export function text(max: number, name = 'El texto') {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? missing(name) : `${must(name)} ser un texto`,
    })
    .trim()
    .normalize('NFC')
    .max(max, tooLong(name, max))
    .refine(withoutControls, CONTROLS)
}

/**
 * Text without line breaks, which would end up in mail headers and file names, and without bidi controls, which make a name
 * look like another one. Zero-width characters are dropped and spaces joined: what looks the same is the same.
 */
export function line(max: number, name = 'El texto') {
  return text(max, name)
    .overwrite(asSeen)
    .refine((value) => !/[\r\n]/.test(value), `${cannot(name)} tener saltos de línea`)
    .refine(
      (value) => !/\p{Bidi_Control}/u.test(value),
      `${cannot(name)} tener caracteres invisibles que cambian el orden de las letras`,
    )
}

function asSeen(value: string): string {
  return value
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\r\n]+/g, ' ')
    .trim()
}

/** A line with something to see in it. */
export function requiredLine(max: number, name: string) {
  return line(max, name)
    .min(1, { error: missing(name), abort: true })
    .superRefine(refusedBy((value) => requiredError(value, name)))
}

/** The name of a product, a brand or a person. */
export const Name = line(NAME_LENGTH, NAME)
export const RequiredName = requiredLine(NAME_LENGTH, NAME)

/** Lets a schema use the rule function of a form. */
export function refusedBy<Value>(rule: (value: Value) => string | undefined) {
  return (value: Value, context: z.RefinementCtx<Value>) => {
    const error = rule(value)
    if (error) context.addIssue({ code: 'custom', message: error })
  }
}

export const STATUS_INVALID = 'El estado no es válido'

/** A boolean in JSON. */
export const Flag = z.boolean('Debe ser verdadero o falso')

const KnownId = z.int().min(1).max(MAX_ID)

/** An id in a path: a positive integer that fits the column. The server answers 404 to anything else. */
export const Id = z.union([
  KnownId,
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(KnownId),
])

/** An id inside JSON: a number, never text. */
export const JsonId = z
  .number('Identificador inválido')
  .int('Identificador inválido')
  .min(1, 'Identificador inválido')
  .max(MAX_ID, 'Identificador inválido')

/** The parameter of paths such as `/products/:id/`. */
export const IdParams = z.object({ id: Id })

/**
 * A number, or its text as forms send it, with a point before its decimals; three of them may be thousands and are
 * refused. '', booleans and lists are not read as numbers.
 */
export function numeric<S extends z.ZodType<number>>(name: string, limits: (number: z.ZodNumber) => S) {
  const number = z.number({
    error: ({ input }) => {
      if (input === undefined || input === null) return missing(name)
      return (typeof input === 'string' && unreadError(input, name)) || notANumber(name)
    },
  })
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value
    const typed = value.trim()
    if (typed === '') return undefined
    return /^-?\d{1,15}(?:\.(?:\d{1,2}|\d{4,6}))?$/.test(typed) ? Number(typed) : value
  }, limits(number))
}

/** A mail address, trimmed and in lower case. */
export const Email = z
  .string(EMAIL_REQUIRED)
  .overwrite(tidyEmail)
  .min(1, EMAIL_REQUIRED)
  .max(EMAIL_LENGTH, EMAIL_INVALID)
  .regex(EMAIL_PATTERN, EMAIL_INVALID)
  .transform((email) => email.toLowerCase())

/** The schema, or ''. A plain union would replace the schema's error texts. */
export function orEmpty<S extends z.ZodType<string>>(schema: S) {
  return z.union([z.literal(''), schema], { error: ({ errors }) => errors.at(-1)?.[0]?.message })
}

/** Text that may be left out: null and missing count as ''. */
export function orNone<S extends z.ZodType<string>>(schema: S) {
  return schema.nullish().transform((value) => value ?? '')
}

export const OptionalEmail = orEmpty(Email)

/** A text of a query. Wrong values are ignored, so that an edited address still shows a list. */
export const queryText = (max: number) =>
  z
    .string()
    .trim()
    .transform((value) => value.replaceAll('\0', '').toWellFormed().slice(0, max))
    .optional()
    .catch(undefined)

/** An id of a query; anything else is ignored. */
export const queryId = z.coerce.number().int().min(1).max(MAX_ID).optional().catch(undefined)

/** Ids of a query, separated by commas, at most `most`. Undefined without a valid one. */
export const queryIds = (most: number) =>
  z
    .string()
    .transform((text) => text.split(',').flatMap((id) => queryId.parse(id) ?? []))
    .transform((ids) => (ids.length === 0 ? undefined : [...new Set(ids)].slice(0, most)))
    .optional()
    .catch(undefined)

/** A flag of a query: `true`, `false`, `1` or `0`; anything else is ignored. */
export const queryFlag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')
  .optional()
  .catch(undefined)

/**
 * An invalid page counts as the first. An invalid size counts as 0, the list's default size; one above `MAX_PAGE_SIZE`
 * counts as `MAX_PAGE_SIZE`.
 */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(1),
  page_size: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, MAX_PAGE_SIZE))
    .optional()
    .catch(0),
})
export type PageQuery = z.output<typeof PageQuery>

/** A calendar day of Buenos Aires, `2026-11-20`. PostgreSQL has no year 0. */
export const Day = z.iso.date('Fecha inválida').refine((day) => day >= '0001-01-01', 'Fecha inválida')
