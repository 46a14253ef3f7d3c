import { X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { formatPesos, toCentavos, toPesos } from '../../../contract/money.ts'
import {
  changedByRule,
  MINUS,
  type PriceRule,
  type RoundingWay,
} from '../../../contract/catalog/price-rule.ts'
import { PRODUCT_TYPES } from '../../../contract/catalog/product-types.ts'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { counted } from '../kit/counted.ts'
import { adminBrands } from '../brands/brands-query.ts'
import { Panel } from '../shell/panel.tsx'
import { Segmented } from '../shell/segmented.tsx'
import { type PriceDraft, ruleOf } from './price-draft.ts'
import type { PriceForm } from './use-price-form.ts'
import { NumberField } from '../shell/number-field.tsx'

const ROUND_TO = [1, 10, 50, 100, 500, 1000]
const KINDS = [
  { value: 'percent', label: 'Porcentaje' },
  { value: 'amount', label: 'Importe' },
  { value: 'discount', label: 'Descuento' },
] as const
const VALUE_LABEL = { percent: 'Porcentaje (%)', amount: 'Importe ($)', discount: 'Descuento (%)' }
const LOWER = 'Para bajar los precios, con signo menos: −5'
const VALUE_HINT = {
  percent: LOWER,
  amount: LOWER,
  discount: 'El mismo para todas. Con 0 se quitan los descuentos.',
}
const EXAMPLES = [9_950, 18_400, 42_000]
const WAY_LABEL: Record<RoundingWay, string> = {
  nearest: 'Al más cercano',
  up: 'Hacia arriba',
  down: 'Hacia abajo',
}

/** The rule, with examples. */
export function RulePanel({ form }: { form: PriceForm }) {
  const { values, change, field } = form
  return (
    <Panel title="Cuánto">
      <Segmented
        legend="Cambiar por"
        name="kind"
        choices={KINDS}
        value={values.kind}
        onChange={(kind) => change({ kind })}
      />
      <NumberField
        label={VALUE_LABEL[values.kind]}
        hint={VALUE_HINT[values.kind]}
        inputMode="text"
        maxLength={16}
        {...field(values.kind)}
        onChange={(event) => change({ [values.kind]: event.target.value.replace('−', '-') })}
        onTidy={(text) => change({ [values.kind]: text })}
      />
      {values.kind !== 'discount' && <RoundingFields form={form} />}
      <Examples rule={ruleOf(values)} />
    </Panel>
  )
}

function RoundingFields({ form }: { form: PriceForm }) {
  return (
    <div className="price-rounding stack-3">
      <ChoiceField
        label="Redondear a"
        {...chosen(form, 'round_to')}
        names={ROUND_TO.map((pesos) => [pesos, formatPesos(pesos)])}
      />
      <ChoiceField label="Redondeo" {...chosen(form, 'rounding')} names={WAY_LABEL} />
      <ChoiceField
        label="Después, restar"
        {...chosen(form, 'minus')}
        names={MINUS.map((pesos) => [pesos, pesos === 0 ? 'Nada' : formatPesos(pesos)])}
      />
    </div>
  )
}

function Examples({ rule }: { rule: PriceRule | undefined }) {
  const examples = EXAMPLES.map((pesos) => {
    const changed = rule && changedByRule({ price: toCentavos(pesos), discount: 0 }, rule)
    const after = changed && formatPesos(toPesos(finalPrice(changed.price, changed.discount)))
    return { before: formatPesos(pesos), after: after ?? '—' }
  })
  return (
    <ul className="price-examples" aria-label="Ejemplos">
      {examples.map(({ before, after }) => (
        <li key={before}>
          {before} <span aria-hidden="true">→</span>
          <span className="visually-hidden">pasa a</span> <strong>{after}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Filters of presentations; all by default. */
export function FilterPanel({ form }: { form: PriceForm }) {
  const { ids } = form.values
  return (
    <Panel title="Cuáles">
      {ids.length > 0 && (
        <p className="row-2">
          {`Solo ${counted(ids.length, 'producto elegido', 'productos elegidos')} en la lista.`}
          <button type="button" className="button secondary" onClick={() => form.change({ ids: [] })}>
            Todos
          </button>
        </p>
      )}
      <TypeChips form={form} />
      <BrandChips form={form} />
      <div className="price-filter stack-3">
        <Choice form={form} name="national" label="Origen" yes="Nacionales" no="Internacionales" />
        <Choice form={form} name="limited" label="Edición" yes="Limitada" no="Normal" />
        <Choice form={form} name="available" label="Disponibilidad" yes="Disponibles" no="No disponibles" />
      </div>
      <p className="field-hint">
        {form.values.kind === 'discount'
          ? 'Lo que no tiene precio queda como está. Los precios no cambian.'
          : 'Lo que no tiene precio queda sin precio. Los descuentos no cambian.'}
      </p>
    </Panel>
  )
}

/** Several brands: chosen ones are chips, the others are in the list. */
function BrandChips({ form: { values, change, idOf } }: { form: PriceForm }) {
  const { data: brands = [] } = useQuery(adminBrands())
  const chosenOnes = brands.filter(({ id }) => values.brands.includes(id))
  const others = brands.filter(({ id }) => !values.brands.includes(id))
  return (
    <div className="price-brands row-2">
      <ChoiceField
        id={idOf('brands')}
        label="Marca"
        value=""
        onChange={(event) => change({ brands: [...values.brands, Number(event.target.value)] })}
        names={others.map(({ id, name }) => [id, name])}
      >
        <option value="">{chosenOnes.length === 0 ? 'Todas' : 'Sumar otra'}</option>
      </ChoiceField>
      {chosenOnes.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="admin-chip"
          onClick={() => change({ brands: values.brands.filter((one) => one !== id) })}
        >
          {name}
          <X aria-hidden="true" size={16} />
          <span className="visually-hidden">: quitar</span>
        </button>
      ))}
    </div>
  )
}

/** Now or scheduled. */
export function TimePanel({ form }: { form: PriceForm }) {
  const { values, change, field } = form
  return (
    <Panel title="Cuándo">
      <Segmented
        legend="Cuándo"
        isLegendHidden
        name="when"
        choices={[
          { value: 'now', label: 'Ahora' },
          { value: 'later', label: 'Programar' },
        ]}
        value={values.when}
        onChange={(when) => change({ when })}
      />
      {values.when === 'later' && (
        <Field
          label="Aplicar el…"
          hint="Hora de Buenos Aires. Lo que cambie antes queda como esté, y se avisa."
          type="datetime-local"
          {...field('apply_at')}
        />
      )}
    </Panel>
  )
}

function TypeChips({ form: { values, change } }: { form: PriceForm }) {
  return (
    <fieldset className="price-types wrap-2">
      <legend>Tipo</legend>
      {PRODUCT_TYPES.map((type) => {
        const isOn = values.types.includes(type)
        return (
          <button
            key={type}
            type="button"
            className="admin-chip"
            aria-pressed={isOn}
            onClick={() =>
              change({ types: isOn ? values.types.filter((one) => one !== type) : [...values.types, type] })
            }
          >
            {ADMIN_TYPE_LABEL[type]}
          </button>
        )
      })}
    </fieldset>
  )
}

interface ChoiceProps {
  form: PriceForm
  name: 'limited' | 'national' | 'available'
  label: string
  yes: string
  no: string
}

function Choice({ form, name, label, yes, no }: ChoiceProps) {
  return (
    <SelectField label={label} {...chosen(form, name)}>
      <option value="">Todas</option>
      <option value="true">{yes}</option>
      <option value="false">{no}</option>
    </SelectField>
  )
}

function chosen(
  { values, change, idOf }: PriceForm,
  name: Exclude<keyof PriceDraft, 'types' | 'brands' | 'ids' | 'against'>,
) {
  return {
    id: idOf(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  }
}
