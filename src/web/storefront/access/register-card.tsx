import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { ACCESS_MESSAGE_LENGTH, ACCESS_PHONE_LENGTH } from '../../../contract/accounts/access-rules.ts'
import { ASK_FOR_ACCESS } from '../product-card/account-links.tsx'
import { EMAIL_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import type { verifyAccess } from '../../../contract/accounts/calls.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import type { AnswerOf } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { Honeypot } from '../../ui/form/honeypot.tsx'
import { AccessCode } from './access-code.tsx'
import { Agreement } from './agreement.tsx'
import { forgetRequest, NOT_ASKED, useAsking } from './use-asking.ts'

/** `/registro`: the request, and the code that confirms its e-mail. The page of its state follows. */
export function RegisterCard() {
  const hydrated = useHydrated()
  return (
    <>
      <UnlistedHead
        title={ASK_FOR_ACCESS}
        description="Los precios y los pedidos son para cuentas. Pedí la tuya."
      />
      <noscript>
        <p>Para pedir acceso hace falta JavaScript.</p>
      </noscript>
      <Steps isReady={hydrated} />
    </>
  )
}

function Steps({ isReady }: { isReady: boolean }) {
  const asking = useAsking(isReady)
  const navigate = useNavigate()
  if (!asking.isSent) return <AskForm asking={asking} isReady={isReady} />
  const verified = ({ invitation, request }: AnswerOf<typeof verifyAccess>) => {
    forgetRequest()
    const fragment = invitation === undefined ? `p=${request}` : `t=${invitation}`
    void navigate(`/invitacion#${fragment}`, { replace: true })
  }
  const request = { ...asking.form.values, codeAt: asking.codeAt }
  return <AccessCode request={request} onVerified={verified} onChange={asking.change} />
}

interface AskFormProps {
  asking: ReturnType<typeof useAsking>
  isReady: boolean
}

function AskForm({ asking: { form, onSubmit }, isReady }: AskFormProps) {
  const isReviewed = useQuery(shopSettings()).data?.access_mode !== 'open'
  return (
    <form className="login-form" method="post" noValidate onSubmit={onSubmit}>
      <h1 tabIndex={-1}>{ASK_FOR_ACCESS}</h1>
      <p>
        Los precios y los pedidos son para cuentas.
        {isReviewed && ' La tienda revisa cada pedido de acceso.'}
      </p>
      <FormSummary form={form} title={form.failure?.error ? NOT_ASKED : undefined} />
      <AskFields form={form} />
      <Agreement form={form} />
      <Honeypot />
      <BusyButton
        type="submit"
        className="primary large block"
        busy={form.isBusy}
        busyText="Enviando…"
        disabled={!isReady}
        suppressHydrationWarning
      >
        Continuar
      </BusyButton>
      <Link className="login-way" to={paths.login()}>
        Ya tengo cuenta
      </Link>
    </form>
  )
}

function AskFields({ form }: { form: AskFormProps['asking']['form'] }) {
  return (
    <>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_LENGTH}
        {...form.field('email')}
      />
      <Field
        label="Nombre"
        name="first_name"
        autoComplete="given-name"
        maxLength={NAME_LENGTH}
        {...form.field('first_name')}
      />
      <Field
        label="Apellido"
        name="last_name"
        autoComplete="family-name"
        maxLength={NAME_LENGTH}
        {...form.field('last_name')}
      />
      <OptionalFields form={form} />
    </>
  )
}

function OptionalFields({ form }: { form: AskFormProps['asking']['form'] }) {
  const whatsapp = useQuery(shopSettings()).data?.whatsapp
  return (
    <>
      <Field
        label="Teléfono"
        hint={whatsapp && 'Para responder por WhatsApp'}
        optional
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={ACCESS_PHONE_LENGTH}
        {...form.field('phone')}
      />
      <TextAreaField
        label="Mensaje"
        optional
        rows={3}
        name="message"
        maxLength={ACCESS_MESSAGE_LENGTH}
        {...form.field('message')}
      />
    </>
  )
}
