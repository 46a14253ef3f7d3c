import { useMutation } from '@tanstack/react-query'
import { ACCESS_MODE_LABEL } from '../../../contract/accounts/access-rules.ts'
import { STAFF_2FA_LABEL } from '../../../contract/accounts/second-factor-rules.ts'
import { sendTestMail } from '../../../contract/settings/calls.ts'
import { LEGAL_TEXTS } from '../../../contract/settings/legal-settings.ts'
import type { OrderMails } from '../../../contract/settings/settings.ts'
import { call } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field, FieldError, TextAreaField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { CheckField } from '../shell/check-field.tsx'
import { ItemPicture } from '../shell/item-picture.tsx'
import { Panel } from '../shell/panel.tsx'
import { LegalMissing } from './legal-missing.tsx'
import type { SettingName } from './settings-draft.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type CheckName =
  | 'address_delivery'
  | 'first_hour_over'
  | 'sign_in_links'
  | 'passkeys'
  | 'restock_notices'
  | 'show_tests'
  | keyof OrderMails
type TextName = Exclude<SettingName, CheckName | 'data_fiscal_image'>

const EMAIL = {
  type: 'email',
  inputMode: 'email',
  spellCheck: false,
  autoComplete: 'off',
  maxLength: 254,
} as const
const ADDRESS = {
  type: 'url',
  inputMode: 'url',
  spellCheck: false,
  maxLength: 300,
  placeholder: 'https://',
} as const
const COUNT = { inputMode: 'numeric', className: 'settings-number' } as const

const ORDER_MAILS: Record<keyof OrderMails, { label: string; hint: string }> = {
  mail_changed: {
    label: 'Al cambiar un pedido',
    hint: 'Productos, precios, entrega, o si vuelve a pendiente',
  },
  mail_completed: { label: 'Al completar un pedido', hint: 'Sin repetir el aviso de entrega' },
  mail_cancelled: { label: 'Al cancelar un pedido', hint: 'Solo cuando lo cancela la tienda' },
  mail_paid: { label: 'Al anotar un pago', hint: 'O una devolución, con el saldo que queda' },
  mail_handed: { label: 'Al entregar o despachar un pedido', hint: 'Con el transporte y el seguimiento' },
}

