import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Brand } from '../../contract/brands.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../contract/limits.ts'
import { call, Refusal } from '../api.ts'
import { type Session, useSession } from '../session.ts'
import { SITE } from '../site.ts'
import { paths } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field, TextAreaField } from '../ui/field.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.tsx'
import { BankMergeDialog } from './bank-merge-dialog.tsx'
import { BANK_PROBLEM, throwOfBank } from './bank-problem.ts'
import { BankPreview, LogoPreview } from './bank-preview.tsx'
import { logoFileError, originOf } from './brand-words.ts'
import { adminBrand, brandsChanged } from './brands-query.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { PictureField } from './picture-field.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { type FieldValue, useMergedSave } from './use-merged-save.ts'
import { usePictureUpload } from './use-picture-upload.ts'
import '../styles/admin-brands.css'
import '../styles/save-bar.css'

/** The list has one address that people know, so the way back is the same under both prefixes. */
const BANKS = '/admin/bancos'
const FAILED = 'Error al guardar el banco'

export default function BankFormPage() {
  const session = useSession()
  const { id } = useParams()
  const title = id === undefined ? 'Nuevo Banco' : 'Editar Banco'
  return (
    <>
      <title>{`${title} · ${SITE}`}</title>
      <header className="admin-head">
        <h1 tabIndex={-1}>{title}</h1>
      </header>
      {session &&
        (id === undefined ? (
          <BankForm key="new" session={session} bank={undefined} />
        ) : (
          <EditBank key={id} session={session} id={id} />
        ))}
    </>
  )
}

/** Who asks for a bank that cannot be loaded is sent to the list, which says why. */
function EditBank({ session, id }: { session: Session; id: string }) {
  const navigate = useNavigate()
  const known = /^[1-9]\d{0,9}$/.test(id)
  const { data, isError } = useQuery({ ...adminBrand(session, Number(id)), enabled: known })
  const isLost = !known || (isError && !data)
  useEffect(() => {
    if (!isLost) return
    showToast('error', BANK_PROBLEM)
    void navigate(BANKS, { replace: true, state: { problem: BANK_PROBLEM } })
  }, [isLost, navigate])
  // The form keeps what it began with: a later answer does not undo what is being typed.
  if (data) return <BankForm session={session} bank={data} />
  return (
    <div className="bank-form" aria-busy="true">
      <LoadingNote />
      <Skeleton className="brand-skeleton" />
    </div>
  )
}

type Errors = Partial<Record<'brand_name' | 'description' | 'image', string>>

interface Draft {
  brand_name: string
  description: string
  is_national: boolean
}

type BankValues = Draft & Pick<Brand, 'image'>

const NEW_BANK: BankValues = { brand_name: '', description: '', is_national: true, image: null }

const LABEL: Record<string, string> = {
  brand_name: 'Nombre del banco',
  description: 'Descripción',
  is_national: 'Origen',
  image: 'Logo',
}

/** A bank is saved whole. */
function valuesOf({ brand_name, description, is_national, image }: BankValues): BankValues {
  return { brand_name, description, is_national, image }
}

function shown(value: FieldValue, field: string): string {
  if (field === 'is_national') return originOf(value === true)
  if (field === 'image') return value === null ? 'sin logo' : 'otro logo'
  return value === null || value === '' ? '(vacío)' : String(value)
}

