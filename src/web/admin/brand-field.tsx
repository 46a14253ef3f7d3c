import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NAME_LENGTH } from '../../contract/limits.ts'
import { call, Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, SelectField } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { adminBrands, adminBrandsKey, setBrands } from './brands-query.ts'

interface BrandFieldProps {
  session: Session
  value: string
  error: string | undefined
  onChange: (brandId: string) => void
}

/** A failure to list brands leaves the one that is set; another can be chosen when they are there. */
export function BrandField({ session, value, error, onChange }: BrandFieldProps) {
  const { data = [] } = useQuery(adminBrands(session))
  const isKnown = value === '' || data.some(({ id }) => String(id) === value)
  return (
    <SelectField
      id="product-brand_id"
      label="Marca"
      optional
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Sin marca</option>
      {!isKnown && <option value={value}>Marca actual</option>}
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

interface BrandDialogProps {
  session: Session
  open: boolean
  onClose: () => void
  onCreated: (id: number) => void
}

export function BrandDialog({ open, ...rest }: BrandDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog open={open} onClose={rest.onClose} title="Crear marca" busy={isBusy}>
      <BrandForm {...rest} isBusy={isBusy} setIsBusy={setIsBusy} />
    </Dialog>
  )
}

const FAILED = 'Error al crear la marca'

function BrandForm({
  session,
  onClose,
  onCreated,
  isBusy,
  setIsBusy,
}: Omit<BrandDialogProps, 'open'> & { isBusy: boolean; setIsBusy: (busy: boolean) => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState('')
  const [isNational, setIsNational] = useState(true)
  const [problem, setProblem] = useState<string>()
  const create = async () => {
    if (name.trim() === '') return setProblem('El nombre es requerido')
    setIsBusy(true)
    try {
      const brand = await call('createBrand', { body: { name, is_national: isNational } })
      setBrands(queryClient, session, (brands) => [...brands, brand])
      void queryClient.invalidateQueries({ queryKey: adminBrandsKey(session) })
      toast('success', `Marca «${brand.name}» creada`)
      onCreated(brand.id)
      onClose()
    } catch (error) {
      setProblem(`${FAILED}. ${reasonOf(error)}`)
      toast('error', FAILED)
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void create()
  }
  return (
    <form className="brand-form" noValidate onSubmit={submit}>
      <Field
        label="Nombre de la marca"
        maxLength={NAME_LENGTH}
        autoComplete="off"
        error={problem}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <button
        type="button"
        role="switch"
        aria-checked={isNational}
        className="admin-switch"
        onClick={() => setIsNational(!isNational)}
      >
        <span className="admin-switch-track" aria-hidden="true" />
        Nacional
      </button>
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={onClose}>
          Cancelar
        </button>
        <BusyButton type="submit" className="primary" busy={isBusy} busyText="Creando…">
          Crear marca
        </BusyButton>
      </div>
    </form>
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return ''
  return (
    Object.values(error.body.errors ?? {})
      .flat()
      .join('. ') || error.message
  )
}