/** An input for each setting of the shop. */
export function SettingsCards({ form }: { form: SettingsFormState }) {
  const bind = (name: TextName) => ({ name, ...form.field(name) })
  const check = (name: CheckName) => ({
    id: `setting-${name}-hint`,
    checked: form.values[name],
    onChange: (isOn: boolean) => form.change({ [name]: isOn }),
  })
  const legal = (name: keyof typeof LEGAL_TEXTS) => ({
    maxLength: LEGAL_TEXTS[name].max,
    optional: true,
    ...bind(name),
  })
  return (
    <div className="settings-cards stack-4">
      <Panel title="Contacto">
        <Field
          label="Email de contacto"
          optional
          hint="Visible para todos. Vacío: no se muestra"
          {...EMAIL}
          {...bind('contact_email')}
        />
        <Field
          label="Email de pedidos"
          optional
          hint="Recibe los pedidos nuevos. Vacío: llegan al de contacto. No se muestra en la tienda"
          {...EMAIL}
          {...bind('orders_email')}
        />
        <Field
          label="WhatsApp"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          hint="Con código de país. Ej.: 5491123456789. Vacío: no se muestra"
          {...bind('whatsapp')}
        />
      </Panel>
      <MailCard />
      <Panel title="Redes">
        <Field label="Instagram" optional {...ADDRESS} {...bind('instagram_url')} />
        <Field label="Facebook" optional {...ADDRESS} {...bind('facebook_url')} />
        <Field label="YouTube" optional {...ADDRESS} {...bind('youtube_url')} />
      </Panel>
      <Panel title="Acceso">
        <ChoiceField
          label="Quién puede tener cuenta"
          hint="Los precios y los pedidos son para quienes tienen cuenta"
          {...bind('access_mode')}
          names={ACCESS_MODE_LABEL}
        />
        <CheckField
          label="Enviar enlaces para entrar"
          hint="Tus clientes entran sin contraseña, con un enlace que llega por email. Tu equipo no."
          {...check('sign_in_links')}
        />
        <CheckField
          label="Permitir entrar con huella o llave"
          hint="Cada cuenta agrega sus dispositivos en Configuración."
          {...check('passkeys')}
        />
        <ChoiceField
          label="Verificación en dos pasos del equipo"
          hint="Se activa en Configuración de cada cuenta. Obligatoria: sin ella no se entra al panel"
          {...bind('staff_2fa')}
          names={STAFF_2FA_LABEL}
        />
      </Panel>
      <Panel title="Pedidos y garantía">
        <CheckField
          label="Ofrecer envío a domicilio"
          hint="Sin marcar, la entrega se coordina con cada cliente."
          {...check('address_delivery')}
        />
        <Field
          label="Pedidos pendientes por cliente"
          hint="Cuántos pueden esperar a la vez"
          {...COUNT}
          {...bind('max_pending_orders')}
        />
        <Field
          label="Unidades pendientes por cliente"
          hint="De cada presentación, sumando sus pedidos pendientes. 0: sin límite. Los pedidos que anotás vos no cuentan"
          {...COUNT}
          {...bind('max_pending_units')}
        />
        <Field
          label="Días que dura una reserva"
          hint="Sin pago, acuerdo ni preparación, el pedido se cancela. Antes avisamos por email. 0: no vence. Vale para los pedidos nuevos"
          {...COUNT}
          {...bind('pending_expiry_days')}
        />
        <Field
          label="Días de garantía"
          optional
          hint="Desde la fecha del pedido. Vacío: sin plazo"
          {...COUNT}
          {...bind('warranty_days')}
        />
        <TextAreaField
          label="Páginas de seguimiento"
          optional
          rows={4}
          hint="Un transporte por renglón: nombre, dos puntos y la dirección con {numero}. El pedido y el email enlazan ahí"
          {...bind('carriers')}
        />
      </Panel>
      <Panel title="Stock">
        <Field
          label="Avisar con pocas unidades"
          hint="Con esta cantidad o menos, una presentación sale en Para hacer y en el email de las 9. Cada una puede tener otra en Stock"
          {...COUNT}
          {...bind('low_stock_at')}
        />
        <CheckField
          label="Ofrecer «Avisarme cuando vuelva»"
          hint="Tus clientes piden un email para cuando una presentación sin stock vuelva. Sale una sola vez y sin precios."
          {...check('restock_notices')}
        />
        <CheckField
          label="Mostrar las pruebas de germinación"
          hint="Inicio, productos y /lotes muestran la última prueba de cada lote en venta, con las semillas que no abrieron. Se muestran todas o ninguna."
          {...check('show_tests')}
        />
      </Panel>
      <Panel title="Emails por pedidos">
        <p className="admin-note">
          Qué le mandamos solo a tu cliente, si su cuenta tiene el email verificado.
        </p>
        {(Object.keys(ORDER_MAILS) as (keyof OrderMails)[]).map((name) => (
          <CheckField key={name} {...ORDER_MAILS[name]} {...check(name)} />
        ))}
      </Panel>
      <Panel title="Datos legales">
        <p className="admin-note">Se muestran al pie de la tienda los que estén completos.</p>
        <LegalMissing values={form.values} />
        <Field label="Razón social" {...legal('legal_name')} />
        <Field
          label="CUIT"
          optional
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          hint="11 dígitos. Ej.: 20-12345678-6"
          {...bind('cuit')}
        />
        <Field label="Domicilio legal" {...legal('legal_address')} />
        <Field label="Horario de atención" {...legal('service_hours')} />
        <Field label="Número de RNCyFS (INASE)" {...legal('rncyfs_number')} />
        <Field label="Número de ARICCAME" {...legal('ariccame_number')} />
        <Field label="Número de AAIP (bases de datos)" {...legal('aaip_number')} />
        <Field
          label="Defensa del Consumidor"
          optional
          hint="La dirección para reclamos"
          {...ADDRESS}
          {...bind('consumer_url')}
        />
        <Field
          label="Data Fiscal"
          optional
          hint="La dirección de la constancia en ARCA"
          {...ADDRESS}
          {...bind('data_fiscal_url')}
        />
        <ItemPicture
          id="setting-data_fiscal_image"
          label="Código de Data Fiscal"
          hint="La imagen que da ARCA. Se muestra con la dirección"
          preset="brand"
          value={form.values.data_fiscal_image}
          onChange={(data_fiscal_image) => form.change({ data_fiscal_image })}
        />
      </Panel>
      <Panel title="Control de edad">
        <Field
          label="Dirección de salida"
          hint="Adonde va quien no confirma su edad"
          {...ADDRESS}
          {...bind('gate_decline_url')}
        />
      </Panel>
      <Panel title="Crédito del sitio">
        <Field label="Texto" optional maxLength={120} {...bind('developer_credit')} />
        <Field label="Dirección" optional {...ADDRESS} {...bind('developer_url')} />
      </Panel>
      <Panel title="Copias de seguridad">
        <Field
          label="Avisar después de tantas horas sin copia"
          hint={
            form.values.backup_hours === '0'
              ? 'Con 0 no esperás copias: si faltan, nadie avisa'
              : 'En el panel, y por mail al email de pedidos una vez por día. 0: no esperás copias'
          }
          {...COUNT}
          {...bind('backup_hours')}
        />
      </Panel>
      <Panel title="Panel">
        <CheckField
          label="Ocultar los primeros pasos"
          hint="La lista de Productos para una tienda nueva. Se va sola cuando está todo hecho."
          {...check('first_hour_over')}
        />
      </Panel>
    </div>
  )
}

/** Sends a test mail to the admin, through the outbox. */
function MailCard() {
  const sending = useMutation({
    mutationFn: () => call(sendTestMail, { body: {} }),
    onError: (error) => showToast('error', error.message),
  })
  return (
    <Panel title="Correo">
      <p className="admin-note">El servidor de correo y el remitente se configuran en el servidor.</p>
      <BusyButton
        className="secondary"
        busy={sending.isPending}
        busyText="Mandando…"
        onClick={() => sending.mutate()}
      >
        Mandarme un mail de prueba
      </BusyButton>
      <p role="status">{sending.data?.message}</p>
      {sending.error && <FieldError>{sending.error.message}</FieldError>}
    </Panel>
  )
}
