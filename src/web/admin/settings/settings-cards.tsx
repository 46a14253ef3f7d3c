import { ACCESS_MODE_LABEL, ACCESS_MODES } from '../../../contract/accounts/access-rules.ts'
import { STAFF_2FA, STAFF_2FA_LABEL } from '../../../contract/accounts/second-factor-rules.ts'
import type { OrderMails } from '../../../contract/settings/settings.ts'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { ADDRESS, bind, type CardProps } from './setting-field.ts'
import { Panel } from '../shell/panel.tsx'
import { CheckField } from '../shell/check-field.tsx'

const EMAIL = {
  type: 'email',
  inputMode: 'email',
  spellCheck: false,
  autoComplete: 'off',
  maxLength: 254,
} as const

export function ContactCard({ form }: CardProps) {
  return (
    <Panel title="Contacto">
      <Field
        label="Email de contacto"
        optional
        hint="Visible para todos. Vacío: no se muestra"
        {...EMAIL}
        {...bind(form, 'contact_email')}
      />
      <Field
        label="Email de pedidos"
        optional
        hint="Recibe los pedidos nuevos. Vacío: llegan al de contacto. No se muestra en la tienda"
        {...EMAIL}
        {...bind(form, 'orders_email')}
      />
      <Field
        label="WhatsApp"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        hint="Con código de país. Ej.: 5491123456789. Vacío: no se muestra"
        {...bind(form, 'whatsapp')}
      />
    </Panel>
  )
}

export function NetworksCard({ form }: CardProps) {
  return (
    <Panel title="Redes">
      <Field label="Instagram" optional {...ADDRESS} {...bind(form, 'instagram_url')} />
      <Field label="Facebook" optional {...ADDRESS} {...bind(form, 'facebook_url')} />
      <Field label="YouTube" optional {...ADDRESS} {...bind(form, 'youtube_url')} />
    </Panel>
  )
}

export function AccessCard({ form }: CardProps) {
  return (
    <Panel title="Acceso">
      <SelectField
        label="Quién puede tener cuenta"
        hint="Los precios y los pedidos son para quienes tienen cuenta"
        {...bind(form, 'access_mode')}
      >
        {ACCESS_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {ACCESS_MODE_LABEL[mode]}
          </option>
        ))}
      </SelectField>
      <CheckField
        id="setting-sign_in_links-hint"
        label="Enviar enlaces para entrar"
        hint="Tus clientes entran sin contraseña, con un enlace que llega por email. Tu equipo no."
        checked={form.values.sign_in_links}
        onChange={(sign_in_links) => form.change({ sign_in_links })}
      />
      <CheckField
        id="setting-passkeys-hint"
        label="Permitir entrar con huella o llave"
        hint="Cada cuenta agrega sus dispositivos en Configuración."
        checked={form.values.passkeys}
        onChange={(passkeys) => form.change({ passkeys })}
      />
      <StaffFactor form={form} />
    </Panel>
  )
}

function StaffFactor({ form }: CardProps) {
  return (
    <SelectField
      label="Verificación en dos pasos del equipo"
      hint="Se activa en Configuración de cada cuenta. Obligatoria: sin ella no se entra al panel"
      {...bind(form, 'staff_2fa')}
    >
      {STAFF_2FA.map((choice) => (
        <option key={choice} value={choice}>
          {STAFF_2FA_LABEL[choice]}
        </option>
      ))}
    </SelectField>
  )
}

export function OrdersCard({ form }: CardProps) {
  return (
    <Panel title="Pedidos y garantía">
      <CheckField
        id="setting-address_delivery-hint"
        label="Ofrecer envío a domicilio"
        hint="Sin marcar, la entrega se coordina con cada cliente."
        checked={form.values.address_delivery}
        onChange={(address_delivery) => form.change({ address_delivery })}
      />
      <PendingFields form={form} />
      <Field
        label="Días de garantía"
        optional
        inputMode="numeric"
        hint="Desde la fecha del pedido. Vacío: sin plazo"
        className="settings-number"
        {...bind(form, 'warranty_days')}
      />
      <CarriersField form={form} />
    </Panel>
  )
}

