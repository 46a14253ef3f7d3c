import { useQueryClient } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { call } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { showToast } from '../../ui/toast.tsx'
import { askedTemplate, messageTemplates } from '../templates/templates-query.ts'
import { changedSettings, draftOfSettings, settingErrors, type SettingsDraft } from './settings-draft.ts'

export const SAVED = 'Ajustes guardados'
export const FAILED = 'Error al guardar los ajustes'

const { useKept, useKeep } = keptEdits<Partial<SettingsDraft>>()

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/** The form of the settings. Only changes are sent, so that concurrent saves of other settings stay. */
export function useSettingsForm(loaded: AllSettings) {
  const queryClient = useQueryClient()
  const kept = useKept('settings')
  const form = useForm({
    base: loaded,
    valuesOf: draftOfSettings,
    values: { ...draftOfSettings(loaded), ...kept },
    errorsOf: settingErrors,
    isDirty: (draft, base) => Object.keys(changedSettings(base, draft)).length > 0,
    idOf: (name) => `setting-${name}`,
    failed: FAILED,
  })
  const { blocker } = useLeaveGuard(form.isDirty, (params) => askedTemplate(params) === undefined)
  useKeep('settings', form.isDirty ? typedSettings(form.base, form.values) : undefined)
  const save = async (draft: SettingsDraft) => {
    form.saved(await call('saveSettings', { body: changedSettings(form.base, draft) }), draft)
    void queryClient.invalidateQueries({ queryKey: shopSettings().queryKey })
    void queryClient.invalidateQueries({ queryKey: messageTemplates().queryKey })
    showToast('success', SAVED)
  }
  return { ...form, blocker, onSubmit: form.onSubmit(save) }
}

/** The edited settings relative to `base`, as typed. */
function typedSettings(base: AllSettings, draft: SettingsDraft): Partial<SettingsDraft> {
  const changes = changedSettings(base, draft)
  return Object.fromEntries(Object.entries(draft).filter(([name]) => name in changes))
}
