import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'

export interface RefreshButtonProps {
  /** Refetches the list. */
  refetch: () => Promise<{ isError: boolean }>
  /** Texts of the toast. */
  words: { done: string; failed: string }
  title?: string
  /** With its word in sight, where it does more than its icon says. */
  isNamed?: boolean
  /** A polled list does not show that it is loading. */
  isPolled?: boolean
}

/** The refresh button in the head of every list. */
export function RefreshButton(props: RefreshButtonProps) {
  const { refetch, words, title = 'Actualizar (r)', isNamed = false, isPolled = false } = props
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
      className={isNamed ? 'secondary' : 'secondary icon-only'}
      busy={isBusy && !isPolled}
      busyText={isNamed ? 'Actualizar' : ''}
      aria-label="Actualizar"
      data-key="r"
      title={title}
      onClick={() => void refresh()}
    >
      <RefreshCw aria-hidden="true" size={20} />
      {isNamed && <span>Actualizar</span>}
    </BusyButton>
  )
}

/** Reports the first failure of a list, not each retry. */
export function useFailureToast(isError: boolean, failed: string): void {
  useEffect(() => {
    if (isError) showToast('error', failed)
  }, [isError, failed])
}
