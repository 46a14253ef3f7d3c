import { X } from 'lucide-react'
import {
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import './dialog.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  className?: string
  /** Takes the focus on opening; by default the first field or folded part, else the heading. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A request is pending, so the dialog cannot be closed. */
  busy?: boolean
}

/**
 * A modal dialog. Its content exists only while it is open; focus returns to where it was. It opens after the frame that
 * shows the press: making the page behind it inert restyles all of it.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  // Pages rendered on the server have it at once.
  const isAnswered = useDeferredValue(open, open && typeof document === 'undefined')
  return open && isAnswered ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  children,
  className,
  initialFocus,
  busy = false,
}: Omit<DialogProps, 'open'>) {
  const titleId = useId()
  const box = useRef<HTMLDialogElement>(null)
  useModal(box, initialFocus)

  const close = (event: SyntheticEvent) => {
    // Events of a dialog or a file input inside this one bubble through React.
    if (event.target !== event.currentTarget) return
    // In strict mode effects run twice, so this event may belong to an undone close.
    if (event.type === 'close' && box.current?.open) return
    event.preventDefault()
    if (!busy) onClose()
  }
  return (
    <dialog
      className={`dialog ${className ?? ''}`}
      aria-labelledby={titleId}
      ref={box}
      onCancel={close}
      onClose={close}
    >
      <DialogHead titleId={titleId} title={title} isLocked={busy} onClose={onClose} />
      <div className="dialog-body">{children}</div>
    </dialog>
  )
}

interface DialogHeadProps {
  titleId: string
  title: ReactNode
  isLocked: boolean
  onClose: () => void
}

function DialogHead({ titleId, title, isLocked, onClose }: DialogHeadProps) {
  return (
    <div className="dialog-head">
      <h2 className="dialog-title" id={titleId} tabIndex={-1}>
        {title}
      </h2>
      <button
        type="button"
        className="button quiet icon-only dialog-close"
        aria-label="Cerrar"
        aria-disabled={isLocked || undefined}
        onClick={() => !isLocked && onClose()}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

const FIELDS = '.dialog-body :is(input:not([type=hidden]), select, textarea, summary):not(:disabled)'

function useModal(box: RefObject<HTMLDialogElement | null>, initialFocus?: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return undefined
    const opener = document.activeElement
    dialog.showModal()
    describeByFirstParagraph(dialog)
    const first =
      initialFocus?.current ?? dialog.querySelector<HTMLElement>(FIELDS) ?? dialog.querySelector('h2')
    first?.focus()
    return () => {
      dialog.close()
      // The opener may have been deleted meanwhile.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener !== document.body) document.querySelector<HTMLElement>('main h1')?.focus()
      })
    }
  }, [box, initialFocus])
}

function describeByFirstParagraph(dialog: HTMLDialogElement): void {
  const paragraph = dialog.querySelector('.dialog-body p')
  if (!paragraph) return
  paragraph.id ||= `${dialog.getAttribute('aria-labelledby')}-text`
  dialog.setAttribute('aria-describedby', paragraph.id)
}
