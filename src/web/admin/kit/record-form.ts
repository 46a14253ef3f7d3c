import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Refusal } from '../../data/api.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import type { FieldErrors, OwnerOf } from '../../forms/form-state.ts'
import { mergeFields, type Sides, type ThreeWay } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { useUploadCount } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'

/** `New` is undefined where the form also makes a record, which has none yet. */
interface RecordForm<Base, Values extends object, New extends undefined> {
  /** Names the form of one record: edits kept at the end of a session belong to it. */
  name: (record: Base | New) => string
  valuesOf: (record: Base | New) => Values
  errorsOf?: (values: Values, record: Base | New) => FieldErrors
  /** Whether saving would change anything; by default, whether any value differs. */
  isDirty?: (values: Values, record: Base | New) => boolean
  ownerOf?: OwnerOf
  /** Id of the control of a field. */
  idOf: (field: string) => string
  /** The toast and the title of a refused save. */
  failed: string | ((record: Base | New, error: unknown) => string | undefined)
  /** The form stays open after a save. */
  stays?: boolean
  read: (record: Base) => Promise<Base>
  /** Sends values edited from `record`, with its version. */
  write: (values: Values, record: Base) => Promise<Base>
  create?: (values: Values) => Promise<Base>
  /** Merges a concurrent save; `mergedByField` where each field stands for itself. */
  merge: (of: Sides<Values>) => ThreeWay<Values>
  /** True if the server has no version of it, so it is read before writing. */
  isUnversioned?: boolean
  /** Whether `now` was saved after `kept`: then kept edits ask about it when the form opens, otherwise when it is saved. */
  isNewer?: (now: Base, kept: Base | New) => boolean
  /** Whether `theirs` is what an earlier save of `sent`, whose answer was lost, has made of `mine`. */
  isSavedAs?: (mine: Values, theirs: Base, sent: Values) => boolean
  /** Shows a save on other screens. */
  show: (client: QueryClient, saved: Base) => unknown
  /** The toast of a save. */
  said: string | ((sent: Values, record: Base | New) => string)
}

/**
 * Makes the hook of a form that edits one record: it keeps edits when the session ends, waits for its uploads, merges a
 * concurrent save field by field, and sends the version it was edited from. For dialogs, which guard their closing
 * (`ActionDialog`); screens are a `recordScreen`.
 */
export function recordForm<Base, Values extends object, New extends undefined = never>(
  of: RecordForm<Base, Values, New>,
) {
  const { useKept, useKeep } = keptEdits<{ base: Base | New; values: Values }>()
  const { merge: mergeValues, valuesOf, isSavedAs } = of

  /** `typed`: what a new record begins with. */
  return function useRecordForm(
    record: Base | New,
    onSaved: (saved: Base) => unknown = () => {},
    typed?: Values,
  ) {
    const client = useQueryClient()
    const name = of.name(record)
    const kept = useKept(name)
    const { isUploading, countUploads } = useUploadCount()
    const failedOf = (error: unknown) => {
      if (error === undefined) return undefined
      return typeof of.failed === 'function' ? of.failed(record, error) : of.failed
    }
    // safe: it has `valuesOf`
    const form = useForm<Base | New, Values>({
      base: kept ? kept.base : record,
      valuesOf,
      values: kept?.values ?? typed,
      errorsOf: (values) => of.errorsOf?.(values, record) ?? {},
      ...(of.isDirty && { isDirty: of.isDirty }),
      ...(of.ownerOf && { ownerOf: of.ownerOf }),
      idOf: of.idOf,
      failed: (_text, error) => failedOf(error),
    } as Parameters<typeof useForm<Base | New, Values>>[0])
    useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
    const done = async (saved: Base, sent: Values) => {
      if (of.stays) form.saved(saved, sent)
      await of.show(client, saved)
      showToast('success', typeof of.said === 'function' ? of.said(sent, record) : of.said)
      return onSaved(saved)
    }
    const unanswered = useRef<Values>(undefined)
    const merge = useMerge<Base, Values>({
      form,
      // safe: only a record is merged
      read: () => of.read(record as Base),
      write: async (values, base) => {
        try {
          const saved = await of.write(values, base)
          unanswered.current = undefined
          return saved
        } catch (error) {
          if (isUnanswered(error)) unanswered.current = values
          throw error
        }
      },
      merge: (base, mine, theirs) => mergeValues({ base: valuesOf(base), mine, theirs: valuesOf(theirs) }),
      ...(of.isUnversioned && { isUnversioned: true }),
      isSavedAs: (mine, theirs) =>
        unanswered.current !== undefined && isSavedAs?.(mine, theirs, unanswered.current) === true,
      onSaved: done,
      initial: () => {
        if (!kept || record === undefined || !of.isNewer?.(record, kept.base)) return undefined
        const sides = { base: valuesOf(kept.base), mine: kept.values, theirs: valuesOf(record) }
        return { ...mergeValues(sides), theirs: record }
      },
    })
    const save = async (values: Values) => {
      if (form.base !== undefined || !of.create) return merge.save(values, form.base as Base) // safe: it is a record
      return done(await of.create(values), values)
    }
    /** The title of its errors; undefined unless a request was refused. */
    const failedTitle = failedOf(form.failure?.error)
    return {
      ...form,
      failedTitle,
      /** The same where its words are needed above: for errors that name no field. */
      generalTitle: form.failure?.general.length ? failedTitle : undefined,
      merge,
      isUploading,
      /** For `<UploadCount>` around its pictures. */
      countUploads,
      save: () => form.submit(save),
      onSubmit: form.onSubmit(save, isUploading),
    }
  }
}

/** Whether the result of a save is unknown. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status >= 500)
}

interface RecordScreen<Base, Values extends object, New extends undefined>
  extends RecordForm<Base, Values, New> {
  /** Whether the screen still shows the record with these parameters; by default with all. */
  isShown?: (params: URLSearchParams, record: Base | New) => boolean
}

/** The same for a form that is a screen (`RecordScreen`): leaving it with edits, or during an upload, asks first. */
export function recordScreen<Base, Values extends object, New extends undefined = never>(
  of: RecordScreen<Base, Values, New>,
) {
  const useRecord = recordForm<Base, Values, New>(of)
  return function useRecordScreen(record: Base | New, onSaved?: (saved: Base) => unknown, typed?: Values) {
    const leave = (saved: Base) => {
      // A new record has its own address.
      if (!of.stays || record === undefined) guard.release()
      return onSaved?.(saved)
    }
    const form = useRecord(record, leave, typed)
    const { isShown } = of
    const guard = useLeaveGuard(
      form.isUploading || form.isDirty,
      isShown && ((params) => isShown(params, record)),
    )
    return { ...form, blocker: guard.blocker }
  }
}

/** A merge whose conflicts name the field and show both values; an empty text as '(vacío)'. */
export function mergedByField<Values extends object>(
  labels: Record<keyof Values & string, string>,
  show: (value: Values[keyof Values], field: keyof Values & string) => string | undefined = () => undefined,
) {
  return (values: Sides<Values>) =>
    mergeFields(values, {
      label: (field) => labels[field],
      show: (value, field) => show(value, field) ?? (value === '' ? '(vacío)' : String(value)),
    })
}
