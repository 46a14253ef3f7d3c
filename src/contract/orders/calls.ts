import type { Call } from '../endpoint.ts'
import type * as manualOrders from './manual-orders.ts'
import type * as orderDeskCalls from './order-desk-calls.ts'
import type * as orderList from './order-list.ts'
import type * as orderLots from './order-lots.ts'
import type * as orders from './orders.ts'
import type * as packing from './packing.ts'
import type * as todoCalls from './todo-calls.ts'

export const placeManualOrder: Call<typeof manualOrders, 'placeManualOrder'> = 'POST /orders/manual/'

export const addPayment: Call<typeof orderDeskCalls, 'addPayment'> = 'POST /orders/:id/payments/'
export const voidPayment: Call<typeof orderDeskCalls, 'voidPayment'> =
  'POST /orders/:id/payments/:payment/void/'
export const agreePayment: Call<typeof orderDeskCalls, 'agreePayment'> = 'PUT /orders/:id/agreement/'
export const setLinePrice: Call<typeof orderDeskCalls, 'setLinePrice'> = 'PUT /orders/:id/lines/:line/price/'
export const markDelivery: Call<typeof orderDeskCalls, 'markDelivery'> = 'PUT /orders/:id/delivery/'
export const setExpiry: Call<typeof orderDeskCalls, 'setExpiry'> = 'PUT /orders/:id/expiry/'
export const addNote: Call<typeof orderDeskCalls, 'addNote'> = 'POST /orders/:id/notes/'
export const deleteNote: Call<typeof orderDeskCalls, 'deleteNote'> = 'DELETE /orders/:id/notes/:note/'
export const getTimeline: Call<typeof orderDeskCalls, 'getTimeline'> = 'GET /orders/:id/timeline/'
export const noteContact: Call<typeof orderDeskCalls, 'noteContact'> = 'POST /orders/:id/contacts/'

export const listOrders: Call<typeof orderList, 'listOrders'> = 'GET /orders/'
export const downloadOrders: Call<typeof orderList, 'downloadOrders'> = 'GET /orders/csv/'
export const printOrders: Call<typeof orderList, 'printOrders'> = 'GET /orders/print/'

export const suggestLots: Call<typeof orderLots, 'suggestLots'> = 'GET /orders/:id/lots/'
export const chooseLots: Call<typeof orderLots, 'chooseLots'> = 'PUT /orders/:id/lots/'

export const placeOrder: Call<typeof orders, 'placeOrder'> = 'POST /orders/'
export const listMyOrders: Call<typeof orders, 'listMyOrders'> = 'GET /orders/my-orders/'
export const getOrder: Call<typeof orders, 'getOrder'> = 'GET /orders/:id/'
export const changeOrder: Call<typeof orders, 'changeOrder'> = 'PUT /orders/:id/'
export const deleteOrder: Call<typeof orders, 'deleteOrder'> = 'DELETE /orders/:id/'
export const patchOrder: Call<typeof orders, 'patchOrder'> = 'PATCH /orders/:id/'

export const listPacking: Call<typeof packing, 'listPacking'> = 'GET /packing/'
export const markPacked: Call<typeof packing, 'markPacked'> = 'PUT /packing/:id/'

export const getTodo: Call<typeof todoCalls, 'getTodo'> = 'GET /todo/'
