import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orderCan } from '../../../contract/orders/order-status.ts'
import { paths } from '../../app/paths.ts'
import { myOrders } from '../../data/queries.ts'
import type { Session } from '../../session/session.ts'
import { formatDay } from '../../shop/dates.ts'

/** Orders that the customer can cancel without the shop. */
export function PendingOrders({ session }: { session: Session }) {
  const { data } = useQuery(myOrders(session))
  const pending = (data?.orders ?? []).filter((order) => orderCan('cancel', order))
  if (pending.length === 0) return null
  return (
    <section className="law-pending surface" aria-labelledby="pendientes">
      <h2 id="pendientes">Tus pedidos pendientes</h2>
      <p>Todavía no se completaron: los podés cancelar ahora, sin esperar la respuesta.</p>
      <ul>
        {pending.map(({ id, created_at }) => (
          <li key={id}>
            <span>{`Pedido #${id}, del ${formatDay(created_at)}`}</span>
            <Link className="button secondary" to={paths.cancelOrder(id)}>
              Cancelar el pedido ahora<span className="visually-hidden">{` #${id}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
