import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { myOrders, newestOrders } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Adds the next page to the own orders; nothing while all are there. */
export function OlderOrders({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const { queryKey } = myOrders(session)
  const { data } = useQuery(myOrders(session))
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      // All again: an order that was placed or removed meanwhile moves others to another page.
      queryClient.setQueryData(queryKey, await newestOrders((data?.orders.length ?? 0) + 1))
    },
  })
  if (!data?.next) return null
  return (
    <div className="orders-older stack-2">
      <BusyButton className="secondary" busy={isPending} busyText="Cargando…" onClick={() => mutate()}>
        Ver más pedidos
      </BusyButton>
      {error && <p role="alert">{error.message}</p>}
    </div>
  )
}
