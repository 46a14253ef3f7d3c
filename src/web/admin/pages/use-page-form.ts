import { useQueryClient } from '@tanstack/react-query'
import { pageErrors } from '../../../contract/legal/page-rules.ts'
import type { WrittenPage } from '../../../contract/legal/pages.ts'
import { call } from '../../data/api.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { showToast } from '../../ui/toast.tsx'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { askedPage, readWrittenPage, writtenPages } from './pages-query.ts'

export const FAILED = 'Error al guardar la página'

type Draft = Pick<WrittenPage, 'title' | 'body' | 'is_published'> & { is_accepted: boolean }

const SHOWN = 200

const usePage = recordForm<WrittenPage, Draft>({
  name: ({ slug }) => slug,
  valuesOf: draftOf,
  errorsOf: (draft, page) => pageErrors(draft, page.gaps),
  idOf: (field) => `page-${field}`,
  failed: FAILED,
  stays: true,
  read: ({ slug }) => readWrittenPage(slug),
  write: (draft, { slug, version }) => call('savePage', { params: { slug }, body: { ...draft, version } }),
  merge: mergedByField<Draft>(
    { title: 'Título', body: 'Texto', is_published: 'Publicada', is_accepted: 'Revisada' },
    (value) => {
      if (typeof value === 'boolean') return value ? 'Sí' : 'No'
      return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : undefined
    },
  ),
})

export type PageForm = ReturnType<typeof usePageForm>

/** The form of one page. A concurrent save is merged. */
export function usePageForm(page: WrittenPage) {
  const client = useQueryClient()
  const { slug } = page
  const form = usePage(page, (saved) => {
    client.setQueryData(writtenPages().queryKey, (all) =>
      all?.map((one) => (one.slug === slug ? saved : one)),
    )
    showToast('success', saved.is_published ? 'Página guardada y publicada' : 'Página guardada')
  })
  const { blocker } = useLeaveGuard(form.isDirty, (params) => askedPage(params) === slug)
  return { ...form, blocker }
}

function draftOf({ title, body, is_published, is_draft }: WrittenPage): Draft {
  return { title, body, is_published, is_accepted: !is_draft }
}
