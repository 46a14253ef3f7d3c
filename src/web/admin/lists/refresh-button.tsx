import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import './refresh-button.css'

export interface RefreshButtonProps {
  /** Loads the list again. */
  refetch: () => Promise<{ isError: boolean }>
  /** What the toast says of it. */
  words: { done: string; failed: string }
  title?: string
  /** A list that refreshes itself every few seconds does not show that it is working. */
  isPolled?: boolean
}

/** The head of every list has one; on phones without its word. */
export function RefreshButton(props: RefreshButtonProps) {
  const { refetch, words, title = 'Actualizar (r)', isPolled = false } = props
  const [isBusy, setIsBusy] = useState(false)
  const refresh = async () => {
    setIsBusy(true)
    const { isError } = await refetch()
    setIsBusy(false)
    if (isError) showToast('error', words.failed)
    else showToast('success', words.done)
  }
  return (
    <BusyButton
      className="secondary admin-refresh"
      busy={isBusy && !isPolled}
      busyText="…"
      aria-label="Actualizar"
      data-key="r"
      title={title}
      onClick={() => void refresh()}
    >
      <RefreshCw aria-hidden="true" size={20} />
      <span className="admin-refresh-word">Actualizar</span>
    </BusyButton>
  )
}

/** Says once that a list began to fail, and not again at each try. */
export function useFailureToast(isError: boolean, failed: string): void {
  useEffect(() => {
    if (isError) showToast('error', failed)
  }, [isError, failed])
}
