import { WifiOff } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type AnswerOf, call, Refusal } from '../api.ts'
import { useOnline } from '../online.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showToast } from '../ui/toast.tsx'
import { loginNameError, loginPasswordError } from './login-rules.ts'
import { inClock, useCountdown } from './use-countdown.ts'

const DEVICE = 'deviceToken'
const FAILED = 'Error al iniciar sesión'
const CHECK_CREDENTIALS = 'Error al iniciar sesión. Por favor, verifica tus credenciales.'

interface LoginFormProps {
  name: string
  onName: (name: string) => void
  /** Why the visitor was sent here, or empty. */
  reason: string
  /** What has just gone well, or empty. */
  success: string
  onSignedIn: (answer: AnswerOf<'login'>) => Promise<void>
  onUnverified: (email: string, message: string) => void
}

export function LoginForm({ name, onName, reason, success, onSignedIn, onUnverified }: LoginFormProps) {
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [wait, startWait] = useCountdown()
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (success) heading.current?.focus()
  }, [success])

  const nameError = loginNameError(name)
  const passwordError = loginPasswordError(password)
  const shows = (field: string) => asked || left.has(field)
  const leave = (field: string, value: string) => {
    if (value !== '') setLeft((before) => new Set([...before, field]))
  }

  const refused = (error: unknown) => {
    const refusal = error instanceof Refusal ? error : new Refusal(0, {})
    if (refusal.code === 'ACCOUNT_NOT_VERIFIED') {
      showToast('warning', refusal.message)
      return onUnverified(refusal.body.email ?? name, refusal.message)
    }
    setPassword('')
    setAsked(false)
    setLeft(new Set())
    setFailure(refusal.body.error ?? (refusal.status === 0 ? refusal.message : CHECK_CREDENTIALS))
    if (refusal.retryAfterSeconds) startWait(refusal.retryAfterSeconds)
    showToast('error', FAILED)
    passwordField.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || wait > 0) return
    setAsked(true)
    setFailure('')
    if (nameError || passwordError) {
      showToast('error', FAILED)
      ;(nameError ? nameField : passwordField).current?.focus()
      return
    }
    setBusy(true)
    try {
      const device = readDevice()
      const answer = await call('login', {
        body: { username_or_email: name.trim(), password, ...(device && { device }) },
      })
      keepDevice(answer.device)
      await onSignedIn(answer)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1 tabIndex={-1} ref={heading}>
        Iniciar sesión
      </h1>
      {reason && <p className="login-reason">{reason}</p>}
      <OfflineNotice />
      {success && (
        <p className="login-success" role="status">
          {success}
        </p>
      )}
      <div role="alert" className="login-failure">
        {failure}
      </div>
      {wait > 0 && (
        <p className="login-wait" role="timer">
          Volver a intentar en {inClock(wait)}
        </p>
      )}
      <Field
        ref={nameField}
        label="Usuario o email"
        name="username_or_email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={name}
        error={shows('name') ? nameError : undefined}
        onChange={(event) => onName(event.target.value)}
        onBlur={() => leave('name', name)}
      />
      <PasswordField
        ref={passwordField}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        maxLength={128}
        value={password}
        error={shows('password') ? passwordError : undefined}
        onChange={(event) => setPassword(event.target.value)}
        onBlur={() => leave('password', password)}
      />
      <BusyButton
        type="submit"
        className="primary large block"
        busy={busy}
        busyText="Ingresando…"
        disabled={wait > 0}
      >
        Iniciar sesión
      </BusyButton>
      <noscript>
        <p>Para iniciar sesión hace falta JavaScript.</p>
      </noscript>
    </form>
  )
}

export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="login-offline">
          <WifiOff aria-hidden="true" size={20} />
          Sin conexión a internet
        </p>
      )}
    </div>
  )
}

/** Failures of this browser are counted apart from those of strangers who try the same name. */
function readDevice(): string | undefined {
  try {
    return localStorage.getItem(DEVICE) ?? undefined
  } catch {
    return undefined
  }
}

function keepDevice(device: string): void {
  try {
    localStorage.setItem(DEVICE, device)
  } catch {
    // Without storage this browser is a stranger each time.
  }
}
