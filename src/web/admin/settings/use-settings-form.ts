import { useQueryClient } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { getAllSettings, saveSettings } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useUploadCount } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'
import { recordForm } from '../kit/record-form.ts'
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

const useSettings = recordForm<AllSettings, SettingsDraft>({
  name: () => 'settings',
  valuesOf: draftOfSettings,
  errorsOf: settingErrors,
  isDirty: (draft, base) => Object.keys(changedSettings(base, draft)).length > 0,
  idOf: (name) => `setting-${name}`,
  failed: FAILED,
  stays: true,
  read: () => call(getAllSettings),
  write: (draft, base) =>
    call(saveSettings, { body: { ...changedSettings(base, draft), version: base.version } }),
  merge: mergeSettings,
})

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/** The form of the settings. Only changes are sent; merges with a concurrent save. */
export function useSettingsForm(loaded: AllSettings) {
  const queryClient = useQueryClient()
  const { isUploading, countUploads } = useUploadCount()
  const saved = () => {
    for (const { queryKey } of [shopSettings(), messageTemplates()])
      void queryClient.invalidateQueries({ queryKey })
    showToast('success', SAVED)
  }
  const form = useSettings(loaded, saved, isUploading)
  const { blocker } = useLeaveGuard(
    isUploading || form.isDirty,
    (params) => askedTemplate(params) === undefined,
  )
  return { ...form, blocker, isUploading, countUploads }
}
