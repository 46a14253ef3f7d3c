import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { TabTitle } from '../../app/page-head.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { TemplatesPage } from '../templates/templates-page.tsx'
import { askedTemplate } from '../templates/templates-query.ts'
import { allSettings } from './all-settings.ts'
import { SettingsForm } from './settings-form.tsx'
import { SettingsParts } from './settings-parts.tsx'
import './settings-page.css'

/** Settings and message templates. */
export function SettingsPage() {
  const [params] = useSearchParams()
  const asked = askedTemplate(params)
  return asked === undefined ? <ShopSettings /> : <TemplatesPage asked={asked} />
}

/** Heading and parts stay while the settings load: what has the focus keeps it. */
function ShopSettings() {
  const { data, error, isFetching, refetch } = useQuery(allSettings())
  return (
    <>
      <TabTitle>Ajustes de la tienda</TabTitle>
      <header className="admin-head">
        <h1 tabIndex={-1}>Ajustes de la tienda</h1>
      </header>
      <SettingsParts />
      {data ? (
        <SettingsForm settings={data} />
      ) : error && !isFetching ? (
        <ErrorPanel title="Error al cargar los ajustes" note={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="settings-cards" aria-busy="true">
          <LoadingNote />
          {['contacto', 'cuentas', 'pedidos'].map((card) => (
            <CardSkeleton key={card} className="settings-skeleton" parts={['title', 'field', 'field']} />
          ))}
        </div>
      )}
    </>
  )
}
