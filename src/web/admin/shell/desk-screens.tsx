import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { listQuery } from '../kit/use-panel-list.ts'
import { ORDERS } from '../orders/list/orders-address.ts'
import { OrdersPage } from '../orders/list/orders-page.tsx'
import { TodoPage } from '../todo/todo-page.tsx'
import { loadedLater } from './loaded-later.tsx'

const PrintPage = loadedLater(async () => (await import('../orders/print/print-page.tsx')).PrintPage)
const MailsPage = loadedLater(async () => (await import('../mails/mails-page.tsx')).MailsPage)
const NewOrderPage = loadedLater(async () => (await import('../orders/new/new-order-page.tsx')).NewOrderPage)

/** Screens that share a chunk, as each lazy route adds bytes to every page. */
const SCREENS: Record<string, ComponentType> = {
  imprimir: PrintPage,
  nuevo: NewOrderPage,
  mensajes: MailsPage,
  'para-hacer': TodoPage,
}

export default function DeskScreens() {
  const { pathname } = useLocation()
  const Screen = SCREENS[nameOf(pathname)] ?? OrdersPage
  return <Screen />
}

/** The list of orders, fetched while the screen loads. */
export function first({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (SCREENS[nameOf(pathname)]) return undefined
  return listQuery(ORDERS, ORDERS.address.read(new URLSearchParams(search)))
}

function nameOf(pathname: string): string {
  return withoutEndSlashes(pathname).split('/').at(-1) ?? ''
}
