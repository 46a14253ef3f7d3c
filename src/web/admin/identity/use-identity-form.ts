import { useQueryClient } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { call } from '../../data/api.ts'
import { guide } from '../../data/guide-query.ts'
import { shopSettings } from '../../data/queries.ts'
import { trophies } from '../../data/trophies-query.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { useUploadCount } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'
import { changesOf, draftOf, identityErrors, type IdentityDraft, mergeIdentities } from './identity-draft.ts'

export const SAVED = 'Identidad guardada'
export const FAILED = 'Error al guardar la identidad'

const { useKept, useKeep } = keptEdits<{ base: AllSettings; values: IdentityDraft }>()

export type IdentityFormState = ReturnType<typeof useIdentityForm>

/** The form of the identity. Merges with a concurrent save. */
export function useIdentityForm(loaded: AllSettings) {
  const queryClient = useQueryClient()
  const kept = useKept('identity')
  const form = useForm<AllSettings, IdentityDraft>({
    base: kept?.base ?? loaded,
    valuesOf: draftOf,
    values: kept?.values,
    errorsOf: identityErrors,
    isDirty: (draft, base) => Object.keys(changesOf(base, draft)).length > 0,
    idOf: (name) => `identity-${name}`,
    failed: FAILED,
  })
  useKeep('identity', form.isDirty ? { base: form.base, values: form.values } : undefined)
  const { isUploading, countUploads } = useUploadCount()
  const { blocker } = useLeaveGuard(isUploading || form.isDirty)
  const merge = useMerge<AllSettings, IdentityDraft>({
    form,
    read: () => call('getAllSettings'),
    write: (draft, base) =>
      call('saveSettings', { body: { ...changesOf(base, draft), version: base.version } }),
    merge: (base, mine, theirs) => mergeIdentities({ base: draftOf(base), mine, theirs: draftOf(theirs) }),
    onSaved: (saved, sent) => {
      form.saved(saved, sent)
      for (const { queryKey } of [shopSettings(), trophies(), guide()])
        void queryClient.invalidateQueries({ queryKey })
      showToast('success', SAVED)
    },
  })
  const save = (draft: IdentityDraft) => merge.save(draft, form.base)
  return { ...form, blocker, merge, isUploading, countUploads, onSubmit: form.onSubmit(save, isUploading) }
}
