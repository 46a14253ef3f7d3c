import { useQuery } from '@tanstack/react-query'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { formatPesos, toCentavos, toPesos } from '../../../contract/money.ts'
import {
  MINUS,
  priceByRule,
  type PriceRule,
  ROUNDING_WAYS,
  type RoundingWay,
} from '../../../contract/catalog/price-rule.ts'
import { PRODUCT_TYPES } from '../../../contract/catalog/product-types.ts'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { adminBrands } from '../brands/brands-query.ts'
import { Panel } from '../shell/panel.tsx'
import { type PriceDraft, ruleOf } from './price-draft.ts'
import type { PriceForm } from './use-price-form.ts'
import '../shell/segmented.css'

const ROUND_TO = [1, 10, 50, 100, 500, 1000]
const EXAMPLES = [9_950, 18_400, 42_000]
const WAY_LABEL: Record<RoundingWay, string> = {
  nearest: 'Al más cercano',
  up: 'Hacia arriba',
  down: 'Hacia abajo',
}

/** How prices change, with examples. */
export function RulePanel({ form }: { form: PriceForm }) {
  const { values, change, field } = form
  return (
    <Panel title="Cuánto">
      <fieldset className="segmented">
        <legend>Cambiar por</legend>
        <div className="segmented-choices">
          {(['percent', 'amount'] as const).map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="kind"
                checked={values.kind === kind}
                onChange={() => change({ kind })}
              />
              <span>{kind === 'percent' ? 'Porcentaje' : 'Importe'}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label={values.kind === 'percent' ? 'Porcentaje (%)' : 'Importe ($)'}
        hint="Para bajar los precios, con signo menos: −5"
        inputMode="text"
        autoComplete="off"
        maxLength={16}
        {...field(values.kind)}
        onChange={(event) => change({ [values.kind]: event.target.value.replace('−', '-') })}
      />
      <RoundingFields form={form} />
      <Examples rule={ruleOf(values)} />
    </Panel>
  )
}

function RoundingFields({ form }: { form: PriceForm }) {
  return (
    <div className="price-rounding">
      <SelectField label="Redondear a" {...chosen(form, 'round_to')}>
        {ROUND_TO.map((pesos) => (
          <option key={pesos} value={pesos}>
            {formatPesos(pesos)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Redondeo" {...chosen(form, 'rounding')}>
        {ROUNDING_WAYS.map((way) => (
          <option key={way} value={way}>
            {WAY_LABEL[way]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Después, restar" {...chosen(form, 'minus')}>
        {MINUS.map((pesos) => (
          <option key={pesos} value={pesos}>
            {pesos === 0 ? 'Nada' : formatPesos(pesos)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function Examples({ rule }: { rule: PriceRule | undefined }) {
  const examples = EXAMPLES.map((pesos) => {
    const price = rule && priceByRule(toCentavos(pesos), rule)
    return { before: formatPesos(pesos), after: price === undefined ? '—' : formatPesos(toPesos(price)) }
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

/** Which presentations change; all without a choice. */
export function FilterPanel({ form }: { form: PriceForm }) {
  const brands = useQuery(adminBrands())
  return (
    <Panel title="Cuáles">
      <TypeChips form={form} />
      <div className="price-filter">
        <SelectField label="Marca" {...chosen(form, 'brand')}>
          <option value="">Todas</option>
          {brands.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Choice form={form} name="national" label="Origen" yes="Nacionales" no="Internacionales" />
        <Choice form={form} name="limited" label="Edición" yes="Limitada" no="Normal" />
        <Choice form={form} name="available" label="Disponibilidad" yes="Disponibles" no="No disponibles" />
      </div>
      <p className="field-hint">Lo que no tiene precio queda sin precio. Los descuentos no cambian.</p>
    </Panel>
  )
}

function TypeChips({ form: { values, change } }: { form: PriceForm }) {
  return (
    <fieldset className="price-types">
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

function chosen({ values, change, idOf }: PriceForm, name: Exclude<keyof PriceDraft, 'types'>) {
  return {
    id: idOf(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  }
}
