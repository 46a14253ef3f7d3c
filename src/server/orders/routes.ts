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
import { deleteOrder, getOrder, listOrders, listMyOrders, printOrders } from './orders.ts'
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
  on(api, contract.placeOrder, placeOrder, { hasOwnLimit: true })
  on(api, manual.placeManualOrder, placeManualOrder)
  on(api, contract.listMyOrders, listMyOrders)
  on(api, lists.listOrders, listOrders, { polled: true })
  onParts(api, lists.downloadOrders, downloadOrders, { file: 'pedidos.csv' })
  on(api, lists.printOrders, printOrders)
  on(api, contract.getOrder, getOrder, { polled: true })
  on(api, contract.changeOrder, changeOrder)
  on(api, contract.patchOrder, changeOrder)
  on(api, contract.deleteOrder, deleteOrder)
  deskRoutes(api)
}

/** Records of admins about orders. */
function deskRoutes(api: Api): void {
  on(api, todo.getTodo, getTodo, { polled: true })
  on(api, desk.addPayment, addPayment)
  on(api, desk.voidPayment, voidPayment)
  on(api, desk.agreePayment, agreePayment)
  on(api, desk.setLinePrice, setLinePrice)
  on(api, desk.addNote, addNote)
  on(api, desk.deleteNote, deleteNote)
  on(api, desk.noteContact, noteContact)
  on(api, desk.getTimeline, getTimeline, { polled: true })
  on(api, desk.markDelivery, markDelivery)
  on(api, lots.suggestLots, suggestLots)
  on(api, lots.chooseLots, chooseOrderLots)
  on(api, desk.setExpiry, setExpiry)
  on(api, packing.listPacking, listPacking, { polled: true })
  on(api, packing.markPacked, markPacked)
}
