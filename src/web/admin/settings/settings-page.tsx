import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { TemplatesPage } from '../templates/templates-page.tsx'
import { askedTemplate } from '../templates/templates-query.ts'
import { allSettings, SAVED, useSettingsForm } from './use-settings-form.ts'
import { SettingsParts } from './settings-parts.tsx'
import { savedWords, SaveBar } from '../../forms/save-bar.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RecordScreen } from '../kit/record-screen.tsx'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { SettingsCards } from './settings-cards.tsx'
import './settings-page.css'

/** Settings and message templates. */
export default function SettingsPage() {
  const [params] = useSearchParams()
  const asked = askedTemplate(params)
  return asked === undefined ? <ShopSettings /> : <TemplatesPage asked={asked} />
}

/** Heading and parts stay while the settings load: what has the focus keeps it. */
function ShopSettings() {
  const { data, error, isFetching, refetch } = useQuery(allSettings())
  return (
    <>
      <ListHead title="Ajustes de la tienda" />
      <SettingsParts />
      {data ? (
        <SettingsForm settings={data} />
      ) : error && !isFetching ? (
        <ErrorPanel title="Error al cargar los ajustes" note={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="settings-cards stack-4" aria-busy="true">
          <LoadingNote />
          {['contacto', 'cuentas', 'pedidos'].map((card) => (
            <CardSkeleton key={card} className="settings-skeleton" parts={['title', 'field', 'field']} />
          ))}
        </div>
      )}
    </>
  )
}

/** The settings of footer, age gate, e-mails and limits. */
function SettingsForm({ settings }: { settings: AllSettings }) {
  const form = useSettingsForm(settings)
  return (
    <RecordScreen
      form={form}
      className="stack-4"
      aria-label="Ajustes de la tienda"
      mergeTitle="Otra persona guardó los ajustes o la identidad"
    >
      <SettingsCards form={form} />
      <SaveBar form={form} words={savedWords(form, SAVED)} canSave={form.isDirty && !form.isUploading} />
    </RecordScreen>
  )
}
