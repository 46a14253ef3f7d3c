import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Order } from '../../../contract/orders.ts'
import { announce } from '../../ui/announcer.tsx'
import { counted } from './order-words.ts'

export type OpenDialog = { kind: 'details' | 'status' | 'delete'; order: Order }

/** The order of the address has its dialog open from the start; once closed it stays so. */
export function useOpenDialog(orderId: number | undefined, orders: Order[]) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const [greeted, setGreeted] = useState<number>()
  const asked = orders.find(({ id }) => id === orderId)
  if (orderId !== greeted && (asked || orderId === undefined)) {
    setGreeted(orderId)
    if (asked) setDialog({ kind: 'details', order: asked })
  }
  return [dialog, setDialog] as const
}

/** Gives a row the focus once the list has been drawn; also the one that another screen sends on to. */
export function useRowFocus(panel: RefObject<HTMLElement | null>): (id: number | undefined) => void {
  const { state } = useLocation() as { state: unknown }
  const sent = typeof state === 'object' && state !== null && 'row' in state ? Number(state.row) : undefined
  const [wanted, setWanted] = useState(sent)
  useEffect(() => {
    const row = wanted && panel.current?.querySelector<HTMLElement>(`[data-id="${wanted}"]`)
    if (!row) return undefined
    // After the heading, which takes the focus of who arrives.
    const timer = setTimeout(() => {
      row.focus()
      setWanted(undefined)
    })
    return () => clearTimeout(timer)
  })
  return setWanted
}

const ANNOUNCED_EVERY_MS = 60_000

/** At most once a minute, and only how many. */
export function useNewOrdersAnnounced(count: number): void {
  const last = useRef({ count: 0, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    const { current } = last
    if (count > current.count && performance.now() - current.at >= ANNOUNCED_EVERY_MS) {
      announce(counted(count, 'pedido nuevo', 'pedidos nuevos'))
      current.at = performance.now()
    }
    current.count = count
  }, [count])
}
