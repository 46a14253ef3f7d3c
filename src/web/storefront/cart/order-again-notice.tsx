import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getOrder } from '../../../contract/orders/calls.ts'
import { listProducts } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { rememberPrice } from '../../session/shown-prices.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { addToCart, readCart } from './cart.ts'
import { type Again, againOf, asksFor } from './order-again.ts'
import './order-again-notice.css'

interface OrderAgainNoticeProps {
  session: Session
  orderId: number
}

/** Adds the available products of an own order to the cart, once, and lists what is missing. */
export function OrderAgainNotice({ session, orderId }: OrderAgainNoticeProps) {
  const [again, setAgain] = useState<Again>()
  const [failure, setFailure] = useState<string>()
  const [, setParams] = useSearchParams()
  const isStarted = useRef(false)
  const run = async () => {
    setFailure(undefined)
    try {
      setAgain(await putAgain(session, orderId))
      // A reload must not add it again.
      if (asksFor(orderId, window.location)) setParams({}, { replace: true, preventScrollReset: true })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    }
  }
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void run()
  })
  if (failure !== undefined)
    return (
      <ErrorPanel
        title={`No se pudo volver a pedir el Pedido #${orderId}`}
        note={failure}
        onRetry={() => void run()}
      />
    )
  return <AgainStatus orderId={orderId} again={again} />
}

function AgainStatus({ orderId, again }: { orderId: number; again: Again | undefined }) {
  return (
    <div className="order-again stack-2" role="status">
      {again && <p>{againText(orderId, again)}</p>}
      {again && again.missing.length > 0 && (
        <ul>
          {again.missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function againText(orderId: number, { wanted, missing }: Again): string {
  if (wanted.length === 0) return `No queda nada del Pedido #${orderId} para volver a pedir:`
  const all = `Lo del Pedido #${orderId} está en el carrito, a los precios de hoy.`
  return missing.length === 0 ? all : `${all} Falta:`
}

/** Counts what the cart already has, so that pressing twice adds nothing. */
async function putAgain({ userId }: Session, orderId: number): Promise<Again> {
  const { order_products: lines } = await call(getOrder, { params: { id: orderId } })
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))]
  const answer = ids.length === 0 ? [] : await call(listProducts, { query: { ids: ids.join(',') } })
  const again = againOf(lines, Array.isArray(answer) ? answer : answer.results)
  const full = again.wanted.filter(({ price, ...line }) => {
    const held = readCart().find(({ blisterId }) => blisterId === line.blisterId)?.quantity ?? 0
    if (held < line.quantity && addToCart({ ...line, quantity: line.quantity - held }) === 0) return true
    rememberPrice(userId, line.blisterId, price)
    return false
  })
  const noRoom = full.map(({ name }) => `${name}: no entra, el carrito está completo`)
  return {
    wanted: again.wanted.filter((line) => !full.includes(line)),
    missing: [...again.missing, ...noRoom],
  }
}
