import type { ReactNode } from 'react'
import type { Failure } from '../../forms/form-state.ts'
import type { Form } from '../../forms/use-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'

interface ProfileFormProps<Base, Values extends object> {
  /** Id of the heading. */
  id: string
  title: string
  form: Form<Base, Values>
  onSave: (values: Values) => Promise<unknown>
  saveText: string
  /** Shown beside the button after a save. */
  saved: string
  children: ReactNode
}

/** One card of the settings: fields that are saved together. */
export function ProfileForm<Base, Values extends object>(props: ProfileFormProps<Base, Values>) {
  const { id, title, form, onSave, saveText, saved, children } = props
  return (
    <form
      className="account-card stack-3"
      method="post"
      aria-labelledby={id}
      noValidate
      onSubmit={form.onSubmit(onSave)}
    >
      <h2 id={id}>{title}</h2>
      <FailureText form={form} />
      {children}
      <div className="account-save row-3">
        <BusyButton type="submit" busy={form.isBusy} busyText="Guardando…">
          {saveText}
        </BusyButton>
        <p role="status">{form.isSaved && saved}</p>
      </div>
    </form>
  )
}

/** The reason of a refusal that concerns no field. */
export function FailureText({ form }: { form: { failure: Failure | undefined } }) {
  const text = form.failure?.general.join(' ')
  return <div role="alert">{text && <p className="account-error callout err strong">{text}</p>}</div>
}

/** The props of a text control. Validated on save, not on blur, which would move the button during the press. */
export function profileField<Name extends string>(
  form: { field: (name: Name) => ReturnType<Form<object, object>['field']> },
  name: Name,
) {
  return { ...form.field(name), onBlur: undefined }
}
