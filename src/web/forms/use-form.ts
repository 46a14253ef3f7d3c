import { type FormEvent, useEffect, useRef, useState } from 'react'
import { afterPress } from '../browser/after-press.ts'
import { useErrorTitle } from '../ui/form/use-error-title.ts'
import { showToast } from '../ui/toast.tsx'
import {
  afterChange,
  afterFailure,
  afterLeaving,
  afterNews,
  afterSave,
  type Change,
  editsOf,
  type Failure,
  type FieldErrors,
  type FieldOfCode,
  failureOf,
  ownerByName,
  type OwnerOf,
  shownErrors,
  startOf,
} from './form-state.ts'

interface FormOptions<Base, Values> {
  base: Base
  /** The form values of `base`; by default `base` itself. */
  valuesOf?: (base: Base) => Values
  /** Earlier input, restored after the form was closed or the session ended. */
  values?: Values | undefined
  /** The form's own rules: the errors by field. */
  errorsOf?: (values: NoInfer<Values>) => FieldErrors
  /** Whether saving would change anything; by default, whether any value differs. */
  isDirty?: (values: Values, base: Base) => boolean
  ownerOf?: OwnerOf
  /** Id of the control of a field. */
  idOf: (field: string) => string
  /**
   * The toast of a failed save. A function gets the text of the first invalid field, and the error if a request was sent.
   */
  failed: string | ((text: string | undefined, error: unknown) => string | undefined)
  /**
   * What takes the focus after a failed submit: the `FormSummary`, or the first invalid field. Without a summary only the
   * fields of that submit show errors, and the title says that it failed.
   */
  focuses?: 'summary' | 'field'
  fieldOfCode?: FieldOfCode
}

/** Only a base that is itself the values needs no `valuesOf`. */
type Needed<Base, Values> = Base extends Values ? unknown : { valuesOf: (base: Base) => Values }

export type Form<Base, Values extends object> = ReturnType<typeof useForm<Base, Values>>

/**
 * The state of a form: values, errors and when they show, one request at a time. The rules are pure functions of the
 * contract; the server's errors are shown under their field.
 */
export function useForm<Base, Values extends object = Base & object>(
  options: FormOptions<Base, Values> & Needed<Base, Values>,
) {
  // safe: see `Needed`
  const { valuesOf = (base) => base as unknown as Values } = options
  const { errorsOf, idOf, failed, ownerOf = ownerByName } = options
  const isWithoutSummary = options.focuses === 'field'
  const [state, setState] = useState(() => startOf(options.base, options.values ?? valuesOf(options.base)))
  const [isBusy, setIsBusy] = useState(false)
  // A second press can come before the first is rendered.
  const isSending = useRef(false)
  const { base, values } = state
  const wrong = errorsOf?.(values) ?? {}
  const shown = shownErrors(state, wrong)

  const isFailed = state.failure !== undefined && state.failure.general.length + Object.keys(shown).length > 0
  useErrorTitle(isWithoutSummary && isFailed)
  const endToast = useRef(() => {})
  // Typing has mended it; a form that starts again leaves its toast, as when its dialog closes.
  const isMended = !isFailed && state.edited.size > 0
  useEffect(() => {
    if (isMended) endToast.current()
  }, [isMended])

  const fail = (failure: Failure, found: FieldErrors = failure.fields) => {
    const asked = Object.keys(found).filter((field) => found[field])
    const [first] = asked
    setState((now) => afterFailure(now, isWithoutSummary ? { ...failure, asked } : failure))
    if (isWithoutSummary && first) document.getElementById(idOf(first))?.focus()
    const isRefused = failure.error !== undefined
    const toast =
      typeof failed === 'function' ? failed(first && found[first], failure.error) : isRefused && failed
    if (toast) endToast.current = showToast('error', toast)
  }
  /** Sends without the form's own rules, for example after a merge. Ignored during a request. */
  const run = async (send: () => Promise<unknown>) => {
    if (isSending.current) return
    isSending.current = true
    endToast.current()
    setIsBusy(true)
    setState((now) => ({ ...now, failure: undefined, isSaved: false }))
    try {
      await send()
    } catch (error) {
      fail(failureOf(error, values, ownerOf, options.fieldOfCode))
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }
  const submit = (send: (values: Values) => Promise<unknown>) => {
    if (isSending.current) return
    const half = halfDates(values, idOf)
    const found = { ...wrong, ...half }
    if (Object.values(found).some(Boolean)) fail({ fields: half, general: [] }, found)
    else void run(() => send(values))
  }
  const change = (part: Change<Values>, field?: string) =>
    setState((now) => afterChange(now, part, { field, ownerOf }))
  const leave = (field: string, value: string) =>
    afterPress(() => setState((now) => afterLeaving(now, field, value)))

  return {
    base,
    values,
    idOf,
    change,
    leave,
    isDirty: (options.isDirty ?? differs(valuesOf))(values, base),
    isBusy,
    isSaved: state.isSaved,
    tries: state.tries,
    failure: state.failure,
    fail,
    /** The errors shown now, by field. */
    errors: shown,
    run,
    submit,
    /** For `<form onSubmit>`; does nothing while the form `waits`, for example for an upload. */
    onSubmit:
      (send: (values: Values) => Promise<unknown>, waits = false) =>
      (event: FormEvent) => {
        event.preventDefault()
        if (!waits) submit(send)
      },
    /** Resets the form: without `next`, to the values loaded or saved last. */
    restart: (next: Base = base, typed: Values = valuesOf(next)) => setState(startOf(next, typed)),
    saved: (next: Base, sent: Values) =>
      setState((now) => afterSave(now, { base: next, values: valuesOf(next) }, sent)),
    /** Call it with reloaded data `next`: unedited values follow it. May be called while rendering. */
    follow: (next: Base) =>
      setState((now) => afterNews(now, { base: next, values: valuesOf(next) }, valuesOf(now.base))),
    /** The props of a text control. */
    field: (name: keyof Values & string) => {
      const value = String(values[name])
      return {
        id: idOf(name),
        value,
        error: shown[name],
        onChange: (event: { target: { value: string } }) =>
          // safe: text controls only get text fields
          change({ [name]: event.target.value } as Partial<Values>),
        onBlur: () => leave(name, value),
      }
    },
  }
}

function differs<Base, Values extends object>(valuesOf: (base: Base) => Values) {
  return (values: Values, base: Base) => Object.keys(editsOf(values, valuesOf(base))).length > 0
}

/** Dates that the browser cannot read, such as one without its year: as a value they are empty, and would be lost. */
function halfDates(values: object, idOf: (field: string) => string): FieldErrors {
  const isHalf = (field: string) => {
    const control = document.getElementById(idOf(field))
    return control instanceof HTMLInputElement && control.type === 'date' && control.validity.badInput
  }
  return Object.fromEntries(
    Object.keys(values)
      .filter(isHalf)
      .map((field) => [field, 'La fecha está incompleta o no existe']),
  )
}
