import type { ComponentProps, ReactNode } from 'react'
import { FormSummary } from '../../forms/form-summary.tsx'
import { LeaveDialog } from '../../forms/leave-dialog.tsx'
import { MergeDialog } from '../../forms/merge-dialog.tsx'
import { UploadCount } from '../../forms/use-upload.ts'

interface RecordScreenProps extends Pick<ComponentProps<'form'>, 'onSubmit' | 'aria-label'> {
  form: ComponentProps<typeof FormSummary>['form'] &
    Pick<ComponentProps<typeof MergeDialog>, 'merge'> &
    Pick<ComponentProps<typeof LeaveDialog>, 'blocker'> & {
      failedTitle: string | undefined
      countUploads: ComponentProps<typeof UploadCount>['value']
      onSubmit: ComponentProps<'form'>['onSubmit']
    }
  className?: string
  /** Said above what a concurrent save changed. */
  mergeTitle: string
  backText?: string
  partOf?: ComponentProps<typeof FormSummary>['partOf']
  /** Fields and buttons. */
  children: ReactNode
}

/** A screen with the form of a record (`recordScreen`): its errors, and the questions before it is left or merged. */
export function RecordScreen(props: RecordScreenProps) {
  const { form, className, mergeTitle, backText = 'Volver al formulario', partOf, children } = props
  return (
    <>
      <form
        className={className}
        noValidate
        onSubmit={props.onSubmit ?? form.onSubmit}
        aria-label={props['aria-label']}
      >
        <FormSummary form={form} title={form.failedTitle} partOf={partOf} />
        <UploadCount value={form.countUploads}>{children}</UploadCount>
      </form>
      <MergeDialog merge={form.merge} title={mergeTitle} backText={backText} />
      <LeaveDialog blocker={form.blocker} />
    </>
  )
}
