import { INASE_NAME_LENGTH, INASE_NUMBER_LENGTH } from '../../../contract/catalog/lot-rules.ts'
import { Plus } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { ADMIN_TYPE_LABEL, PRODUCT_FIELD_NAMES } from '../../../contract/catalog/product-fields.ts'
import { type FactText, isUnreadFact, UNREAD_FACT } from '../../../contract/catalog/facts.ts'
import { PRODUCT_TYPES } from '../../../contract/catalog/product-types.ts'
import { GROWING, type GrowingField } from '../../../contract/catalog/growing.ts'
import { DESCRIPTION_LENGTH, NAME_LENGTH } from '../../../contract/limits.ts'
import { Field } from '../../ui/form/field.tsx'
import { PublicField, PublicTextArea } from '../shell/public-field.tsx'
import { parsePercent } from '../../../contract/amounts.ts'
import { amountText } from './amounts.ts'
import { BrandField } from './brand-field.tsx'
import type { TextField } from './product-draft.ts'
import { TokenField } from '../../forms/token-field.tsx'
import { FLAGS } from './use-product-flags.ts'
import type { ProductForm } from './use-product-form.ts'
import { Switch } from '../shell/switch.tsx'
import { Panel } from '../shell/panel.tsx'
import { Segmented } from '../shell/segmented.tsx'

interface SectionProps {
  form: ProductForm
}

export function DataSection({ form, onNewBrand }: SectionProps & { onNewBrand: () => void }) {
  const { values, change } = form
  return (
    <Panel title="Datos">
      <PublicField maxLength={NAME_LENGTH} required autoComplete="off" {...labelled(form, 'name')} />
      <div className="product-form-brand">
        <BrandField
          value={values.brand_id}
          error={form.errors['brand_id']}
          onChange={(brand_id) => change({ brand_id })}
        />
        <IconButton icon={Plus} text="Crear marca" onClick={onNewBrand} />
      </div>
      <Segmented
        legend="Tipo"
        name="type"
        choices={PRODUCT_TYPES.map((type) => ({ value: type, label: ADMIN_TYPE_LABEL[type] }))}
        value={values.type}
        onChange={(type) => change({ type })}
      />
      {values.type === 'merch' ? (
        <PublicField
          hint="Un texto, como 38 × 42 cm. Los talles que se eligen van abajo, con su stock"
          maxLength={60}
          optional
          {...labelled(form, 'product_size')}
        />
      ) : (
        <PublicField maxLength={200} optional {...labelled(form, 'genotype')} />
      )}
      <PublicTextArea
        optional
        rows={5}
        maxLength={DESCRIPTION_LENGTH}
        hint={`${values.description.length} de ${DESCRIPTION_LENGTH} caracteres`}
        {...labelled(form, 'description')}
      />
      <PublicField maxLength={40} optional autoComplete="off" {...labelled(form, 'sku')} />
    </Panel>
  )
}

export function GeneticsSection({ form }: SectionProps) {
  return (
    <Panel title="Genética">
      <Shares form={form} />
      <div className="product-form-grid stack-4">
        <FactField form={form} field="thc" maxLength={40} />
        <FactField form={form} field="cbd" maxLength={40} />
        <FactField form={form} field="flowering_time" maxLength={60} />
        <PublicField maxLength={60} optional {...labelled(form, 'completed_cicle')} />
        <PublicField
          maxLength={60}
          optional
          hint="Por ejemplo: septiembre a enero"
          {...labelled(form, 'sowing')}
        />
        <FactField form={form} field="height_indoor" maxLength={60} />
        <PublicField maxLength={60} optional {...labelled(form, 'height_outdoor')} />
        <FactField form={form} field="yield_indoor" maxLength={60} />
        <PublicField maxLength={60} optional {...labelled(form, 'yield_outdoor')} />
        <PublicField
          maxLength={INASE_NAME_LENGTH}
          optional
          hint="Como figura en el Registro Nacional de Cultivares. Va en la etiqueta"
          {...labelled(form, 'inase_name')}
        />
        <PublicField maxLength={INASE_NUMBER_LENGTH} optional {...labelled(form, 'inase_number')} />
      </div>
      <GrowingFields form={form} />
      {(['flavors', 'effects'] as const).map((field) => (
        <TokenField
          key={field}
          id={form.idOf(field)}
          label={PRODUCT_FIELD_NAMES[field]}
          error={form.errors[field]}
          value={form.values[field]}
          onChange={(text) => form.change({ [field]: text })}
        />
      ))}
    </Panel>
  )
}

