import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { useManualRefresh } from './use-manual-refresh.ts'

interface RefreshButtonProps {
  query: {
    isError: boolean
    isRefetching: boolean
    dataUpdatedAt: number
    refetch: () => Promise<{ isError: boolean }>
  }
  words: { done: string; failed: string }
}

/** Busy only with what somebody asked for here: a list that is asked anew after a change leaves it as it is. */
export function RefreshButton({ query, words }: RefreshButtonProps) {
  const refresh = useManualRefresh(query, words)
  const [askedAt, setAskedAt] = useState(0)
  return (
    <BusyButton
      className="secondary"
      busy={query.isRefetching && askedAt > query.dataUpdatedAt}
      busyText="Actualizando…"
      data-key="r"
      title="Actualizar (r)"
      onClick={() => {
        setAskedAt(Date.now())
        refresh()
      }}
    >
      <RefreshCw aria-hidden="true" size={20} />
      Actualizar
    </BusyButton>
  )
}
