import { useState } from 'react'

/** The open dialog of the order desk. */
type DeskDialog =
  | { kind: 'payment' | 'refund' | 'agreement' | 'delivery' | 'expiry' | 'lots' }
  | { kind: 'void'; id: number }

export type OrderDesk = ReturnType<typeof useOrderDesk>

/** The open dialog and the last action. */
export function useOrderDesk() {
  const [open, show] = useState<DeskDialog>()
  const [done, tell] = useState('')
  return { open, show, close: () => show(undefined), done, tell }
}
