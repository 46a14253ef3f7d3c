import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { FormActions } from '../../forms/form-actions.tsx'
import { FormSummary } from '../../forms/form-summary.tsx'
import { MergePanel } from '../../forms/merge-dialog.tsx'
import { useCloseGuard } from '../../forms/use-close-guard.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import './controls.css'

interface ActionDialogProps {
  title: string
  form: ComponentProps<typeof FormSummary>['form'] & {
    isBusy: boolean
    isDirty: boolean
    merge?: ComponentProps<typeof MergePanel>['merge']
  }
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  /** The title of its errors; without one 'Hay un problema'. */
  failed?: string | undefined
  submitText: string
  busyText: string
  /** Errors of fields stand at their fields alone; its form `focuses: 'field'`. */
  isWithoutFields?: boolean
  dialogClassName?: string
  /** Whether closing loses something; by default, whether the form is edited. */
  isUnsaved?: boolean
  /** Disables the submit button, for example until the data are loaded. */
  waits?: boolean
  /** Above the form. */
  intro?: ReactNode
  /** Said above what a concurrent save changed; only of forms that merge. */
  mergeTitle?: string
  /** Before its buttons. */
  actions?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A dialog with a form: its fields, errors and buttons. It asks before it closes with unsaved input. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, form, onSubmit, failed, submitText, busyText, intro, mergeTitle, actions, children } = props
  const { close, note } = useCloseGuard(props.isUnsaved ?? form.isDirty, props.onClose)
  return (
    <Dialog
      open
      onClose={close}
      busy={form.isBusy}
      title={title}
      {...(props.dialogClassName && { className: props.dialogClassName })}
    >
      {intro}
      {note}
      <form className="action-form stack-3" noValidate onSubmit={onSubmit}>
        {form.merge && mergeTitle && (
          <MergePanel merge={form.merge} title={mergeTitle} backText="Seguir escribiendo" />
        )}
        <FormSummary form={form} title={failed} isWithoutFields={props.isWithoutFields} />
        {children}
        <FormActions
          isBusy={form.isBusy}
          submitText={submitText}
          busyText={busyText}
          waits={props.waits ?? false}
          onCancel={close}
        >
          {actions}
        </FormActions>
      </form>
    </Dialog>
  )
}
