import { Plus } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { ADMIN_TYPE_LABEL, PRODUCT_TYPES } from '../../contract/product-types.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../contract/limits.ts'
import type { Session } from '../session.ts'
import { Field, TextAreaField } from '../ui/field.tsx'
import { parseAmount, tidyAmount } from './amounts.ts'
import { BrandField } from './brand-field.tsx'
import type { TextField } from './product-draft.ts'
import { TokenField } from './token-field.tsx'
import { FLAGS } from './use-product-flags.ts'
import type { ProductForm } from './use-product-form.ts'

interface SectionProps {
  form: ProductForm
}

export function DataSection({
  session,
  form,
  onNewBrand,
}: SectionProps & { session: Session; onNewBrand: () => void }) {
  const { draft, change } = form
  const isMerch = draft.type === 'merch'
  return (
    <section className="admin-card" aria-labelledby="product-data">
      <h2 id="product-data">Datos</h2>
      <TextInput
        form={form}
        field="name"
        label="Nombre"
        maxLength={NAME_LENGTH}
        required
        autoComplete="off"
      />
      <div className="product-form-brand">
        <BrandField
          session={session}
          value={draft.brand_id}
          error={form.errorOf('brand_id')}
          onChange={(brand_id) => change({ brand_id })}
        />
        <button type="button" className="button secondary" onClick={onNewBrand}>
          <Plus aria-hidden="true" size={20} />
          Crear marca
        </button>
      </div>
      <fieldset className="segmented">
        <legend>Tipo</legend>
        <div className="segmented-choices">
          {PRODUCT_TYPES.map((type) => (
            <label key={type}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={draft.type === type}
                onChange={() => change({ type })}
              />
              <span>{ADMIN_TYPE_LABEL[type]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {isMerch ? (
        <TextInput
          form={form}
          field="product_size"
          label="Talle o tamaño"
          hint="Por ejemplo: S, M, L y XL"
          maxLength={60}
          optional
        />
      ) : (
        <TextInput form={form} field="genotype" label="Genotipo" maxLength={200} optional />
      )}
      <TextAreaField
        id="product-description"
        label="Descripción"
        optional
        rows={5}
        maxLength={DESCRIPTION_LENGTH}
        hint={`${draft.description.length} de ${DESCRIPTION_LENGTH} caracteres`}
        error={form.errorOf('description')}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <TextInput form={form} field="sku" label="SKU" maxLength={40} optional autoComplete="off" />
    </section>
  )
}

export function GeneticsSection({ form }: SectionProps) {
  return (
    <section className="admin-card" aria-labelledby="product-genetics">
      <h2 id="product-genetics">Genética</h2>
      <Shares form={form} />
      <div className="product-form-grid">
        <TextInput form={form} field="thc" label="THC" maxLength={40} optional />
        <TextInput form={form} field="cbd" label="CBD" maxLength={40} optional />
        <TextInput form={form} field="flowering_time" label="Floración" maxLength={60} optional />
        <TextInput form={form} field="completed_cicle" label="Ciclo completo" maxLength={60} optional />
        <TextInput form={form} field="height_indoor" label="Altura interior" maxLength={60} optional />
        <TextInput form={form} field="height_outdoor" label="Altura exterior" maxLength={60} optional />
        <TextInput form={form} field="yield_indoor" label="Rendimiento interior" maxLength={60} optional />
        <TextInput form={form} field="yield_outdoor" label="Rendimiento exterior" maxLength={60} optional />
      </div>
      <Tokens form={form} field="flavors" label="Aromas" />
      <Tokens form={form} field="effects" label="Efectos" />
    </section>
  )
}

export function PublicationSection({ form: { draft, change } }: SectionProps) {
  return (
    <section className="admin-card" aria-labelledby="product-publication">
      <h2 id="product-publication">Publicación</h2>
      {FLAGS.map(({ flag, label }) => (
        <button
          key={flag}
          type="button"
          role="switch"
          aria-checked={draft[flag]}
          className="admin-switch"
          onClick={() => change((now) => ({ [flag]: !now[flag] }))}
        >
          <span className="admin-switch-track" aria-hidden="true" />
          {label}
        </button>
      ))}
    </section>
  )
}

type TextInputProps = SectionProps & { field: TextField } & Omit<ComponentProps<typeof Field>, 'form'>

function TextInput({ form, field, ...rest }: TextInputProps) {
  const isEdited = useRef(false)
  const leave = () => {
    // Who only passes through an empty field has not been asked for it yet.
    if (isEdited.current || form.draft[field] !== '') form.touch(field)
    isEdited.current = false
  }
  return (
    <Field
      {...rest}
      id={`product-${field}`}
      error={form.errorOf(field)}
      value={form.draft[field]}
      onChange={(event) => {
        isEdited.current = true
        form.change({ [field]: event.target.value })
      }}
      onBlur={leave}
    />
  )
}

function Tokens({ form, field, label }: SectionProps & { field: 'flavors' | 'effects'; label: string }) {
  return (
    <TokenField
      id={`product-${field}`}
      label={label}
      error={form.errorOf(field)}
      value={form.draft[field]}
      onChange={(text) => form.change({ [field]: text })}
    />
  )
}

/** Two shares of a whole: one follows the other, and from what is no share nothing follows. */
function Shares({ form }: SectionProps) {
  const { indica, sativa } = form.draft
  const set = (field: 'indica' | 'sativa', text: string) => {
    const share = parseAmount(text)
    const other = field === 'indica' ? 'sativa' : 'indica'
    const rest = share !== undefined && share >= 0 && share <= 100 ? tidyAmount(String(100 - share)) : ''
    form.change({ [field]: text, [other]: rest })
  }
  const share = parseAmount(indica)
  return (
    <div className="product-form-shares">
      {(['indica', 'sativa'] as const).map((field) => (
        <Field
          key={field}
          id={`product-${field}`}
          label={field === 'indica' ? 'Índica (%)' : 'Sativa (%)'}
          optional
          inputMode="decimal"
          error={form.errorOf(field)}
          value={field === 'indica' ? indica : sativa}
          onChange={(event) => set(field, event.target.value)}
          onBlur={() => form.touch(field)}
        />
      ))}
      <div className="product-form-share-bar" aria-hidden="true">
        <span style={{ width: `${share === undefined ? 0 : Math.min(100, Math.max(0, share))}%` }} />
      </div>
    </div>
  )
}
