import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AllSettings } from '../../contract/settings.ts'
import { call, Refusal } from '../api.ts'
import { shopSettings } from '../queries.ts'
import { showToast } from '../ui/toast.tsx'
import { keptEdits } from './kept-edits.ts'
import {
  changedSettings,
  draftOfSettings,
  type SettingErrors,
  settingErrors,
  type SettingName,
  type SettingsDraft,
} from './settings-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

export const SAVED = 'Ajustes guardados'
export const FAILED = 'Error al guardar los ajustes'

interface Failure {
  title: string
  errors: SettingErrors
  general: string[]
}

const { useKept, useKeep } = keptEdits<Partial<SettingsDraft>>()

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/** The state of the form, from what was loaded to what is saved. */
export function useSettingsForm(loaded: AllSettings) {
  const queryClient = useQueryClient()
  const kept = useKept('settings')
  const [base, setBase] = useState(loaded)
  const [draft, setDraft] = useState(() => ({ ...draftOfSettings(loaded), ...kept }))
  const [touched, setTouched] = useState<ReadonlySet<SettingName>>(new Set())
  const [failure, setFailure] = useState<Failure>()
  const [submits, setSubmits] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const changes = changedSettings(base, draft)
  const isDirty = Object.keys(changes).length > 0
  const { blocker } = useLeaveGuard(isDirty)
  const typed = Object.entries(draft).filter(([name]) => name in changes)
  useKeep('settings', isDirty ? Object.fromEntries(typed) : undefined)
  const wrong = settingErrors(draft)

  const restart = (settings: AllSettings) => {
    setBase(settings)
    setDraft(draftOfSettings(settings))
    setTouched(new Set())
    setFailure(undefined)
  }
  const fail = (failed: Failure) => {
    setFailure(failed)
    setSubmits((count) => count + 1)
  }
  const save = async () => {
    if (isSaving) return
    if (Object.keys(wrong).length > 0) return fail({ title: 'Hay un problema', errors: {}, general: [] })
    setIsSaving(true)
    try {
      restart(await call('saveSettings', { body: changes }))
      setIsSaved(true)
      void queryClient.invalidateQueries({ queryKey: shopSettings().queryKey })
      showToast('success', SAVED)
    } catch (error) {
      fail(failureOf(error, draft))
      showToast('error', FAILED)
    } finally {
      setIsSaving(false)
    }
  }
  return {
    draft,
    isDirty,
    isSaving,
    isSaved,
    submits,
    failure,
    blocker,
    change: (part: Partial<SettingsDraft>) => {
      setDraft((now) => ({ ...now, ...part }))
      setIsSaved(false)
      const changed = Object.keys(part)
      setFailure(
        (now) =>
          now && {
            ...now,
            errors: Object.fromEntries(
              Object.entries(now.errors).filter(([name]) => !changed.includes(name)),
            ),
          },
      )
    },
    touch: (name: SettingName) => setTouched((now) => new Set(now).add(name)),
    /** What is said under a field: once it was left changed, or once saving was tried. */
    errorOf: (name: SettingName): string | undefined =>
      failure?.errors[name] ?? (failure || touched.has(name) ? wrong[name] : undefined),
    /** Everything the summary lists after a failed save. */
    allErrors: failure ? { ...wrong, ...failure.errors } : {},
    save: () => void save(),
    discard: () => restart(base),
  }
}

/** What the server finds wrong goes under its field, what belongs to none above the form. */
function failureOf(error: unknown, draft: SettingsDraft): Failure {
  const told = error instanceof Refusal ? Object.entries(error.body.errors ?? {}) : []
  const reason = error instanceof Error && told.length === 0 ? [error.message] : []
  return {
    title: FAILED,
    errors: Object.fromEntries(
      told.filter(([name]) => name in draft).map(([name, texts]) => [name, texts.join('. ')]),
    ),
    general: [...reason, ...told.filter(([name]) => !(name in draft)).flatMap(([, texts]) => texts)],
  }
}
