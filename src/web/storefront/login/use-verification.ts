import { useEffect, useState } from 'react'
import { EMAIL_VERIFIED, CODE_SENT } from '../../../contract/accounts/account-rules.ts'
import { CODE_DIGITS, RESEND_WAIT_SECONDS } from '../../../contract/limits.ts'
import { resendVerification, verifyEmail } from '../../../contract/accounts/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { useCountdown } from '../../ui/form/use-countdown.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'

const SAID_EACH_SECONDS = 20
const NO_CODE = { code: '' }

/** The typed code and the result of sending it. The toast says what failed, the screen also why. */
export function useVerification(email: string, onVerified: (message: string) => void) {
  const resending = useResending(email)
  const form = useForm({
    base: NO_CODE,
    idOf: () => 'codigo',
    failed: 'Error al verificar el código',
    focuses: 'field',
    fieldOfCode: { WRONG_CODE: 'code' },
  })
  const verify = async ({ code }: typeof NO_CODE) => {
    resending.forget()
    await call(verifyEmail, { body: { email, code } })
    onVerified(EMAIL_VERIFIED)
  }
  const { code } = form.values
  return {
    code: { ...form.field('code'), onChange: (typed: string) => form.change({ code: typed }) },
    isComplete: code.length === CODE_DIGITS,
    isBusy: form.isBusy,
    failure: [...(form.failure?.general ?? []), ...(resending.failure?.general ?? [])].join(' '),
    onSubmit: form.onSubmit(verify, resending.isBusy || code.length !== CODE_DIGITS),
    resending,
    resend: () => {
      if (form.isBusy) return
      form.restart(NO_CODE, form.values)
      resending.send()
    },
  }
}

/** Requests another code; not before some seconds, because the refused login has just sent one. */
function useResending(email: string) {
  const [sent, setSent] = useState('')
  const [wait, startWait] = useSpokenWait()
  const form = useForm({
    base: {},
    idOf: String,
    failed: 'Error al reenviar el código',
    focuses: 'field',
  })
  const request = async () => {
    try {
      await call(resendVerification, { body: { email } })
    } catch (error) {
      if (error instanceof Refusal && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
      throw error
    }
    setSent(CODE_SENT)
    showToast('success', CODE_SENT)
    startWait(RESEND_WAIT_SECONDS)
  }
  const forget = () => {
    setSent('')
    form.restart()
  }
  return {
    sent,
    wait,
    isBusy: form.isBusy,
    failure: form.failure,
    forget,
    send: () => {
      setSent('')
      void form.run(request)
    },
  }
}

function useSpokenWait(): ReturnType<typeof useCountdown> {
  const [wait, startWait] = useCountdown(RESEND_WAIT_SECONDS)
  useEffect(() => {
    if (wait > 0 && wait < RESEND_WAIT_SECONDS && wait % SAID_EACH_SECONDS === 0)
      announce(`Reenviar código disponible en ${wait} segundos`)
  }, [wait])
  return [wait, startWait]
}
