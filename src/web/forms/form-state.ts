import type { ErrorCode } from '../../contract/errors.ts'
import { Refusal } from '../data/api.ts'

/** Texts by field, under the server's names: `name`, `blisters.0.price`. A valid field has none. */
export type FieldErrors = { readonly [field: string]: string | undefined }

/** Why the last submit failed. */
export interface Failure {
  /** The error thrown; undefined when the form's own rules stopped the submit and nothing was sent. */
  error?: unknown
  /** The server's errors for fields of this form, until the fields change. */
  fields: FieldErrors
  /** The server's other errors, or its reason. */
  general: string[]
  /** The fields whose own rules show errors because of this submit; all fields when undefined. */
  asked?: readonly string[]
}

interface FormState<Base, Values> {
  /** The values loaded, or saved last. */
  base: Base
  values: Values
  /** Fields edited since they were last left. */
  edited: ReadonlySet<string>
  /** Fields left after an edit, or with a value. */
  touched: ReadonlySet<string>
  failure: Failure | undefined
  /** Failed submits since `base`. */
  tries: number
  /** Saved, and not changed since. */
  isSaved: boolean
}

export type Change<Values> = Partial<Values> | ((now: Values) => Partial<Values>)

/** The value that a server field belongs to: `blisters` for `blisters.0.price`. */
export type OwnerOf = (field: string) => string

export function startOf<Base, Values>(base: Base, values: Values): FormState<Base, Values> {
  const none: ReadonlySet<string> = new Set()
  return { base, values, edited: none, touched: none, failure: undefined, tries: 0, isSaved: false }
}

/** Sets the saved `values` as base. Edits made after `sent` stay, except in lists, which get ids from the server. */
export function afterSave<Base, Values extends object>(
  state: FormState<Base, Values>,
  saved: { base: Base; values: Values },
  sent: Values,
): FormState<Base, Values> {
  const typed = Object.entries(editsOf(state.values, sent)).filter(([, value]) => !Array.isArray(value))
  const values = { ...saved.values, ...Object.fromEntries(typed) }
  return { ...startOf(saved.base, values), isSaved: true }
}

/** Unedited values follow a base that changed elsewhere. `before`: the previous base values. */
export function afterNews<Base, Values extends object>(
  state: FormState<Base, Values>,
  news: { base: Base; values: Values },
  before: Values,
): FormState<Base, Values> {
  return { ...state, base: news.base, values: { ...news.values, ...editsOf(state.values, before) } }
}

/** The values that differ from `before`. */
export function editsOf<Values extends object>(values: Values, before: Values): Partial<Values> {
  const was = new Map<string, unknown>(Object.entries(before))
  const edits = Object.entries(values).filter(([name, value]) => value !== was.get(name))
  // safe: a part of `values`
  return Object.fromEntries(edits) as Partial<Values>
}

/** `field` names the control when it is only a part of a value. */
export function afterChange<Base, Values extends object>(
  state: FormState<Base, Values>,
  change: Change<Values>,
  { field, ownerOf }: { field?: string | undefined; ownerOf: OwnerOf },
): FormState<Base, Values> {
  const part = typeof change === 'function' ? change(state.values) : change
  const { failure } = state
  const fields = Object.entries(failure?.fields ?? {}).filter(([name]) => !(ownerOf(name) in part))
  return {
    ...state,
    values: { ...state.values, ...part },
    edited: new Set([...state.edited, field ?? '', ...Object.keys(part)]),
    failure: failure && { ...failure, fields: Object.fromEntries(fields) },
    isSaved: false,
  }
}

/** An empty field that was only tabbed through shows no error yet. */
export function afterLeaving<State extends FormState<unknown, unknown>>(
  state: State,
  field: string,
  value: string,
): State {
  if (value === '' && !state.edited.has(field)) return state
  return {
    ...state,
    edited: new Set([...state.edited].filter((other) => other !== field)),
    touched: new Set([...state.touched, field]),
  }
}

export function afterFailure<State extends FormState<unknown, unknown>>(
  state: State,
  failure: Failure,
): State {
  return { ...state, failure, tries: state.tries + 1, isSaved: false }
}

/** The errors shown now: the server's first, the form's own once the field was left or a submit failed. */
export function shownErrors(
  { failure, touched }: Pick<FormState<unknown, unknown>, 'failure' | 'touched'>,
  wrong: FieldErrors,
): Record<string, string> {
  const isAsked = (field: string) => failure !== undefined && (failure.asked?.includes(field) ?? true)
  const own = Object.entries(wrong).filter(([field]) => isAsked(field) || touched.has(field))
  const all = Object.entries({ ...Object.fromEntries(own), ...failure?.fields })
  return Object.fromEntries(all.flatMap(([field, text]) => (text ? [[field, text]] : [])))
}

/** The field that a refusal without field names is about. */
export type FieldOfCode = { readonly [Code in ErrorCode]?: string }

/** The texts of a refusal, sorted into fields of `values` and others. */
export function failureOf(
  error: unknown,
  values: object,
  ownerOf: OwnerOf = ownerByName,
  fieldOfCode: FieldOfCode = {},
): Failure {
  const errors = error instanceof Refusal ? errorsIn(error, fieldOfCode) : []
  const isOwn = ([field]: [string, string[]]) => ownerOf(field) in values
  const own = errors.filter(isOwn).map(([field, texts]) => [field, texts.join('. ')])
  const rest = errors.filter((named) => !isOwn(named)).flatMap(([, texts]) => texts)
  const reason = errors.length === 0 && error instanceof Error ? [error.message] : []
  return { error, fields: Object.fromEntries(own), general: [...reason, ...rest] }
}

function errorsIn({ body, message }: Refusal, fieldOfCode: FieldOfCode): [string, string[]][] {
  const field = body.code && fieldOfCode[body.code]
  return field ? [[field, [message]]] : Object.entries(body.errors ?? {})
}

export const ownerByName: OwnerOf = (field) => field.split('.', 1)[0] ?? field

/** Whether the server named fields; otherwise the refusal is not about the values. */
export function namesFields(error: unknown): boolean {
  return error instanceof Refusal && Object.keys(error.body.errors ?? {}).length > 0
}
