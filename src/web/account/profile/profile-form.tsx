import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import type { Failure } from '../../forms/form-state.ts'
import type { Form } from '../../forms/use-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'

interface AccountCardProps {
  /** Id of the heading. */
  id: string
  title: string
  heading?: Pick<ComponentProps<'h2'>, 'ref' | 'tabIndex'>
  children: ReactNode
}

/** A card of the account. */
export function AccountCard({ id, title, heading, children }: AccountCardProps) {
  return (
    <section className="surface account-card stack-3" aria-labelledby={id}>
      <h2 id={id} {...heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The reason of a refusal that concerns no field, said as it appears. */
export function Refused({ children }: { children: string | undefined }) {
  return <div role="alert">{children && <p className="account-error callout err strong">{children}</p>}</div>
}

interface ProfileFormProps<Base, Values extends object> extends Pick<AccountCardProps, 'id' | 'title'> {
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
      className="surface account-card stack-3"
      method="post"
      aria-labelledby={id}
      noValidate
      onSubmit={form.onSubmit(onSave)}
    >
      <h2 id={id}>{title}</h2>
      <Refused>{form.failure?.general.join(' ')}</Refused>
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

interface StepFormProps {
  form: { failure: Failure | undefined; isBusy: boolean; onSubmit: FormEventHandler<HTMLFormElement> }
  /** Above the reason of a refusal. */
  intro?: ReactNode
  /** The button that goes on. */
  button: Pick<ComponentProps<typeof BusyButton>, 'className' | 'busyText' | 'disabled' | 'children'>
  /** The button before it. */
  back?: { text: string; onPress: () => void }
  /** The fields. */
  children: ReactNode
}

/** A step of a dialog that changes the account. */
export function StepForm({ form, intro, button, back, children }: StepFormProps) {
  return (
    <form className="email-change-step stack-4" method="post" noValidate onSubmit={form.onSubmit}>
      {intro}
      <Refused>{form.failure?.general.join(' ')}</Refused>
      {children}
      <div className="dialog-actions">
        {back && (
          <button
            type="button"
            className="button secondary"
            aria-disabled={form.isBusy || undefined}
            onClick={() => !form.isBusy && back.onPress()}
          >
            {back.text}
          </button>
        )}
        <BusyButton type="submit" busy={form.isBusy} {...button} />
      </div>
    </form>
  )
}

/** The props of a text control. Validated on save, not on blur, which would move the button during the press. */
export function profileField<Name extends string>(
  form: { field: (name: Name) => ReturnType<Form<object, object>['field']> },
  name: Name,
) {
  return { ...form.field(name), onBlur: undefined }
}
