import { keptEdits } from '../../forms/kept-edits.ts'
import type { FieldErrors } from '../../forms/form-state.ts'
import { mergeFields, type ThreeWay } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useMerge } from '../../forms/use-merge.ts'

interface RecordForm<Base, Values extends object> {
  /** Names the form of one record: edits kept at the end of a session belong to it. */
  name: (record: Base) => string
  valuesOf: (record: Base) => Values
  errorsOf?: (values: Values, record: Base) => FieldErrors
  /** Whether saving would change anything; by default, whether any value differs. */
  isDirty?: (values: Values, record: Base) => boolean
  /** Id of the control of a field. */
  idOf: (field: string) => string
  failed: string
  /** The form stays open after a save. */
  stays?: boolean
  read: (record: Base) => Promise<Base>
  /** Sends values edited from `record`, with its version. */
  write: (values: Values, record: Base) => Promise<Base>
  /** Merges a concurrent save; `mergedByField` where each field stands for itself. */
  merge: (of: { base: Values; mine: Values; theirs: Values }) => ThreeWay<Values>
}

/**
 * Makes the hook of a form that edits one record: it keeps edits when the session ends, merges a concurrent save field by
 * field, and sends the version it was edited from. Dialogs guard their closing (`ActionDialog`), screens their leaving
 * (`useLeaveGuard`).
 */
export function recordForm<Base, Values extends object>(of: RecordForm<Base, Values>) {
  const { useKept, useKeep } = keptEdits<{ base: Base; values: Values }>()

  /** `waits`: nothing is sent, for example during an upload. */
  return function useRecordForm(
    record: Base,
    onSaved: (saved: Base, sent: Values) => unknown,
    waits = false,
  ) {
    const name = of.name(record)
    const kept = useKept(name)
    // safe: it has `valuesOf`
    const form = useForm<Base, Values>({
      base: kept?.base ?? record,
      valuesOf: of.valuesOf,
      values: kept?.values,
      errorsOf: (values) => of.errorsOf?.(values, record) ?? {},
      ...(of.isDirty && { isDirty: of.isDirty }),
      idOf: of.idOf,
      failed: of.failed,
    } as Parameters<typeof useForm<Base, Values>>[0])
    useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
    const merge = useMerge<Base, Values>({
      form,
      read: () => of.read(record),
      write: of.write,
      merge: (base, mine, theirs) => of.merge({ base: of.valuesOf(base), mine, theirs: of.valuesOf(theirs) }),
      onSaved: (saved, sent) => {
        if (of.stays) form.saved(saved, sent)
        return onSaved(saved, sent)
      },
    })
    const save = (values: Values) => merge.save(values, form.base)
    return { ...form, merge, save: () => form.submit(save), onSubmit: form.onSubmit(save, waits) }
  }
}

/** A merge whose conflicts name the field and show both values; an empty text as '(vacío)'. */
export function mergedByField<Values extends object>(
  labels: Record<keyof Values & string, string>,
  show: (value: Values[keyof Values], field: keyof Values & string) => string | undefined = () => undefined,
) {
  return (values: { base: Values; mine: Values; theirs: Values }) =>
    mergeFields(values, {
      label: (field) => labels[field],
      show: (value, field) => show(value, field) ?? (value === '' ? '(vacío)' : String(value)),
    })
}
