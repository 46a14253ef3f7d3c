import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useManualRefresh } from './use-manual-refresh.ts'
import './refresh-button.css'

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
    <RefreshControl
      busy={query.isRefetching && askedAt > query.dataUpdatedAt}
      onRefresh={() => {
        setAskedAt(Date.now())
        refresh()
      }}
    />
  )
}

interface RefreshControlProps {
  busy?: boolean
  title?: string
  onRefresh: () => void
}

/** The head of every list has one; on phones without its word. */
export function RefreshControl({ busy = false, title = 'Actualizar (r)', onRefresh }: RefreshControlProps) {
  return (
    <BusyButton
      className="secondary admin-refresh"
      busy={busy}
      busyText="…"
      aria-label="Actualizar"
      data-key="r"
      title={title}
      onClick={onRefresh}
    >
      <RefreshCw aria-hidden="true" size={20} />
      <span className="admin-refresh-word">Actualizar</span>
    </BusyButton>
  )
}