/** How hard a variety is to grow, and where: visitors filter by it. */
function GrowingFields({ form }: SectionProps) {
  const { values, change } = form
  return (
    <>
      <Segmented
        legend={PRODUCT_FIELD_NAMES.difficulty}
        name="difficulty"
        choices={[
          { value: '', label: 'Sin decir' },
          ...GROWING.difficulty.words.map((word) => ({ value: word, label: word })),
        ]}
        value={values.difficulty}
        onChange={(difficulty) => change({ difficulty })}
      />
      <Several form={form} field="places" />
      <Several form={form} field="zones" />
    </>
  )
}

function Several({ form: { values, change }, field }: SectionProps & { field: GrowingField }) {
  const chosen = values[field].split(', ').filter(Boolean)
  const toggle = (word: string) =>
    change({
      [field]: GROWING[field].words
        .filter((one) => (one === word ? !chosen.includes(one) : chosen.includes(one)))
        .join(', '),
    })
  return (
    <fieldset className="product-form-several">
      <legend>{PRODUCT_FIELD_NAMES[field]}</legend>
      {GROWING[field].words.map((word) => (
        <label key={word}>
          <input type="checkbox" checked={chosen.includes(word)} onChange={() => toggle(word)} />
          {word}
        </label>
      ))}
    </fieldset>
  )
}

/** A text that filters read a number from. */
function FactField({ form, field, maxLength }: SectionProps & { field: FactText; maxLength: number }) {
  const noteId = `${form.idOf(field)}-unread`
  const isUnread = isUnreadFact(field, form.values[field])
  return (
    <div className="product-form-fact">
      <PublicField
        maxLength={maxLength}
        optional
        aria-describedby={isUnread ? noteId : undefined}
        {...labelled(form, field)}
      />
      <p className="field-hint" id={noteId} role="status">
        {isUnread ? UNREAD_FACT : ''}
      </p>
    </div>
  )
}

export function PublicationSection({ form: { values, change } }: SectionProps) {
  return (
    <Panel title="Publicación">
      {FLAGS.map(({ flag, label }) => (
        <Switch
          isOn={values[flag]}
          text={label}
          key={flag}
          onClick={() => change((now) => ({ [flag]: !now[flag] }))}
        />
      ))}
    </Panel>
  )
}

/** The props of a text field, with its name from the contract. */
function labelled(form: ProductForm, field: TextField) {
  return { label: PRODUCT_FIELD_NAMES[field], ...form.field(field) }
}

/** Two shares of a whole: one follows the other; an invalid share empties it. */
function Shares({ form }: SectionProps) {
  const { indica } = form.values
  const set = (field: 'indica' | 'sativa', text: string) => {
    const share = parsePercent(text)
    const other = field === 'indica' ? 'sativa' : 'indica'
    const rest = share !== undefined && share >= 0 && share <= 100 ? amountText(100 - share) : ''
    form.change({ [field]: text, [other]: rest })
  }
  const share = parsePercent(indica)
  return (
    <div className="product-form-shares">
      {(['indica', 'sativa'] as const).map((field) => (
        <Field
          key={field}
          label={field === 'indica' ? 'Índica (%)' : 'Sativa (%)'}
          optional
          inputMode="decimal"
          {...form.field(field)}
          onChange={(event) => set(field, event.target.value)}
        />
      ))}
      <div className="product-form-share-bar" aria-hidden="true">
        <span style={{ width: `${share === undefined ? 0 : Math.min(100, Math.max(0, share))}%` }} />
      </div>
    </div>
  )
}
