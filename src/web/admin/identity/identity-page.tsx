import { useQuery } from '@tanstack/react-query'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { savedWords, SaveBar } from '../../forms/save-bar.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CardSkeleton } from '../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { ListHead } from '../kit/list-head.tsx'
import { RecordScreen } from '../kit/record-screen.tsx'
import { allSettings } from '../settings/use-settings-form.ts'
import { LoadingHeading } from '../shell/loading-heading.tsx'
import { GuaranteeCard, GuideCard, OrderStepsCard, TrophiesCard } from './guide-cards.tsx'
import { ColoursCard, NameCard, PicturesCard } from './identity-cards.tsx'
import { IdentityPreview } from './identity-preview.tsx'
import { SAVED, useIdentityForm } from './use-identity-form.ts'
import './identity-page.css'

export default function IdentityPage() {
  const { data, error, isFetching, refetch } = useQuery(allSettings())
  if (data) return <IdentityForm settings={data} />
  return (
    <>
      <TabTitle>Identidad</TabTitle>
      <header className="admin-head">
        <LoadingHeading>Identidad</LoadingHeading>
      </header>
      {error && !isFetching ? (
        <ErrorPanel
          title="Error al cargar la identidad"
          note={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="identity-columns stack-4" aria-busy="true">
          <LoadingNote />
          <CardSkeleton className="identity-skeleton" parts={['title', 'field', 'field']} />
          <CardSkeleton className="identity-skeleton" parts={['title', 'picture', 'line', 'line']} />
        </div>
      )}
    </>
  )
}

/** Name, texts, colours and trophies, beside a preview of what they change. */
function IdentityForm({ settings }: { settings: AllSettings }) {
  const form = useIdentityForm(settings)
  return (
    <>
      <ListHead title="Identidad" />
      <RecordScreen
        form={form}
        className="stack-4"
        aria-label="Identidad"
        mergeTitle="Otra persona guardó la identidad o los ajustes"
      >
        <div className="identity-columns stack-4">
          <div className="stack-4">
            <NameCard form={form} />
            <ColoursCard form={form} />
          </div>
          <IdentityPreview values={form.values} />
          <div className="stack-4">
            <PicturesCard form={form} />
            <OrderStepsCard form={form} />
            <GuaranteeCard form={form} />
            <GuideCard form={form} />
            <TrophiesCard form={form} />
          </div>
        </div>
        <SaveBar form={form} words={savedWords(form, SAVED)} canSave={form.isDirty && !form.isUploading} />
      </RecordScreen>
    </>
  )
}
