import { useQuery } from '@tanstack/react-query'
import { Plus, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  TEMPLATE_KEYS,
  TEMPLATE_LABEL,
  type TemplateKey,
  DEFAULT_TEMPLATE,
  fillTemplate,
  type MessageFacts,
  TEMPLATE_BODY,
  TEMPLATE_FIELDS,
  TEMPLATE_LENGTH,
  type TemplateField,
  templateError,
} from '../../../contract/messages/templates.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { PartLinks } from '../shell/part-links.tsx'
import { SettingsParts } from '../settings/settings-parts.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { messageTemplates, askedTemplate } from './templates-query.ts'
import type { MessageTemplate } from '../../../contract/messages/template-calls.ts'
import { listTemplates, saveTemplate } from '../../../contract/messages/calls.ts'
import { useShopName } from '../../app/site.ts'
import { ReplaceButton } from '../../forms/replace-button.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { messageFacts } from '../orders/order-message.ts'
import { recipientOf } from '../orders/order-words.ts'
import { someOrders } from '../orders/orders-query.ts'
import { Panel } from '../shell/panel.tsx'
import { call } from '../../data/api.ts'
import { ChoiceField } from '../kit/choice-field.tsx'
import { mergedByField, recordScreen } from '../kit/record-form.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RecordScreen } from '../kit/record-screen.tsx'
import './templates-page.css'

