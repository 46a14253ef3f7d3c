import { type FormEvent, useState } from 'react'
import { call, Refusal } from '../api.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showToast } from '../ui/toast.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import {
  EMPTY_USER,
  FIELD_MAX,
  newUserBody,
  newUserErrors,
  type NewUserDraft,
  type NewUserField,
  usernameWarning,
} from './new-user.ts'
import type { User } from './users-query.ts'

const FAILED = 'Error al crear el usuario. Por favor, inténtalo de nuevo.'

interface UserCreateDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (user: User) => void
}

/** What was typed outlives a closing by mistake; the passwords do not. */
export function UserCreateDialog({ open, onClose, onCreated }: UserCreateDialogProps) {
  const [draft, setDraft] = useState(EMPTY_USER)
  const [isBusy, setIsBusy] = useState(false)
  const close = () => {
    setDraft((now) => ({ ...now, password: '', password2: '' }))
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title="Crear Usuario" busy={isBusy} className="user-create">
      <CreateForm
        draft={draft}
        onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
        isBusy={isBusy}
        onBusy={setIsBusy}
        onClose={close}
        onCreated={(user) => {
          setDraft(EMPTY_USER)
          onCreated(user)
        }}
      />
    </Dialog>
  )
}

interface CreateFormProps {
  draft: NewUserDraft
  onChange: (part: Partial<NewUserDraft>) => void
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onClose: () => void
  onCreated: (user: User) => void
}

interface Refused {
  fields: Partial<Record<string, string>>
  /** What belongs to no field. */
  general: string[]
  /** Not a matter of what was typed. */
  failure?: string
}

const NOTHING: Refused = { fields: {}, general: [] }

function CreateForm({ draft, onChange, isBusy, onBusy, onClose, onCreated }: CreateFormProps) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [submits, setSubmits] = useState(0)
  const [refused, setRefused] = useState<Refused>(NOTHING)
  const wrong: Partial<Record<string, string>> = newUserErrors(draft)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setSubmits((count) => count + 1)
    setRefused(NOTHING)
    if (Object.keys(wrong).length > 0) return
    onBusy(true)
    try {
      const user = await call('createUser', { body: newUserBody(draft) })
      showToast('success', 'Usuario creado correctamente')
      onCreated(user)
    } catch (error) {
      setRefused(whatWasRefused(error))
      setSubmits((count) => count + 1)
      showToast('error', FAILED)
    } finally {
      onBusy(false)
    }
  }
  const errorOf = (name: NewUserField) =>
    refused.fields[name] ?? (submits > 0 || touched.has(name) ? wrong[name] : undefined)
  const field = (name: NewUserField) => ({
    id: `user-${name}`,
    name,
    value: draft[name],
    maxLength: FIELD_MAX[name],
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => {
      onChange({ [name]: event.target.value })
      setRefused((now) => ({ ...now, fields: { ...now.fields, [name]: undefined } }))
    },
    onBlur: () => draft[name] !== '' && setTouched((now) => new Set(now).add(name)),
  })
  return (
    <form className="user-create-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Problems wrong={submits > 0 ? wrong : {}} refused={refused} submits={submits} />
      <div className="user-create-pair">
        <Field label="Nombre" autoComplete="off" {...field('first_name')} />
        <Field label="Apellido" autoComplete="off" {...field('last_name')} />
      </div>
      <Field
        label="Nombre de usuario"
        hint="Solo letras, números y guiones bajos. Mínimo 3 caracteres"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="user-username-warning"
        {...field('username')}
      />
      <output className="user-create-warning" id="user-username-warning">
        {usernameWarning(draft.username)}
      </output>
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <label className="admin-check">
        <input
          type="checkbox"
          checked={draft.email_verified}
          aria-describedby="user-verified-hint"
          onChange={(event) => onChange({ email_verified: event.target.checked })}
        />
        <span>E-mail ya verificado</span>
      </label>
      <p className="field-hint admin-check-hint" id="user-verified-hint">
        Sin marcar, se envía un código al email y la cuenta se usa después de verificarlo.
      </p>
      <PasswordField
        label="Contraseña"
        hint="Mínimo 8 caracteres, con letras y números"
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField label="Confirmar contraseña" autoComplete="new-password" {...field('password2')} />
      <Field
        label="Instagram"
        optional
        hint="Con o sin @"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('instagram')}
      />
      <div className="dialog-actions">
        <button
          type="button"
          className="button secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && onClose()}
        >
          Cancelar
        </button>
        <BusyButton type="submit" busy={isBusy} busyText="Creando…">
          Crear Usuario
        </BusyButton>
      </div>
    </form>
  )
}

interface ProblemsProps {
  wrong: Partial<Record<string, string>>
  refused: Refused
  submits: number
}

function Problems({ wrong, refused, submits }: ProblemsProps) {
  useErrorTitle(refused.failure !== undefined)
  if (refused.failure !== undefined) return <ErrorPanel title={FAILED} note={refused.failure} />
  const fromServer = Object.values(refused.fields).some(Boolean) || refused.general.length > 0
  const ofFields = Object.entries({ ...wrong, ...withoutGaps(refused.fields) })
  return (
    <ErrorSummary
      title={fromServer ? 'Errores de validación' : 'Hay un problema'}
      submits={submits}
      errors={[
        ...refused.general.map((text) => ({ text })),
        ...ofFields.map(([name, text]) => ({ field: `user-${name}`, text: text ?? '' })),
      ]}
    />
  )
}

function withoutGaps(fields: Refused['fields']): Refused['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined))
}

/** Errors of fields that the form has go under them, the others into the list above. */
function whatWasRefused(error: unknown): Refused {
  const errors = error instanceof Refusal ? error.body.errors : undefined
  if (!errors || Object.keys(errors).length === 0)
    return { ...NOTHING, failure: error instanceof Error && error.message !== FAILED ? error.message : '' }
  const entries = Object.entries(errors)
  return {
    fields: Object.fromEntries(
      entries.filter(([name]) => name in FIELD_MAX).map(([name, texts]) => [name, texts.join('. ')]),
    ),
    general: entries.filter(([name]) => !(name in FIELD_MAX)).flatMap(([, texts]) => texts),
  }
}
