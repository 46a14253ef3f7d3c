import { type FormEvent, useRef, useState } from 'react'
import { WRONG_CREDENTIALS } from '../../../contract/account-rules.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { keepDeviceToken, readDeviceToken } from './device-token.ts'
import { loginNameError, loginPasswordError } from './login-rules.ts'
import { useCountdown } from '../../ui/form/use-countdown.ts'

const FAILED = 'Error al iniciar sesión'

type LoginField = 'name' | 'password'

interface LoginEnds {
  onSignedIn: (answer: AnswerOf<'login'>) => Promise<void>
  onUnverified: (email: string, message: string) => void
}

/** What is typed, what is wrong with it, and the attempt itself. */
export function useLogin(name: string, { onSignedIn, onUnverified }: LoginEnds) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const errors = { name: loginNameError(name), password: loginPasswordError(password) }
  const shown = useShownErrors(errors)

  const refused = (error: unknown) => {
    const refusal = error instanceof Refusal ? error : new Refusal(0, {})
    if (refusal.code === 'ACCOUNT_NOT_VERIFIED') {
      showToast('warning', refusal.message)
      return onUnverified(refusal.body.email ?? name, refusal.message)
    }
    setPassword('')
    shown.hide()
    setFailure(refusal.body.error ?? (refusal.status === 0 ? refusal.message : WRONG_CREDENTIALS))
    if (refusal.retryAfterSeconds) startWait(refusal.retryAfterSeconds)
    showToast('error', FAILED)
    passwordField.current?.focus()
  }
  const attempt = async () => {
    const device = readDeviceToken()
    const answer = await call('login', {
      body: { username_or_email: name.trim(), password, ...(device && { device }) },
    })
    keepDeviceToken(answer.device)
    await onSignedIn(answer)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || wait > 0) return
    shown.showAll()
    setFailure('')
    if (errors.name || errors.password) {
      showToast('error', FAILED)
      ;(errors.name ? nameField : passwordField).current?.focus()
      return
    }
    setBusy(true)
    await attempt().catch(refused)
    setBusy(false)
  }
  return {
    password,
    setPassword,
    failure,
    hasFailed: failure !== '' || shown.isWrong,
    busy,
    wait,
    submit,
    errors: shown.errors,
    leave: shown.leave,
    nameField,
    passwordField,
  }
}

/** An error is shown once its field was left with something in it, or once everything was sent. */
function useShownErrors(errors: Record<LoginField, string | undefined>) {
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<LoginField>>(new Set())
  const of = (field: LoginField) => (asked || left.has(field) ? errors[field] : undefined)
  return {
    errors: { name: of('name'), password: of('password') },
    /** Everything was sent, and something of it is still wrong. */
    isWrong: asked && Object.values(errors).some(Boolean),
    leave: (field: LoginField, value: string) => {
      if (value !== '') setLeft((before) => new Set([...before, field]))
    },
    showAll: () => setAsked(true),
    hide: () => {
      setAsked(false)
      setLeft(new Set())
    },
  }
}
