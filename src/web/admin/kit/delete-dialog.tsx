import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { Refusal } from '../../data/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { focusHeading, isFocusLost } from '../../ui/use-focus-on-arrival.ts'
import { type Problem, withReason } from './problem.tsx'

interface DeleteDialogProps {
  title: string
  /** What is deleted, and what stays. */
  children: ReactNode
  /** The name to type for confirmation: deleting it removes more than it seems. */
  typedName?: string | undefined
  /** Disables the button while the facts for the question are loading. */
  isWaiting?: boolean
  /** Texts of the button, for a removal that is not a deletion. */
  words?: { confirm: string; busy: string }
  remove: () => Promise<unknown>
  /** Text of the toast; the reason is shown in the dialog. */
  failed: string | ((error: unknown) => Problem)
  done: string
  onDeleted: () => void
  onClose: () => void
}

const DELETE = { confirm: 'Eliminar', busy: 'Eliminando…' }

/** Asks for confirmation, deletes and reports the result. Mount it to open it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, children, typedName, isWaiting = false, words = DELETE, onClose } = props
  const [typed, setTyped] = useState('')
  const { isBusy, problem, confirm } = useDeletion(props)
  useFocusAfterOpener()
  const isConfirmed = !isWaiting && (typedName === undefined || typed.trim() === typedName.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed) confirm()
  }
  return (
    <ConfirmDialog
      open
      title={title}
      confirmText={words.confirm}
      busyText={words.busy}
      busy={isBusy}
      blocked={!isConfirmed}
      error={problem?.text}
      errorNote={problem?.reason}
      onConfirm={() => isConfirmed && confirm()}
      onClose={onClose}
    >
      {children}
      {typedName !== undefined && (
        <form noValidate onSubmit={submit}>
          <Field
            label={`Para confirmar, escribir ${typedName}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      )}
    </ConfirmDialog>
  )
}

function useDeletion({ remove, failed, done, onDeleted, onClose }: DeleteDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const confirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await remove().catch(unlessGone)
    } catch (error) {
      const what = typeof failed === 'string' ? withReason(failed, error) : failed(error)
      setProblem(what)
      setIsBusy(false)
      showToast('error', what.text)
      return
    }
    showToast('success', done)
    onClose()
    onDeleted()
  }
  return { isBusy, problem, confirm: () => void confirm() }
}

/** 404: somebody else has already deleted it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}

/**
 * A dialog returns the focus to its opener. That may be part of a deleted row, which disappears a moment later, when the
 * list is refetched: then the heading of the screen takes the focus.
 */
function useFocusAfterOpener(): void {
  useLayoutEffect(
    () => () => {
      setTimeout(watchOpener)
    },
    [],
  )
}

function watchOpener(): void {
  const opener = document.activeElement
  if (opener === null || isFocusLost()) return
  const watch = new MutationObserver(() => {
    if (document.activeElement === opener) return
    watch.disconnect()
    // Its replacement may take the focus too.
    if (!opener.isConnected) setTimeout(() => isFocusLost() && focusHeading())
  })
  watch.observe(document.body, { childList: true, subtree: true })
}