/** Message templates; `asked`: the one to edit. */
export function TemplatesPage({ asked: key }: { asked: TemplateKey }) {
  const admin = useAdminPath()
  const { data, error, isFetching, refetch } = useQuery(messageTemplates())
  const template = data?.results.find((one) => one.key === key)
  return (
    <>
      <ListHead title="Mensajes a clientes" />
      <SettingsParts isMessages />
      <p className="admin-note template-note">
        Los botones de WhatsApp, Telegram y Email de cada pedido empiezan con el mensaje de su paso.
      </p>
      <PartLinks
        label="Mensajes"
        parts={TEMPLATE_KEYS.map((one) => ({
          name: TEMPLATE_LABEL[one],
          to: admin.settings({ mensaje: one }),
          isCurrent: one === key,
        }))}
      />
      {template && <TemplateEditor key={key} template={template} />}
      {!template && error && !isFetching && (
        <ErrorPanel
          title="Error al cargar los mensajes"
          note={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!template && isFetching && (
        <div aria-busy="true">
          <LoadingNote />
          <Skeleton className="template-skeleton" />
        </div>
      )}
    </>
  )
}

/** Edits a message beside its preview for one of the newest orders. */
function TemplateEditor({ template }: { template: MessageTemplate }) {
  const form = useTemplateForm(template)
  return (
    <RecordScreen
      form={form}
      aria-label={template.label}
      mergeTitle="Otra persona guardó este mensaje"
      backText="Seguir escribiendo"
    >
      <div className="template-columns stack-4">
        <Panel title="Texto">
          <BodyField form={form} />
          <Buttons form={form} />
        </Panel>
        <Preview body={form.values.body} />
      </div>
    </RecordScreen>
  )
}

/** The meaning of a field. */
const FIELD_HINT: Record<TemplateField, string> = {
  nombre: 'El nombre de quien recibe',
  pedido: 'El número del pedido',
  productos: 'Una línea por producto',
  total: 'El total del pedido',
  saldo: 'Lo que falta pagar',
  seguimiento: 'El seguimiento del envío',
  vence: 'El día en que vence la reserva',
  tienda: 'Cómo se llama la tienda',
}

function BodyField({ form }: { form: TemplateForm }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (field: TemplateField) => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = area.current ?? {}
    const { body } = form.values
    const text = `{${field}}`
    form.change({ body: `${body.slice(0, from)}${text}${body.slice(to)}` }, 'body')
    // After the new text is in the field.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  return (
    <>
      <TextAreaField
        label={TEMPLATE_BODY}
        hint="Una línea con un dato vacío no se escribe"
        rows={8}
        maxLength={TEMPLATE_LENGTH}
        ref={area}
        {...form.field('body')}
      />
      <FieldButtons onInsert={insert} />
    </>
  )
}

function FieldButtons({ onInsert }: { onInsert: (field: TemplateField) => void }) {
  return (
    <fieldset className="template-fields wrap-2">
      <legend>Datos del pedido</legend>
      {TEMPLATE_FIELDS.map((field) => (
        <button
          key={field}
          type="button"
          className="admin-chip"
          title={FIELD_HINT[field]}
          onClick={() => onInsert(field)}
        >
          <Plus aria-hidden="true" size={16} />
          <span className="visually-hidden">Agregar </span>
          {`{${field}}`}
        </button>
      ))}
    </fieldset>
  )
}

function Buttons({ form }: { form: TemplateForm }) {
  const original = DEFAULT_TEMPLATE[form.base.key]
  return (
    <div className="template-buttons wrap-2">
      {form.values.body !== original && (
        <ReplaceButton
          asks={form.isDirty}
          look="quiet"
          onReplace={() => form.change({ body: original }, 'body')}
        >
          <Undo2 aria-hidden="true" size={20} />
          Volver al original
        </ReplaceButton>
      )}
      <BusyButton
        type="submit"
        busy={form.isBusy}
        busyText="Guardando…"
        disabled={!form.isDirty}
        data-key="mod+s"
        title="Guardar (Ctrl S)"
      >
        Guardar
      </BusyButton>
    </div>
  )
}

/** The example until the shop has an order. */
const EXAMPLE: Omit<MessageFacts, 'tienda'> = {
  nombre: 'Ana',
  pedido: '1',
  productos: ['- 1 × Variedad X3 SEMILLAS'],
  total: '$ 30.000',
  saldo: '$ 30.000',
  seguimiento: 'AB 123 AR',
  vence: 'viernes',
}

function Preview({ body }: { body: string }) {
  const tienda = useShopName()
  const orders = useQuery(someOrders({ page: 1, page_size: 10 })).data?.results ?? []
  const [id, setId] = useState<number>()
  const order = orders.find((one) => one.id === id) ?? orders[0]
  const message = fillTemplate(body, order ? messageFacts(order, tienda) : { ...EXAMPLE, tienda })
  return (
    <Panel title="Vista previa">
      {order ? (
        <ChoiceField
          id="template-order"
          label="Pedido"
          value={order.id}
          onChange={({ target }) => setId(Number(target.value))}
          names={orders.map((one) => [one.id, `#${one.id}, ${recipientOf(one)}`])}
        />
      ) : (
        <p className="admin-note">Con un pedido de ejemplo: la tienda todavía no tiene ninguno.</p>
      )}
      <output className="template-preview" htmlFor="template-body">
        {message === '' ? 'Este pedido no tiene esos datos: el mensaje queda vacío.' : message}
      </output>
    </Panel>
  )
}

type Draft = Pick<MessageTemplate, 'body'>
type TemplateForm = ReturnType<typeof useTemplateForm>

const useTemplateForm = recordScreen<MessageTemplate, Draft>({
  name: ({ key }) => `template ${key}`,
  valuesOf: ({ body }) => ({ body }),
  errorsOf: ({ body }) => ({ body: templateError(body) }),
  idOf: (field) => `template-${field}`,
  failed: 'Error al guardar el mensaje',
  said: 'Mensaje guardado',
  stays: true,
  isShown: (params, { key }) => askedTemplate(params) === key,
  read: ({ key }) => readTemplate(key),
  write: (draft, { key, version }) => call(saveTemplate, { params: { key }, body: { ...draft, version } }),
  merge: mergedByField<Draft>({ body: TEMPLATE_BODY }),
  show: (client, saved) =>
    client.setQueryData(
      messageTemplates().queryKey,
      (all) => all && { ...all, results: all.results.map((one) => (one.key === saved.key ? saved : one)) },
    ),
})

async function readTemplate(key: TemplateKey): Promise<MessageTemplate> {
  const { results } = await call(listTemplates)
  const template = results.find((one) => one.key === key)
  if (!template) throw new Error(`No template ${key}`)
  return template
}
