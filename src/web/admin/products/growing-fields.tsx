import { GROWING, type GrowingField } from '../../../contract/catalog/growing.ts'
import { PRODUCT_FIELD_NAMES } from '../../../contract/catalog/product-fields.ts'
import { Segmented } from '../shell/segmented.tsx'
import type { ProductForm } from './use-product-form.ts'

/** How hard a variety is to grow, and where: visitors filter by it. */
export function GrowingFields({ form }: { form: ProductForm }) {
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

function Several({ form: { values, change }, field }: { form: ProductForm; field: GrowingField }) {
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