function PendingFields({ form }: CardProps) {
  return (
    <>
      <Field
        label="Pedidos pendientes por cliente"
        inputMode="numeric"
        hint="Cuántos pueden esperar a la vez"
        className="settings-number"
        {...bind(form, 'max_pending_orders')}
      />
      <Field
        label="Unidades pendientes por cliente"
        inputMode="numeric"
        hint="De cada presentación, sumando sus pedidos pendientes. 0: sin límite. Los pedidos que anotás vos no cuentan"
        className="settings-number"
        {...bind(form, 'max_pending_units')}
      />
      <Field
        label="Días que dura una reserva"
        inputMode="numeric"
        hint="Sin pago, acuerdo ni preparación, el pedido se cancela. Antes avisamos por email. 0: no vence. Vale para los pedidos nuevos"
        className="settings-number"
        {...bind(form, 'pending_expiry_days')}
      />
    </>
  )
}

function CarriersField({ form }: CardProps) {
  return (
    <TextAreaField
      label="Páginas de seguimiento"
      optional
      rows={4}
      hint="Un transporte por renglón: nombre, dos puntos y la dirección con {numero}. El pedido y el email enlazan ahí"
      {...bind(form, 'carriers')}
    />
  )
}

export function StockCard({ form }: CardProps) {
  return (
    <Panel title="Stock">
      <Field
        label="Avisar con pocas unidades"
        inputMode="numeric"
        hint="Con esta cantidad o menos, una presentación sale en Para hacer y en el email de las 9. Cada una puede tener otra en Stock"
        className="settings-number"
        {...bind(form, 'low_stock_at')}
      />
      <CheckField
        id="setting-restock_notices-hint"
        label="Ofrecer «Avisarme cuando vuelva»"
        hint="Tus clientes piden un email para cuando una presentación sin stock vuelva. Sale una sola vez y sin precios."
        checked={form.values.restock_notices}
        onChange={(restock_notices) => form.change({ restock_notices })}
      />
      <CheckField
        id="setting-show_tests-hint"
        label="Mostrar las pruebas de germinación"
        hint="Inicio, productos y /lotes muestran la última prueba de cada lote en venta, con las semillas que no abrieron. Se muestran todas o ninguna."
        checked={form.values.show_tests}
        onChange={(show_tests) => form.change({ show_tests })}
      />
    </Panel>
  )
}

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

export function OrderMailsCard({ form }: CardProps) {
  return (
    <Panel title="Emails por pedidos">
      <p className="admin-note">Qué le mandamos solo a tu cliente, si su cuenta tiene el email verificado.</p>
      {(Object.keys(ORDER_MAILS) as (keyof OrderMails)[]).map((name) => (
        <CheckField
          key={name}
          id={`setting-${name}-hint`}
          {...ORDER_MAILS[name]}
          checked={form.values[name]}
          onChange={(isOn) => form.change({ [name]: isOn })}
        />
      ))}
    </Panel>
  )
}

export function BackupsCard({ form }: CardProps) {
  const isNoneExpected = form.values.backup_hours === '0'
  return (
    <Panel title="Copias de seguridad">
      <Field
        label="Avisar después de tantas horas sin copia"
        inputMode="numeric"
        hint={
          isNoneExpected
            ? 'Con 0 no esperás copias: si faltan, nadie avisa'
            : 'En el panel, y por mail al email de pedidos una vez por día. 0: no esperás copias'
        }
        className="settings-number"
        {...bind(form, 'backup_hours')}
      />
    </Panel>
  )
}

export function GateCard({ form }: CardProps) {
  return (
    <Panel title="Control de edad">
      <Field
        label="Dirección de salida"
        hint="Adonde va quien no confirma su edad"
        {...ADDRESS}
        {...bind(form, 'gate_decline_url')}
      />
    </Panel>
  )
}

export function CreditCard({ form }: CardProps) {
  return (
    <Panel title="Crédito del sitio">
      <Field label="Texto" optional maxLength={120} {...bind(form, 'developer_credit')} />
      <Field label="Dirección" optional {...ADDRESS} {...bind(form, 'developer_url')} />
    </Panel>
  )
}

export function FirstHourCard({ form }: CardProps) {
  return (
    <Panel title="Panel">
      <CheckField
        id="setting-first_hour_over-hint"
        label="Ocultar los primeros pasos"
        hint="La lista de Productos para una tienda nueva. Se va sola cuando está todo hecho."
        checked={form.values.first_hour_over}
        onChange={(first_hour_over) => form.change({ first_hour_over })}
      />
    </Panel>
  )
}
