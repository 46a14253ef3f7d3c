import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NAME_LENGTH } from '../../../contract/limits.ts'
import { nameError } from '../../../contract/sentences.ts'
import { type Form, useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { adminBrands, adminBrandsKey, createBrandOnce, setBrands } from '../brands/brands-query.ts'
import { Switch } from '../shell/switch.tsx'
import { FormActions } from '../../forms/form-actions.tsx'

interface BrandFieldProps {
  value: string
  error: string | undefined
  onChange: (brandId: string) => void
}

/** When brands cannot be loaded the current one stays; others can be chosen once they are. */
export function BrandField({ value, error, onChange }: BrandFieldProps) {
  const { data = [] } = useQuery(adminBrands())
  const isKnown = value === '' || data.some(({ id }) => String(id) === value)
  return (
    <ChoiceField
      id="product-brand_id"
      label="Marca"
      optional
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      names={data.map(({ id, name }) => [id, name])}
    >
      <option value="">Sin marca</option>
      {!isKnown && <option value={value}>Marca actual</option>}
    </ChoiceField>
  )
}

const FAILED = 'Error al crear la marca'

interface NewBrand {
  name: string
  is_national: boolean
}
const NEW_BRAND: NewBrand = { name: '', is_national: true }

interface BrandDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (id: number) => void
}

/** Keeps the input when it is closed by mistake. */
export function BrandDialog({ open, onClose, onCreated }: BrandDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: NEW_BRAND,
    errorsOf: ({ name }) => ({ name: nameError(name) }),
    // The server uses both names of the field.
    ownerOf: (field) => (field === 'brand_name' ? 'name' : field),
    idOf: (field) => `new-brand-${field}`,
    failed: FAILED,
  })
  const close = () => {
    form.restart(NEW_BRAND, form.values)
    onClose()
  }
  const create = async (body: NewBrand) => {
    const brand = await createBrandOnce(body)
    setBrands(queryClient, (brands) => [...brands, brand])
    void queryClient.invalidateQueries({ queryKey: adminBrandsKey() })
    showToast('success', `Marca «${brand.name}» creada`)
    form.restart()
    onCreated(brand.id)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title="Crear marca" busy={form.isBusy}>
      <form className="brand-form stack-4" noValidate onSubmit={form.onSubmit(create)}>
        <Field
          label="Nombre de la marca"
          maxLength={NAME_LENGTH}
          autoComplete="off"
          {...form.field('name')}
          error={problemOf(form)}
          // Validated on save.
          onBlur={undefined}
        />
        <Switch
          isOn={form.values.is_national}
          text="Nacional"
          onClick={() => form.change(({ is_national }) => ({ is_national: !is_national }))}
        />
        <FormActions isBusy={form.isBusy} submitText="Crear marca" busyText="Creando…" onCancel={close} />
      </form>
    </Dialog>
  )
}

/** There is one field, so all errors are shown under it. */
function problemOf({ failure, errors }: Form<NewBrand, NewBrand>): string | undefined {
  if (failure?.error === undefined) return errors['name']
  const reasons = new Set([...Object.values(failure.fields), ...failure.general])
  return reasons.size === 0 ? undefined : `${FAILED}. ${[...reasons].join('. ')}`
}
