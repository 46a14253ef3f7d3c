import {
  expiresOnError,
  harvestedOnError,
  LOT_FIELD_NAMES,
  LOT_NOTE_LENGTH,
  lotCodeError,
} from '../../../contract/catalog/lot-rules.ts'
import type { Form } from '../../forms/use-form.ts'
import { dayOf } from '../../shop/dates.ts'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { CheckField } from '../shell/check-field.tsx'
import { PublicTextArea } from '../shell/public-field.tsx'

export interface LotFacts {
  code: string
  harvested_on: string
  expires_on: string
  is_public: boolean
  public_note: string
  note: string
}

export function factErrors({ code, harvested_on, expires_on }: LotFacts) {
  return {
    code: lotCodeError(code),
    harvested_on: harvestedOnError(harvested_on, dayOf()),
    expires_on: expiresOnError(harvested_on, expires_on),
  }
}

export function CodeFields<Base, Values extends LotFacts>({ form }: { form: Form<Base, Values> }) {
  return (
    <>
      <Field
        label={LOT_FIELD_NAMES.code}
        hint="El que va en el sobre: letras, números y guiones"
        autoComplete="off"
        {...form.field('code')}
      />
      <Field label={LOT_FIELD_NAMES.harvested_on} optional type="date" {...form.field('harvested_on')} />
    </>
  )
}

export function MoreFields<Base, Values extends LotFacts>({ form }: { form: Form<Base, Values> }) {
  const { values } = form
  const change = (part: Partial<LotFacts>) => form.change(part as Partial<Values>) // safe: all forms here have these fields
  return (
    <>
      <Field label={LOT_FIELD_NAMES.expires_on} optional type="date" {...form.field('expires_on')} />
      <CheckField
        id="lot-is_public"
        label={LOT_FIELD_NAMES.is_public}
        hint="Quien lee el código del sobre ve cosecha y germinación, sin precios"
        checked={values.is_public}
        onChange={(is_public) => change({ is_public })}
      />
      {values.is_public && (
        <PublicTextArea
          label={LOT_FIELD_NAMES.public_note}
          optional
          rows={2}
          maxLength={LOT_NOTE_LENGTH}
          {...form.field('public_note')}
        />
      )}
      <TextAreaField
        label={LOT_FIELD_NAMES.note}
        hint="La lee solo el equipo"
        optional
        rows={2}
        maxLength={LOT_NOTE_LENGTH}
        {...form.field('note')}
      />
    </>
  )
}
