import { useQueryClient } from '@tanstack/react-query'
import type { MessageTemplate } from '../../../contract/messages/template-calls.ts'
import { TEMPLATE_BODY, templateError, type TemplateKey } from '../../../contract/messages/templates.ts'
import { call } from '../../data/api.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { showToast } from '../../ui/toast.tsx'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { askedTemplate, messageTemplates } from './templates-query.ts'

export const FAILED = 'Error al guardar el mensaje'

type Draft = Pick<MessageTemplate, 'body'>

const useTemplate = recordForm<MessageTemplate, Draft>({
  name: ({ key }) => `template ${key}`,
  valuesOf: draftOf,
  errorsOf: ({ body }) => ({ body: templateError(body) }),
  idOf: (field) => `template-${field}`,
  failed: FAILED,
  stays: true,
  read: ({ key }) => readTemplate(key),
  write: (draft, { key, version }) => call('saveTemplate', { params: { key }, body: { ...draft, version } }),
  merge: mergedByField<Draft>({ body: TEMPLATE_BODY }),
})

export type TemplateForm = ReturnType<typeof useTemplateForm>

/** The form of a message template. Merges with a concurrent save. */
export function useTemplateForm(template: MessageTemplate) {
  const client = useQueryClient()
  const { key } = template
  const form = useTemplate(template, (saved) => {
    client.setQueryData(
      messageTemplates().queryKey,
      (all) => all && { ...all, results: all.results.map((one) => (one.key === key ? saved : one)) },
    )
    showToast('success', 'Mensaje guardado')
  })
  const { blocker } = useLeaveGuard(form.isDirty, (params) => askedTemplate(params) === key)
  return { ...form, blocker }
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