function BankForm({ session, bank }: { session: Session; bank: Brand | undefined }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [initial] = useState(() => valuesOf(bank ?? NEW_BANK))
  const [draft, setDraft] = useState<Draft>({
    brand_name: initial.brand_name,
    description: initial.description,
    is_national: initial.is_national,
  })
  const [errors, setErrors] = useState<Errors>({})
  const [general, setGeneral] = useState<string>()
  const [submits, setSubmits] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const logo = usePictureUpload({
    preset: 'brand',
    initial: initial.image,
    check: logoFileError,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: () => showToast('success', 'Imagen subida exitosamente'),
    onFail: (problem) => showToast('error', problem),
  })
  const isSending = logo.percent !== undefined
  const values: BankValues = { ...draft, image: logo.address }
  const isChanged = isSending || JSON.stringify(values) !== JSON.stringify(initial)
  const { blocker, release } = useLeaveGuard(isChanged)

  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(change, name))),
    )
  }
  const params = { id: bank?.id ?? 0 }
  const { merge, closeMerge, save, saveChosen } = useMergedSave<BankValues>({
    read: async () => valuesOf(await call('getBrand', { params }).catch(throwOfBank)),
    write: async (body) => void (await call('updateBrand', { params, body }).catch(throwOfBank)),
    label: (field) => LABEL[field] ?? field,
    show: shown,
  })
  const create = async () => {
    await call('createBrand', { body: values }).catch(throwOfBank)
    return true
  }
  /** `send` answers false when it asks something first. */
  const attempt = async (send: () => Promise<boolean>) => {
    setIsBusy(true)
    try {
      if (!(await send())) return
      brandsChanged(queryClient, session)
      showToast('success', `Banco ${draft.brand_name.trim()} ${bank ? 'actualizado' : 'creado'}`)
      release()
      void navigate(BANKS)
    } catch (error) {
      const found = serverErrors(error)
      setErrors(found)
      const reason = error instanceof Error ? `${FAILED}. ${error.message}` : FAILED
      setGeneral(Object.keys(found).length > 0 ? undefined : reason)
      setSubmits((before) => before + 1)
      showToast('error', FAILED)
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isSending) return
    const found: Errors = draft.brand_name.trim() === '' ? { brand_name: 'El nombre es requerido' } : {}
    setErrors(found)
    setGeneral(undefined)
    setSubmits((before) => before + 1)
    if (Object.keys(found).length === 0) void attempt(() => (bank ? save(initial, values) : create()))
  }
  const listed = [
    ...(general ? [{ text: general }] : []),
    ...Object.entries(errors).flatMap(([name, text]) => (text ? [{ field: `bank-${name}`, text }] : [])),
  ]
  return (
    <>
      <form className="bank-form" noValidate onSubmit={submit}>
        <ErrorSummary errors={listed} submits={submits} title={general ? FAILED : 'Hay un problema'} />
        <div className="bank-form-columns">
          <div className="bank-form-fields">
            <PictureField
              id="bank-image"
              label="Logo"
              optional
              hint="PNG, max 2MB. También JPG o WebP."
              upload={logo}
              error={errors.image}
            >
              <LogoPreview src={logo.shown} />
            </PictureField>
            <Field
              id="bank-brand_name"
              label="Nombre del banco"
              autoComplete="off"
              maxLength={NAME_LENGTH}
              value={draft.brand_name}
              error={errors.brand_name}
              onChange={(event) => set({ brand_name: event.target.value })}
            />
            <TextAreaField
              id="bank-description"
              label="Descripción"
              optional
              maxLength={DESCRIPTION_LENGTH}
              value={draft.description}
              error={errors.description}
              onChange={(event) => set({ description: event.target.value })}
            />
            <button
              type="button"
              role="switch"
              className="admin-switch"
              aria-checked={draft.is_national}
              onClick={() => set({ is_national: !draft.is_national })}
            >
              <span className="admin-switch-track" aria-hidden="true" />
              Nacional
            </button>
          </div>
          <BankPreview {...draft} image={logo.shown} />
        </div>
        <div className="save-bar" data-bottom-bar>
          <output className="save-bar-words">
            {isSending && 'Guardar espera a que termine la subida del logo.'}
          </output>
          <div className="save-bar-actions">
            <Link className="button secondary" to={paths.adminProducts()}>
              Cancelar
            </Link>
            <BusyButton
              type="submit"
              busy={isBusy}
              busyText="Guardando…"
              disabled={isSending}
              data-key="mod+s"
              title="Guardar (Ctrl/⌘ S)"
            >
              {bank ? 'Actualizar Banco' : 'Crear Banco'}
            </BusyButton>
          </div>
        </div>
      </form>
      <BankMergeDialog
        merge={merge}
        onSave={(chosen) => void attempt(() => saveChosen(chosen))}
        onClose={closeMerge}
      />
      <LeaveDialog blocker={blocker} />
    </>
  )
}

/** The first text of each field that the server names, under either spelling of the name. */
function serverErrors(error: unknown): Errors {
  const said = error instanceof Refusal ? (error.body.errors ?? {}) : {}
  const found = {
    brand_name: said['brand_name']?.[0] ?? said['name']?.[0],
    description: said['description']?.[0],
    image: said['image']?.[0],
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}
