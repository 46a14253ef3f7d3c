import { useQueryClient } from '@tanstack/react-query'
import { pageErrors } from '../../../contract/legal/page-rules.ts'
import type { WrittenPage } from '../../../contract/legal/pages.ts'
import { call } from '../../data/api.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { showToast } from '../../ui/toast.tsx'
import { askedPage, readWrittenPage, writtenPages } from './pages-query.ts'

export const FAILED = 'Error al guardar la página'

type Draft = Pick<WrittenPage, 'title' | 'body' | 'is_published'> & { is_accepted: boolean }

const FIELD: Record<keyof Draft, string> = {
  title: 'Título',
  body: 'Texto',
  is_published: 'Publicada',
  is_accepted: 'Revisada',
}
const SHOWN = 200

const { useKept, useKeep } = keptEdits<{ base: WrittenPage; values: Draft }>()

export type PageForm = ReturnType<typeof usePageForm>

/** The form of one page. A concurrent save is merged. */
export function usePageForm(page: WrittenPage) {
  const client = useQueryClient()
  const { slug } = page
  const kept = useKept(slug)
  const form = useForm<WrittenPage, Draft>({
    base: kept?.base ?? page,
    valuesOf: draftOf,
    values: kept?.values,
    errorsOf: (draft) => pageErrors(draft, page.gaps),
    idOf: (field) => `page-${field}`,
    failed: FAILED,
  })
  useKeep(slug, form.isDirty ? { base: form.base, values: form.values } : undefined)
  const { blocker } = useLeaveGuard(form.isDirty, (params) => askedPage(params) === slug)
  const merge = useMerge<WrittenPage, Draft>({
    form,
    read: () => readWrittenPage(slug),
    write: (draft, { version }) => call('savePage', { params: { slug }, body: { ...draft, version } }),
    merge: (base, mine, theirs) =>
      mergeFields(
        { base: draftOf(base), mine, theirs: draftOf(theirs) },
        { label: (field) => FIELD[field], show: shown },
      ),
    onSaved: (saved, sent) => {
      form.saved(saved, sent)
      client.setQueryData(writtenPages().queryKey, (all) =>
        all?.map((one) => (one.slug === slug ? saved : one)),
      )
      showToast('success', saved.is_published ? 'Página guardada y publicada' : 'Página guardada')
    },
  })
  return { ...form, blocker, merge, onSubmit: form.onSubmit((draft) => merge.save(draft, form.base)) }
}

function draftOf({ title, body, is_published, is_draft }: WrittenPage): Draft {
  return { title, body, is_published, is_accepted: !is_draft }
}

function shown(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value || '(vacío)'
}
