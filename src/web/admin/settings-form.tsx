import type { FormEvent, ReactNode } from 'react'
import type { AllSettings } from '../../contract/settings.ts'
import { SITE } from '../site.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field, TextAreaField } from '../ui/field.tsx'
import { DiscardOrSave } from './discard-or-save.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import type { SettingName } from './settings-draft.ts'
import { SAVED, type SettingsFormState, useSettingsForm } from './use-settings-form.ts'
import '../styles/save-bar.css'

type TextName = Exclude<SettingName, 'address_delivery'>

/** Everything the footer, the gate, the e-mails and the limits of the shop are made of. */
export function SettingsForm({ settings }: { settings: AllSettings }) {
  const form = useSettingsForm(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  const field = (name: TextName) => ({
    id: `setting-${name}`,
    name,
    value: form.draft[name],
    error: form.errorOf(name),
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value }),
    onBlur: () => form.draft[name] !== String(settings[name]) && form.touch(name),
  })
  const address = {
    type: 'url',
    inputMode: 'url',
    spellCheck: false,
    maxLength: 300,
    placeholder: 'https://',
  } as const
  const email = {
    type: 'email',
    inputMode: 'email',
    spellCheck: false,
    autoComplete: 'off',
    maxLength: 254,
  } as const
  return (
    <>
      <title>{`Ajustes de la tienda · ${SITE}`}</title>
      <header className="admin-head">
        <h1 tabIndex={-1}>Ajustes de la tienda</h1>
      </header>
      <form className="settings-form" noValidate onSubmit={submit} aria-label="Ajustes de la tienda">
        {form.failure && (
          <ErrorSummary
            title={form.failure.title}
            submits={form.submits}
            errors={[
              ...form.failure.general.map((text) => ({ text })),
              ...Object.entries(form.allErrors).map(([name, text]) => ({ field: `setting-${name}`, text })),
            ]}
          />
        )}
        <div className="settings-cards">
          <Card title="Tienda">
            <Field label="Nombre de la tienda" maxLength={60} {...field('shop_name')} />
            <Field label="Lema" optional maxLength={120} {...field('tagline')} />
            <TextAreaField
              label="Sobre la tienda"
              optional
              rows={6}
              maxLength={2000}
              hint="Se muestra en la página de inicio"
              {...field('about')}
            />
            <TextAreaField
              label="Inscripción del criadero"
              optional
              rows={3}
              maxLength={500}
              hint="Texto y números de inscripción, tal como se muestran"
              {...field('registration_text')}
            />
          </Card>
          <Card title="Contacto">
            <Field
              label="Email de contacto"
              hint="Visible para todos"
              {...email}
              {...field('contact_email')}
            />
            <Field
              label="Email de pedidos"
              hint="Recibe los pedidos nuevos. No se muestra en la tienda"
              {...email}
              {...field('orders_email')}
            />
            <Field
              label="WhatsApp"
              optional
              type="tel"
              inputMode="tel"
              autoComplete="off"
              maxLength={30}
              hint="Con código de país. Ej.: 5491123456789. Vacío: no se muestra"
              {...field('whatsapp')}
            />
          </Card>
          <Card title="Redes">
            <Field label="Instagram" optional {...address} {...field('instagram_url')} />
            <Field label="Facebook" optional {...address} {...field('facebook_url')} />
            <Field label="YouTube" optional {...address} {...field('youtube_url')} />
          </Card>
          <Card title="Pedidos y garantía">
            <label className="admin-check">
              <input
                type="checkbox"
                checked={form.draft.address_delivery}
                aria-describedby="setting-address_delivery-hint"
                onChange={(event) => form.change({ address_delivery: event.target.checked })}
              />
              <span>Ofrecer envío a domicilio</span>
            </label>
            <p className="field-hint admin-check-hint" id="setting-address_delivery-hint">
              Sin marcar, la entrega se coordina con cada cliente.
            </p>
            <Field
              label="Pedidos pendientes por cliente"
              inputMode="numeric"
              maxLength={4}
              hint="Cuántos pueden esperar a la vez"
              className="settings-number"
              {...field('max_pending_orders')}
            />
            <Field
              label="Días de garantía"
              inputMode="numeric"
              maxLength={4}
              hint="Desde la fecha del pedido"
              className="settings-number"
              {...field('warranty_days')}
            />
          </Card>
          <Card title="Control de edad">
            <Field
              label="Dirección de salida"
              hint="Adonde va quien no confirma su edad"
              {...address}
              {...field('gate_decline_url')}
            />
          </Card>
          <Card title="Crédito del sitio">
            <Field label="Texto" optional maxLength={120} {...field('developer_credit')} />
            <Field label="Dirección" optional {...address} {...field('developer_url')} />
          </Card>
        </div>
        <SettingsBar form={form} />
      </form>
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function SettingsBar({ form }: { form: SettingsFormState }) {
  return (
    <div className="save-bar" data-bottom-bar>
      <output className="save-bar-words">
        {form.isDirty ? 'Cambios sin guardar' : form.isSaved ? SAVED : 'Sin cambios'}
      </output>
      <DiscardOrSave
        form={form}
        className="save-bar-actions"
        canSave={form.isDirty}
        warning="El formulario vuelve a lo último que se guardó."
      />
    </div>
  )
}
