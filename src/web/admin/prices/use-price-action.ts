import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../ui/toast.tsx'
import { pricesChanged } from './prices-query.ts'

/** An action on one row at a time: `busy` is its id, `said` the outcome of the last, which `work` resolves to. */
export function usePriceAction(failed: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<number>()
  const [said, setSaid] = useState('')
  const run = async (id: number, work: () => Promise<string>) => {
    if (busy !== undefined) return
    setBusy(id)
    try {
      setSaid(await work())
    } catch (error) {
      setSaid(`${failed}. ${error instanceof Error ? error.message : ''}`)
      showToast('error', failed)
    } finally {
      setBusy(undefined)
      pricesChanged(client)
    }
  }
  return { run, busy, said }
}
