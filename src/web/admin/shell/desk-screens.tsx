import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { OrdersPage } from '../orders/orders-page.tsx'
import { TodoPage } from '../todo/todo-page.tsx'

/** The list of orders and what there is to do share a chunk: each of their own would cost every page of the shop some bytes. */
export default function DeskScreens() {
  const { pathname } = useLocation()
  return withoutEndSlashes(pathname).endsWith('/para-hacer') ? <TodoPage /> : <OrdersPage />
}
