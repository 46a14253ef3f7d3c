import { useQueryClient } from '@tanstack/react-query'
import type { MessageTemplate } from '../../../contract/messages/template-calls.ts'
import { TEMPLATE_BODY, templateError, type TemplateKey } from '../../../contract/messages/templates.ts'
import { call } from '../../data/api.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { showToast } from '../../ui/toast.tsx'
import { askedTemplate, messageTemplates } from './templates-query.ts'

export const FAILED = 'Error al guardar el mensaje'

type Draft = Pick<MessageTemplate, 'body'>

const { useKept, useKeep } = keptEdits<{ base: MessageTemplate; values: Draft }>()

export type TemplateForm = ReturnType<typeof useTemplateForm>

/** The form of a message template. Merges with a concurrent save. */
export function useTemplateForm(template: MessageTemplate) {
  const client = useQueryClient()
  const { key } = template
  const name = `template ${key}`
  const kept = useKept(name)
  const form = useForm<MessageTemplate, Draft>({
    base: kept?.base ?? template,
    valuesOf: draftOf,
    values: kept?.values,
    errorsOf: ({ body }) => ({ body: templateError(body) }),
    idOf: (field) => `template-${field}`,
    failed: FAILED,
  })
  useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
  const { blocker } = useLeaveGuard(form.isDirty, (params) => askedTemplate(params) === key)
  const merge = useMerge<MessageTemplate, Draft>({
    form,
    read: () => readTemplate(key),
    write: (draft, { version }) => call('saveTemplate', { params: { key }, body: { ...draft, version } }),
    merge: (base, mine, theirs) =>
      mergeFields(
        { base: draftOf(base), mine, theirs: draftOf(theirs) },
        { label: () => TEMPLATE_BODY, show: String },
      ),
    onSaved: (saved, sent) => {
      form.saved(saved, sent)
      client.setQueryData(
        messageTemplates().queryKey,
        (all) => all && { ...all, results: all.results.map((one) => (one.key === key ? saved : one)) },
      )
      showToast('success', 'Mensaje guardado')
    },
  })
  return { ...form, blocker, merge, onSubmit: form.onSubmit((draft) => merge.save(draft, form.base)) }
}

function draftOf({ body }: Draft): Draft {
  return { body }
}

async function readTemplate(key: TemplateKey): Promise<MessageTemplate> {
  const { results } = await call('listTemplates')
  const template = results.find((one) => one.key === key)
  if (!template) throw new Error(`No template ${key}`)
  return template
}
