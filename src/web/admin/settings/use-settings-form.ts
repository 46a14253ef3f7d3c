import { useQueryClient } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { call } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { useUploadCount } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'
import { askedTemplate, messageTemplates } from '../templates/templates-query.ts'
import {
  changedSettings,
  draftOfSettings,
  mergeSettings,
  settingErrors,
  type SettingsDraft,
} from './settings-draft.ts'

export const SAVED = 'Ajustes guardados'
export const FAILED = 'Error al guardar los ajustes'

const { useKept, useKeep } = keptEdits<{ base: AllSettings; values: SettingsDraft }>()

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/** The form of the settings. Only changes are sent; merges with a concurrent save. */
export function useSettingsForm(loaded: AllSettings) {
  const queryClient = useQueryClient()
  const kept = useKept('settings')
  const form = useForm<AllSettings, SettingsDraft>({
    base: kept?.base ?? loaded,
    valuesOf: draftOfSettings,
    values: kept?.values,
    errorsOf: settingErrors,
    isDirty: (draft, base) => Object.keys(changedSettings(base, draft)).length > 0,
    idOf: (name) => `setting-${name}`,
    failed: FAILED,
  })
  const { isUploading, countUploads } = useUploadCount()
  const { blocker } = useLeaveGuard(
    isUploading || form.isDirty,
    (params) => askedTemplate(params) === undefined,
  )
  useKeep('settings', form.isDirty ? { base: form.base, values: form.values } : undefined)
  const merge = useMerge<AllSettings, SettingsDraft>({
    form,
    read: () => call('getAllSettings'),
    write: (draft, base) =>
      call('saveSettings', { body: { ...changedSettings(base, draft), version: base.version } }),
    merge: (base, mine, theirs) =>
      mergeSettings({ base: draftOfSettings(base), mine, theirs: draftOfSettings(theirs) }),
    onSaved: (saved, sent) => {
      form.saved(saved, sent)
      for (const { queryKey } of [shopSettings(), messageTemplates()])
        void queryClient.invalidateQueries({ queryKey })
      showToast('success', SAVED)
    },
  })
  const save = (draft: SettingsDraft) => merge.save(draft, form.base)
  return { ...form, blocker, merge, isUploading, countUploads, onSubmit: form.onSubmit(save, isUploading) }
}
