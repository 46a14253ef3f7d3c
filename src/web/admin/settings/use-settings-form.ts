import { queryOptions } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { getAllSettings, saveSettings } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { recordScreen } from '../kit/record-form.ts'
import { askedTemplate, messageTemplates } from '../templates/templates-query.ts'
import {
  changedSettings,
  draftOfSettings,
  mergeSettings,
  settingErrors,
  type SettingsDraft,
} from './settings-draft.ts'
import { adminKey } from '../shell/admin-key.ts'

export const SAVED = 'Ajustes guardados'

export type SettingsFormState = ReturnType<typeof useSettingsForm>

/** Only changes are sent. */
export const useSettingsForm = recordScreen<AllSettings, SettingsDraft>({
  name: () => 'settings',
  valuesOf: draftOfSettings,
  errorsOf: settingErrors,
  isDirty: (draft, base) => Object.keys(changedSettings(base, draft)).length > 0,
  idOf: (name) => `setting-${name}`,
  failed: 'Error al guardar los ajustes',
  said: SAVED,
  stays: true,
  isShown: (params) => askedTemplate(params) === undefined,
  read: () => call(getAllSettings),
  write: (draft, base) =>
    call(saveSettings, { body: { ...changedSettings(base, draft), version: base.version } }),
  merge: mergeSettings,
  show: (client) => {
    for (const { queryKey } of [shopSettings(), messageTemplates()])
      void client.invalidateQueries({ queryKey })
  },
})

/** Loaded once: concurrent saves must not change the fields while editing. */
export const allSettings = () =>
  queryOptions({
    queryKey: adminKey('admin-settings'),
    queryFn: ({ signal }) => call(getAllSettings, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
