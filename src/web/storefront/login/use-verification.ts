import { type FormEvent, useEffect, useState } from 'react'
import { EMAIL_VERIFIED, CODE_SENT } from '../../../contract/account-rules.ts'
import { CODE_DIGITS, RESEND_WAIT_SECONDS } from '../../../contract/limits.ts'
import { call, Refusal } from '../../data/api.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCountdown } from '../../ui/form/use-countdown.ts'

const SAID_EACH_SECONDS = 20

/** The code as typed, and what became of sending it or of asking for another. */
export function useVerification(email: string, onVerified: (message: string) => void) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState('')
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  // The refused login has just sent one.
  const [wait, startWait] = useCountdown(RESEND_WAIT_SECONDS)
  useEffect(() => {
    if (wait > 0 && wait < RESEND_WAIT_SECONDS && wait % SAID_EACH_SECONDS === 0)
      announce(`Reenviar código disponible en ${wait} segundos`)
  }, [wait])

  const begin = (what: 'verify' | 'resend') => {
    setBusy(what)
    setFailure('')
    setSent('')
  }
  /** The toast says what failed, the screen also why. */
  const fail = (error: unknown, what: string) => {
    setFailure((error instanceof Refusal && error.body.error) || what)
    showToast('error', what)
    setBusy(undefined)
  }
  const verify = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || code.length !== CODE_DIGITS) return
    begin('verify')
    try {
      await call('verifyEmail', { body: { email, code } })
      onVerified(EMAIL_VERIFIED)
    } catch (error) {
      fail(error, 'Error al verificar el código')
      document.getElementById('codigo')?.focus()
    }
  }
  const resend = async () => {
    if (busy) return
    begin('resend')
    try {
      await call('resendVerification', { body: { email } })
      setSent(CODE_SENT)
      showToast('success', CODE_SENT)
      startWait(RESEND_WAIT_SECONDS)
      setBusy(undefined)
    } catch (error) {
      fail(error, 'Error al reenviar el código')
      if (error instanceof Refusal && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
    }
  }
  return { code, setCode, failure, sent, busy, wait, verify, resend }
}
