import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  PAGE_NAME,
  PAGE_SLUGS,
  BODY_LENGTH,
  pagePath,
  TITLE_LENGTH,
  pageErrors,
} from '../../../contract/legal/page-rules.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { PartLinks } from '../shell/part-links.tsx'
import { askedPage, writtenPages, pageVersions, readWrittenPage } from './pages-query.ts'
import { parsePageText } from '../../../contract/legal/page-text.ts'
import type { WrittenPage } from '../../../contract/legal/pages.ts'
import { ReplaceButton } from '../../forms/replace-button.tsx'
import { TextBlocks } from '../../shop/text/text-blocks.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PublicField, PublicTextArea } from '../shell/public-field.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { CheckField } from '../shell/check-field.tsx'
import { Panel } from '../shell/panel.tsx'
import { savePage } from '../../../contract/legal/calls.ts'
import { call } from '../../data/api.ts'
import { mergedByField, recordScreen } from '../kit/record-form.ts'
import { ListHead } from '../kit/list-head.tsx'
import { RecordScreen } from '../kit/record-screen.tsx'
import '../shell/shell.css'
import './pages-page.css'

/** Text pages: terms, privacy, deliveries, questions. */
export default function PagesPage() {
  const [params] = useSearchParams()
  const admin = useAdminPath()
  const asked = askedPage(params)
  const { data, error, isFetching, refetch } = useQuery(writtenPages())
  const page = data?.find(({ slug }) => slug === asked)
  return (
    <>
      <ListHead title="Páginas" />
      <PartLinks
        label="Páginas de texto"
        parts={PAGE_SLUGS.map((slug) => ({
          name: PAGE_NAME[slug],
          to: admin.pages({ pagina: slug }),
          isCurrent: slug === asked,
        }))}
      />
      {page && <PageEditor key={asked} page={page} />}
      {!page && error && !isFetching && (
        <ErrorPanel title="Error al cargar las páginas" note={error.message} onRetry={() => void refetch()} />
      )}
      {!page && isFetching && (
        <div aria-busy="true">
          <LoadingNote />
          <Skeleton className="page-skeleton" />
        </div>
      )}
    </>
  )
}

/** A page text with its preview and earlier versions. */
function PageEditor({ page }: { page: WrittenPage }) {
  const form = usePageForm(page)
  return (
    <>
      <PageState page={form.base} />
      <RecordScreen
        form={form}
        aria-label={page.title}
        mergeTitle="Otra persona guardó esta página"
        backText="Seguir escribiendo"
      >
        <div className="page-editor-columns stack-4">
          <Panel title="Texto">
            <PageFields form={form} />
          </Panel>
          <Panel title="Vista previa">
            <h3 className="page-editor-title">{form.values.title}</h3>
            <TextBlocks blocks={parsePageText(form.values.body)} />
          </Panel>
        </div>
      </RecordScreen>
      <Versions form={form} />
    </>
  )
}

function PageState({ page }: { page: WrittenPage }) {
  const gaps = gapsIn(page)
  if (page.is_draft)
    return (
      <p className="page-state">
        <span className="badge warn">Borrador</span> Es un modelo para completar y revisar con un abogado.
        Nadie lo ve hasta que confirmes que se revisó y lo publiques.
        {gaps > 0 && ` ${gaps === 1 ? 'Falta 1 parte' : `Faltan ${gaps} partes`} entre «».`}
      </p>
    )
  return (
    <p className="page-state">
      {page.is_published ? (
        <>
          <span className="badge ok">Publicada</span> <a href={pagePath(page.slug)}>Ver en la tienda</a>
        </>
      ) : (
        <span className="badge">Sin publicar</span>
      )}
    </p>
  )
}

/** The number of placeholders left in the draft. */
function gapsIn({ body, gaps }: WrittenPage): number {
  return gaps.reduce((sum, gap) => sum + body.split(gap).length - 1, 0)
}

function PageFields({ form }: { form: PageForm }) {
  return (
    <>
      <PublicField label="Título" maxLength={TITLE_LENGTH} {...form.field('title')} />
      <PublicTextArea
        label="Texto"
        hint="## título, - lista, **fuerte**, *énfasis*, [enlace](/garantia). Los enlaces van a la tienda o a https://"
        rows={18}
        maxLength={BODY_LENGTH}
        {...form.field('body')}
      />
      <CheckField
        id="page-is_accepted-hint"
        inputId={form.idOf('is_accepted')}
        label="El texto se revisó"
        hint="Dice lo que hace la tienda y lo vio un abogado. Sin marcar sigue como borrador."
        checked={form.values.is_accepted}
        error={form.errors['is_accepted']}
        onChange={(is_accepted) => form.change({ is_accepted })}
      />
      <CheckField
        id="page-is_published-hint"
        label="Publicar en la tienda"
        hint="Sin marcar, se guarda y nadie más la ve."
        checked={form.values.is_published}
        onChange={(is_published) => form.change({ is_published })}
      />
      <BusyButton
        type="submit"
        busy={form.isBusy}
        busyText="Guardando…"
        disabled={!form.isDirty && form.base.version > 0}
        data-key="mod+s"
        title="Guardar (Ctrl S)"
      >
        Guardar
      </BusyButton>
    </>
  )
}

function Versions({ form }: { form: PageForm }) {
  const { data = [] } = useQuery(pageVersions(form.base.slug, form.base.version))
  if (data.length === 0) return null
  const { values } = form
  const isHeld = data.some(({ title, body }) => title === values.title && body === values.body)
  return (
    <Panel title="Versiones">
      <ul className="stack-2">
        {data.map(({ version, title, body, is_published, saved_at }) => (
          <li key={version} className="between">
            <span>{`Versión ${version}, ${formatMoment(saved_at)}${is_published ? ', publicada' : ''}`}</span>
            <ReplaceButton
              asks={form.isDirty && !isHeld}
              look="secondary small"
              onReplace={() => form.change({ title, body })}
            >
              Traer al editor<span className="visually-hidden"> la versión {version}</span>
            </ReplaceButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Draft = Pick<WrittenPage, 'title' | 'body' | 'is_published'> & { is_accepted: boolean }

const SHOWN = 200

const usePageForm = recordScreen<WrittenPage, Draft>({
  name: ({ slug }) => slug,
  valuesOf: draftOf,
  errorsOf: (draft, page) => pageErrors(draft, page.gaps),
  idOf: (field) => `page-${field}`,
  failed: 'Error al guardar la página',
  said: ({ is_published }) => (is_published ? 'Página guardada y publicada' : 'Página guardada'),
  stays: true,
  isShown: (params, { slug }) => askedPage(params) === slug,
  read: ({ slug }) => readWrittenPage(slug),
  write: (draft, { slug, version }) => call(savePage, { params: { slug }, body: { ...draft, version } }),
  merge: mergedByField<Draft>(
    { title: 'Título', body: 'Texto', is_published: 'Publicada', is_accepted: 'Revisada' },
    (value) => {
      if (typeof value === 'boolean') return value ? 'Sí' : 'No'
      return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : undefined
    },
  ),
  show: (client, saved) =>
    client.setQueryData(writtenPages().queryKey, (all) =>
      all?.map((one) => (one.slug === saved.slug ? saved : one)),
    ),
})

type PageForm = ReturnType<typeof usePageForm>

function draftOf({ title, body, is_published, is_draft }: WrittenPage): Draft {
  return { title, body, is_published, is_accepted: !is_draft }
}
