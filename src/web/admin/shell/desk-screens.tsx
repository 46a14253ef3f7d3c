import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { later } from '../../browser/later.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { OrdersPage } from '../orders/list/orders-page.tsx'
import { TodoPage } from '../todo/todo-page.tsx'

/** What few visits need is loaded by itself. */
const PrintPage = rare(async () => (await import('../orders/print/print-page.tsx')).PrintPage)

const NewOrderPage = rare(async () => (await import('../orders/new/new-order-page.tsx')).NewOrderPage)

/** Screens that share a chunk: each route of its own would cost every page of the shop some bytes. */
const SCREENS: Record<string, ComponentType> = {
  imprimir: PrintPage,
  nuevo: NewOrderPage,
  'para-hacer': TodoPage,
}

export default function DeskScreens() {
  const { pathname } = useLocation()
  const Screen = SCREENS[withoutEndSlashes(pathname).split('/').at(-1) ?? ''] ?? OrdersPage
  return <Screen />
}

function rare(load: () => Promise<ComponentType<object>>): ComponentType {
  const Screen = later(load)
  return function RareScreen() {
    return (
      <Screen props={{}} failure={<ErrorPanel title="No se pudo cargar la pantalla. Revisá tu conexión." />}>
        <LoadingNote />
      </Screen>
    )
  }
}
