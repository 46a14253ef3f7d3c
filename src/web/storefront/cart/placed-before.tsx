import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PLACED_BEFORE } from './use-place-order.ts'

/** An order whose response was lost had been placed, without the later changes. */
export function PlacedBefore({ orderId }: { orderId: number | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="cart-note cart-note-problem" role="alert" tabIndex={-1} ref={box}>
      <p>
        {PLACED_BEFORE}
        {orderId !== undefined && `: es el Pedido #${orderId}`}. Lo que cambiaste después de enviarlo no está
        en ese pedido.
      </p>
      <Link
        className="button secondary"
        to={paths.account('orders')}
        state={orderId === undefined ? undefined : { orderPlaced: orderId }}
      >
        Mis pedidos
      </Link>
    </div>
  )
}
