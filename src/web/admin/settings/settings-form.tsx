import { FormSummary } from '../../forms/form-summary.tsx'
import { LeaveDialog } from '../../forms/leave-dialog.tsx'
import { MergeDialog } from '../../forms/merge-dialog.tsx'
import { savedWords, SaveBar } from '../../forms/save-bar.tsx'
import { UploadCount } from '../../forms/use-upload.ts'
import type { AllSettings } from '../../../contract/settings/settings.ts'
import {
  AccessCard,
  BackupsCard,
  ContactCard,
  CreditCard,
  FirstHourCard,
  GateCard,
  NetworksCard,
  OrderMailsCard,
  OrdersCard,
  StockCard,
} from './settings-cards.tsx'
import { LegalCard } from './legal-card.tsx'
import { MailCard } from './mail-card.tsx'
import { FAILED, SAVED, useSettingsForm } from './use-settings-form.ts'

/** The settings of footer, age gate, e-mails and limits. */
export function SettingsForm({ settings }: { settings: AllSettings }) {
  const form = useSettingsForm(settings)
  return (
    <>
      <form className="settings-form" noValidate onSubmit={form.onSubmit} aria-label="Ajustes de la tienda">
        <FormSummary form={form} title={form.failure?.error ? FAILED : undefined} />
        <div className="settings-cards">
          <ContactCard form={form} />
          <MailCard />
          <NetworksCard form={form} />
          <AccessCard form={form} />
          <OrdersCard form={form} />
          <StockCard form={form} />
          <OrderMailsCard form={form} />
          <UploadCount value={form.countUploads}>
            <LegalCard form={form} />
          </UploadCount>
          <GateCard form={form} />
          <CreditCard form={form} />
          <BackupsCard form={form} />
          <FirstHourCard form={form} />
        </div>
        <SaveBar form={form} words={savedWords(form, SAVED)} canSave={form.isDirty && !form.isUploading} />
      </form>
      <MergeDialog
        merge={form.merge}
        title="Otra persona guardó los ajustes o la identidad"
        backText="Volver al formulario"
      />
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}
