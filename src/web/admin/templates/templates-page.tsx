import { useQuery } from '@tanstack/react-query'
import { TEMPLATE_KEYS, TEMPLATE_LABEL, type TemplateKey } from '../../../contract/messages/templates.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { PartLinks } from '../shell/part-links.tsx'
import { SettingsParts } from '../settings/settings-parts.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { TemplateEditor } from './template-editor.tsx'
import { messageTemplates } from './templates-query.ts'
import './templates-page.css'

/** Message templates; `asked`: the one to edit. */
export function TemplatesPage({ asked: key }: { asked: TemplateKey }) {
  const admin = useAdminPath()
  const { data, error, isFetching, refetch } = useQuery(messageTemplates())
  const template = data?.results.find((one) => one.key === key)
  return (
    <>
      <TabTitle>Mensajes a clientes</TabTitle>
      <header className="admin-head">
        <h1 tabIndex={-1}>Mensajes a clientes</h1>
      </header>
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
