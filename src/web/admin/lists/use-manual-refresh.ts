import { useEffect, useRef } from 'react'
import { showToast } from '../../ui/toast.tsx'

interface Refreshed {
  isError: boolean
  refetch: () => Promise<{ isError: boolean }>
}

/**
 * A refresh that somebody asked for says how it went; one that runs by itself only says that it began to fail, and not
 * again at each try.
 */
export function useManualRefresh(query: Refreshed, words: { done: string; failed: string }): () => void {
  const { isError } = query
  const isAsked = useRef(false)
  const { failed } = words
  useEffect(() => {
    if (isError && !isAsked.current) showToast('error', failed)
  }, [isError, failed])
  const refresh = async () => {
    isAsked.current = true
    const answer = await query.refetch()
    isAsked.current = false
    if (answer.isError) showToast('error', words.failed)
    else showToast('success', words.done)
  }
  return () => void refresh()
}
