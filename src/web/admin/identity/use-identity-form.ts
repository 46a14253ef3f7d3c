import type { AllSettings } from '../../../contract/settings/settings.ts'
import { getAllSettings, saveSettings } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { guide } from '../../data/guide-query.ts'
import { shopSettings } from '../../data/queries.ts'
import { trophies } from '../../data/trophies-query.ts'
import { recordScreen } from '../kit/record-form.ts'
import { changesOf, draftOf, identityErrors, type IdentityDraft, mergeIdentities } from './identity-draft.ts'

export const SAVED = 'Identidad guardada'

export type IdentityFormState = ReturnType<typeof useIdentityForm>

export const useIdentityForm = recordScreen<AllSettings, IdentityDraft>({
  name: () => 'identity',
  valuesOf: draftOf,
  errorsOf: identityErrors,
  isDirty: (draft, base) => Object.keys(changesOf(base, draft)).length > 0,
  idOf: (name) => `identity-${name}`,
  failed: 'Error al guardar la identidad',
  said: SAVED,
  stays: true,
  read: () => call(getAllSettings),
  write: (draft, base) => call(saveSettings, { body: { ...changesOf(base, draft), version: base.version } }),
  merge: mergeIdentities,
  show: (client) => {
    for (const { queryKey } of [shopSettings(), trophies(), guide()])
      void client.invalidateQueries({ queryKey })
  },
})
