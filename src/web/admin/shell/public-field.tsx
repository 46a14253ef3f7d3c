import { priceWarning } from '../../../contract/price-in-text.ts'
import { Field, type FieldProps, TextAreaField, type TextAreaFieldProps } from '../../ui/form/field.tsx'

type Typed<Props> = Omit<Props, 'value'> & { value: string }

/** A field for a public text: warns if it seems to contain a price. */
export function PublicField(props: Typed<FieldProps>) {
  return <Field {...props} warning={priceWarning(props.value)} />
}

/** The same for a long text. */
export function PublicTextArea(props: Typed<TextAreaFieldProps>) {
  return <TextAreaField {...props} warning={priceWarning(props.value)} />
}
