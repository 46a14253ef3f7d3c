import { useQueryClient } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { getAllSettings, saveSettings } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { guide } from '../../data/guide-query.ts'
import { shopSettings } from '../../data/queries.ts'
import { trophies } from '../../data/trophies-query.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useUploadCount } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'
import { recordForm } from '../kit/record-form.ts'
import { changesOf, draftOf, identityErrors, type IdentityDraft, mergeIdentities } from './identity-draft.ts'

export const SAVED = 'Identidad guardada'
export const FAILED = 'Error al guardar la identidad'

const useIdentity = recordForm<AllSettings, IdentityDraft>({
  name: () => 'identity',
  valuesOf: draftOf,
  errorsOf: identityErrors,
  isDirty: (draft, base) => Object.keys(changesOf(base, draft)).length > 0,
  idOf: (name) => `identity-${name}`,
  failed: FAILED,
  stays: true,
  read: () => call(getAllSettings),
  write: (draft, base) => call(saveSettings, { body: { ...changesOf(base, draft), version: base.version } }),
  merge: mergeIdentities,
})

export type IdentityFormState = ReturnType<typeof useIdentityForm>

/** The form of the identity. Merges with a concurrent save. */
export function useIdentityForm(loaded: AllSettings) {
  const queryClient = useQueryClient()
  const { isUploading, countUploads } = useUploadCount()
  const saved = () => {
    for (const { queryKey } of [shopSettings(), trophies(), guide()])
      void queryClient.invalidateQueries({ queryKey })
    showToast('success', SAVED)
  }
  const form = useIdentity(loaded, saved, isUploading)
  const { blocker } = useLeaveGuard(isUploading || form.isDirty)
  return { ...form, blocker, isUploading, countUploads }
}
