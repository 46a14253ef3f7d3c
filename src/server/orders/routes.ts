import * as manual from '../../contract/orders/manual-orders.ts'
import * as desk from '../../contract/orders/order-desk-calls.ts'
import * as todo from '../../contract/orders/todo-calls.ts'
import * as lists from '../../contract/orders/order-list.ts'
import * as lots from '../../contract/orders/order-lots.ts'
import * as contract from '../../contract/orders/orders.ts'
import * as packing from '../../contract/orders/packing.ts'
import type { Api } from '../http/api.ts'
import { on, onParts } from '../http/on.ts'
import { changeOrder } from './change/change-order.ts'
import { deleteOrder, getOrder, listOrders, listOrdersOf, printOrders } from './orders.ts'
import { markDelivery } from './delivery/delivery.ts'
import { chooseOrderLots, suggestLots } from './delivery/order-lots.ts'
import { setExpiry } from './expiry/expiry.ts'
import { addNote, deleteNote, getTimeline, noteContact } from './notes/notes.ts'
import { listPacking, markPacked } from './delivery/packing.ts'
import { downloadOrders } from './order-sheet.ts'
import { addPayment, agreePayment, voidPayment } from './payments/payments.ts'
import { placeManualOrder } from './place/manual-order.ts'
import { setLinePrice } from './change/line-price.ts'
import { placeOrder } from './place/place-order.ts'
import { getTodo } from './next/todo.ts'

export function orderRoutes(api: Api): void {
  on(
    api,
    contract.placeOrder,
    ({ shop, user, body, http }) => placeOrder(shop, user, body, http.idempotencyKey),
    { hasOwnLimit: true },
  )
  on(api, manual.placeManualOrder, ({ shop, user, body, http }) =>
    placeManualOrder(shop, user, body, http.idempotencyKey),
  )
  on(api, contract.listMyOrders, ({ shop, user, query }) =>
    listOrdersOf(shop, user.id, { query, path: contract.listMyOrders.path }),
  )
  on(api, lists.listOrders, ({ shop, query }) => listOrders(shop, query), { polled: true })
  onParts(api, lists.downloadOrders, ({ shop, query }) => downloadOrders(shop, query), {
    file: 'pedidos.csv',
  })
  on(api, lists.printOrders, ({ shop, query }) => printOrders(shop, query.ids))
  on(api, contract.getOrder, ({ shop, user, params }) => getOrder(shop, user, params.id), {
    polled: true,
  })
  on(api, contract.changeOrder, ({ shop, user, params, body }) => changeOrder(shop, user, params.id, body))
  on(api, contract.patchOrder, ({ shop, user, params, body }) => changeOrder(shop, user, params.id, body))
  on(api, contract.deleteOrder, ({ shop, user, params }) => deleteOrder(shop, user, params.id))
  deskRoutes(api)
}

/** Records of admins about orders. */
function deskRoutes(api: Api): void {
  on(api, todo.getTodo, ({ shop, user }) => getTodo(shop, user.role), { polled: true })
  on(api, desk.addPayment, ({ shop, user, params, body, http }) =>
    addPayment(shop, user, { id: params.id, payment: body, key: http.idempotencyKey }),
  )
  on(api, desk.voidPayment, ({ shop, user, params, body }) =>
    voidPayment(shop, user, { id: params.id, paymentId: params.payment, ...body }),
  )
  on(api, desk.agreePayment, ({ shop, user, params, body }) =>
    agreePayment(shop, user, { id: params.id, agreement: body }),
  )
  on(api, desk.setLinePrice, ({ shop, user, params, body, http }) =>
    setLinePrice(shop, user, { ...params, wanted: body, key: http.idempotencyKey }),
  )
  on(api, desk.addNote, ({ shop, user, params, body, http }) =>
    addNote(shop, user, { id: params.id, note: body, key: http.idempotencyKey }),
  )
  on(api, desk.deleteNote, ({ shop, user, params }) =>
    deleteNote(shop, user, { id: params.id, noteId: params.note }),
  )
  on(api, desk.noteContact, ({ shop, user, params, body, http }) =>
    noteContact(shop, user, { id: params.id, contact: body, key: http.idempotencyKey }),
  )
  on(api, desk.getTimeline, ({ shop, params, query }) => getTimeline(shop, params.id, query), {
    polled: true,
  })
  on(api, desk.markDelivery, ({ shop, user, params, body, http }) =>
    markDelivery(shop, user, { id: params.id, delivery: body, key: http.idempotencyKey }),
  )
  on(api, lots.suggestLots, ({ shop, params }) => suggestLots(shop, params.id))
  on(api, lots.chooseLots, ({ shop, user, params, body }) =>
    chooseOrderLots(shop, user, { id: params.id, ...body }),
  )
  on(api, desk.setExpiry, ({ shop, user, params, body }) => setExpiry(shop, user, { id: params.id, ...body }))
  on(api, packing.listPacking, ({ shop }) => listPacking(shop), { polled: true })
  on(api, packing.markPacked, ({ shop, user, params, body }) =>
    markPacked(shop, user, { id: params.id, ...body }),
  )
}
