import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { EMAIL_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import {
  ORDER_NUMBER_LENGTH,
  REGRET_ANSWER_HOURS,
  REGRET_DAYS,
  regretFiled,
} from '../../../contract/legal/regret-rules.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { later } from '../../browser/later.tsx'
import { profile } from '../../data/queries.ts'
import { wasDoneBefore } from '../../data/send-once.ts'
import { FormSummary } from '../../forms/form-summary.tsx'
import { useSession } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Honeypot } from '../../ui/form/honeypot.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import './law.css'
import { NO_REGRET, type RegretForm, SENT_BEFORE, useRegret } from './use-regret.ts'

const PendingOrders = later(() => import('./pending-orders.tsx').then((module) => module.PendingOrders))

/** `/arrepentimiento`: withdraw from a purchase, without an account and without scripts. */
export function RegretPage() {
  const [code, setCode] = useState<string>()
  const session = useSession()
  return (
    <div className="page law-page stack-4">
      <PageHead
        title="Botón de arrepentimiento"
        description="Dejar sin efecto una compra dentro de los diez días, sin dar motivos y sin cuenta."
        path={paths.regret()}
      />
      <h1 tabIndex={-1}>Botón de arrepentimiento</h1>
      {code === undefined ? (
        <>
          <p>
            {`Tenés ${REGRET_DAYS} días desde que recibís el producto para dejar sin efecto la compra, sin dar motivos y sin costo (Ley 24.240, art. 34).`}
          </p>
          <RegretFields onFiled={setCode} />
          {/* Placed below, so that it moves no field when it loads. */}
          <PendingOrders props={session && !session.isAdmin ? { session } : undefined} />
        </>
      ) : (
        <Filed code={code} />
      )}
    </div>
  )
}

function RegretFields({ onFiled }: { onFiled: (code: string) => void }) {
  const session = useSession()
  const account = useQuery(profile(session)).data
  // Remounted when the account is known; typed values are restored from the tab's storage.
  return <RegretFormOf key={account?.id ?? 'visitor'} account={account} onFiled={onFiled} />
}

function RegretFormOf({ account, onFiled }: Parameters<typeof useRegret>[0]) {
  const form = useRegret({ account, onFiled })
  const hydrated = useHydrated()
  return (
    <form
      className="law-form stack-4"
      method="post"
      action={paths.regret()}
      // Without scripts the browser checks the fields.
      noValidate={hydrated}
      aria-label="Formulario de arrepentimiento"
      onSubmit={form.onSubmit}
    >
      <FormSummary form={form} title={titleOf(form.failure?.error)} />
      <RegretTexts form={form} />
      <Honeypot />
      <BusyButton type="submit" busy={form.isBusy} busyText="Enviando…">
        Enviar la solicitud
      </BusyButton>
      <p className="note">{`La respuesta llega por email antes de ${REGRET_ANSWER_HOURS} horas.`}</p>
    </form>
  )
}

function titleOf(error: unknown): string | undefined {
  if (!error) return undefined
  return wasDoneBefore(error) ? SENT_BEFORE : NO_REGRET
}

function RegretTexts({ form }: { form: RegretForm }) {
  return (
    <>
      <Field
        label="Nombre y apellido"
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_LENGTH}
        {...form.field('name')}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={EMAIL_LENGTH}
        {...form.field('email')}
      />
      <Field
        label="Número de pedido"
        hint="Está en el email del pedido. Si no lo tenés, escribí «no lo tengo»."
        name="order_number"
        autoComplete="off"
        required
        maxLength={ORDER_NUMBER_LENGTH}
        {...form.field('order_number')}
      />
    </>
  )
}

function Filed({ code }: { code: string }) {
  return (
    <section className="law-filed stack-2 callout ok">
      <StepHeading as="h2" className="icon-row">
        <BadgeCheck aria-hidden="true" size={26} />
        <span>{regretFiled(code)}</span>
      </StepHeading>
      <p>Guardá el código: también te lo enviamos por email.</p>
    </section>
  )
}
