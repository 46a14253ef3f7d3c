import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MY_ORDERS_PAGE, myOrders, ordersPage } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Adds the next page to the own orders; nothing while all are there. */
export function OlderOrders({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const { queryKey } = myOrders(session)
  const { data } = useQuery(myOrders(session))
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      const older = await ordersPage(Math.floor((data?.orders.length ?? 0) / MY_ORDERS_PAGE) + 1)
      queryClient.setQueryData(queryKey, (before) => {
        // An order placed meanwhile pushes others onto the next page.
        const byId = new Map([...(before?.orders ?? []), ...older.orders].map((order) => [order.id, order]))
        return { ...older, orders: [...byId.values()] }
      })
    },
  })
  if (!data?.next) return null
  return (
    <div className="orders-older">
      <BusyButton className="secondary" busy={isPending} busyText="Cargando…" onClick={() => mutate()}>
        Ver más pedidos
      </BusyButton>
      {error && <p role="alert">{error.message}</p>}
    </div>
  )
}
