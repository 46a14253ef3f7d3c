import { useState } from 'react'
import { ACCESS_CODE_SENT } from '../../../contract/accounts/access-rules.ts'
import { CODE_DIGITS, RESEND_WAIT_SECONDS } from '../../../contract/limits.ts'
import { verifyAccess } from '../../../contract/accounts/calls.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { inClock, useCountdown } from '../../ui/form/use-countdown.ts'
import { sendRequest, type TypedRequest } from './use-asking.ts'

const NO_CODE = { code: '' }

interface AccessCodeProps {
  request: TypedRequest & { codeAt: string | undefined }
  onVerified: (answer: AnswerOf<typeof verifyAccess>) => void
  /** Goes back to the request. */
  onChange: () => void
}

/** The six mailed digits that confirm the e-mail of a request. */
export function AccessCode({ request, onVerified, onChange }: AccessCodeProps) {
  const { form, ...again } = useAccessCode(request)
  const { code } = form.values
  const verify = async () => {
    onVerified(await call(verifyAccess, { body: { email: request.email.trim(), code } }))
  }
  const isShort = code.length !== CODE_DIGITS
  const onSubmit = form.onSubmit(verify, isShort)
  return (
    <form className="login-form" method="post" noValidate onSubmit={onSubmit}>
      <StepHeading>Confirmar el email</StepHeading>
      <p>
        {request.codeAt === undefined ? `${ACCESS_CODE_SENT} ` : `${mailedLater(request.codeAt)} `}
        <strong>{request.email.trim()}</strong>
      </p>
      <p className="login-reason">Si no llega, revisá el correo no deseado.</p>
      <div role="alert" className="login-failure">
        {form.failure?.general.join(' ')}
      </div>
      <CodeField
        className="code-field"
        {...form.field('code')}
        onChange={(typed) => form.change({ code: typed })}
      />
      <BusyButton type="submit" className="primary large block" busy={form.isBusy} disabled={isShort}>
        Confirmar
      </BusyButton>
      <Again {...again} isBusy={form.isBusy} />
      <button type="button" className="button quiet" onClick={onChange}>
        Cambiar los datos
      </button>
    </form>
  )
}

/** Many people ask at once, or somebody asked for this e-mail too often. */
function mailedLater(codeAt: string): string {
  return `Hay muchos pedidos en este momento: el código sale el ${formatMoment(codeAt)}. Podés cerrar esta página, el mail te trae de vuelta. Va a`
}

function Again({
  wait,
  sent,
  resend,
  isBusy,
}: Omit<ReturnType<typeof useAccessCode>, 'form'> & { isBusy: boolean }) {
  return (
    <>
      <BusyButton className="secondary block" busy={false} disabled={wait > 0 || isBusy} onClick={resend}>
        {wait > 0 ? `Pedir otro código (${inClock(wait)})` : 'Pedir otro código'}
      </BusyButton>
      <p role="status" className="login-sent">
        {sent}
      </p>
    </>
  )
}

function useAccessCode(request: TypedRequest) {
  const [wait, startWait] = useCountdown(RESEND_WAIT_SECONDS)
  const [sent, setSent] = useState('')
  const form = useForm({
    base: NO_CODE,
    idOf: () => 'acceso-codigo',
    failed: 'Error al confirmar el email',
    focuses: 'field',
    fieldOfCode: { WRONG_CODE: 'code' },
  })
  const resend = () => {
    setSent('')
    void form.run(async () => {
      await sendRequest(request)
      startWait(RESEND_WAIT_SECONDS)
      setSent('Enviamos otro código.')
    })
  }
  return { form, resend, wait, sent }
}
