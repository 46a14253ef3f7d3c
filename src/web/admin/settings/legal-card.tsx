import { LEGAL_TEXTS } from '../../../contract/settings/legal-settings.ts'
import { Field } from '../../ui/form/field.tsx'
import { ItemPicture } from '../shell/item-picture.tsx'
import { Panel } from '../shell/panel.tsx'
import { LegalMissing } from './legal-missing.tsx'
import { ADDRESS, bind, type CardProps } from './setting-field.ts'

const LABEL: Record<keyof typeof LEGAL_TEXTS, string> = {
  legal_name: 'Razón social',
  legal_address: 'Domicilio legal',
  service_hours: 'Horario de atención',
  rncyfs_number: 'Número de RNCyFS (INASE)',
  ariccame_number: 'Número de ARICCAME',
  aaip_number: 'Número de AAIP (bases de datos)',
}

/** The seller's legal data; filled fields are shown below the footer. */
export function LegalCard({ form }: CardProps) {
  const text = (name: keyof typeof LEGAL_TEXTS) => ({
    label: LABEL[name],
    maxLength: LEGAL_TEXTS[name].max,
    optional: true,
    ...bind(form, name),
  })
  return (
    <Panel title="Datos legales">
      <p className="admin-note">Se muestran al pie de la tienda los que estén completos.</p>
      <LegalMissing form={form} />
      <Field {...text('legal_name')} />
      <Field
        label="CUIT"
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        hint="11 dígitos. Ej.: 20-12345678-6"
        {...bind(form, 'cuit')}
      />
      <Field {...text('legal_address')} />
      <Field {...text('service_hours')} />
      <Field {...text('rncyfs_number')} />
      <Field {...text('ariccame_number')} />
      <Field {...text('aaip_number')} />
      <Addresses form={form} />
    </Panel>
  )
}

function Addresses({ form }: CardProps) {
  return (
    <>
      <Field
        label="Defensa del Consumidor"
        optional
        hint="La dirección para reclamos"
        {...ADDRESS}
        {...bind(form, 'consumer_url')}
      />
      <Field
        label="Data Fiscal"
        optional
        hint="La dirección de la constancia en ARCA"
        {...ADDRESS}
        {...bind(form, 'data_fiscal_url')}
      />
      <ItemPicture
        id="setting-data_fiscal_image"
        label="Código de Data Fiscal"
        hint="La imagen que da ARCA. Se muestra con la dirección"
        preset="brand"
        value={form.values.data_fiscal_image}
        onChange={(data_fiscal_image) => form.change({ data_fiscal_image })}
      />
    </>
  )
}
