import * as contract from '../../contract/orders.ts'
import type { Api } from '../http/api.ts'
import { on } from '../http/on.ts'
import { changeOrder } from './change-order.ts'
import { deleteOrder, getOrder, listMyOrders, listOrders } from './orders.ts'
import { placeOrder } from './place-order.ts'

export function orderRoutes(api: Api): void {
  on(api, contract.placeOrder, ({ shop, user, body, http }) =>
    placeOrder(shop, user, body, http.idempotencyKey),
  )
  on(api, contract.listMyOrders, ({ shop, user, query }) => listMyOrders(shop, user, query))
  on(api, contract.listOrders, ({ shop, query }) => listOrders(shop, query), { polled: true })
  on(api, contract.getOrder, ({ shop, user, params }) => getOrder(shop, user, params.id))
  on(api, contract.changeOrder, ({ shop, user, params, body }) => changeOrder(shop, user, params.id, body))
  on(api, contract.patchOrder, ({ shop, user, params, body }) => changeOrder(shop, user, params.id, body))
  on(api, contract.deleteOrder, ({ shop, user, params }) => deleteOrder(shop, user, params.id))
}
