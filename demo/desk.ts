import { ManualOrder } from '../src/contract/orders/manual-orders.ts'
import { type Delivery, NewPayment } from '../src/contract/orders/order-desk-calls.ts'
import type { AdminOrder } from '../src/contract/orders/orders.ts'
import { dayOf } from '../src/server/days.ts'
import type { SessionUser } from '../src/server/http/caller.ts'
import { markDelivery } from '../src/server/orders/delivery/delivery.ts'
import { addNote, noteContact } from '../src/server/orders/notes/notes.ts'
import { addPayment, agreePayment } from '../src/server/orders/payments/payments.ts'
import { placeManualOrder } from '../src/server/orders/place/manual-order.ts'
import type { Shop } from '../src/server/shop.ts'
import type { DemoManualOrder, DemoMark } from './people.ts'

const DAY_MS = 86_400_000

/** Records payments, notes and deliveries of the demo's orders, by the real verbs. */
export class Desk {
  readonly #admin: SessionUser

  constructor(admin: SessionUser) {
    this.#admin = admin
  }

  /** Records one mark. The clock of `shop` is set to its day. */
  async note(shop: Shop, { id, total }: AdminOrder, mark: DemoMark): Promise<void> {
    const admin = this.#admin
    switch (mark.do) {
      case 'pay': {
        const { method, reference } = mark
        const payment = NewPayment.parse({
          amount: total * mark.share,
          method,
          reference,
          paid_on: dayOf(shop.now()),
        })
        return void (await addPayment({ shop, user: admin, params: { id }, body: payment }))
      }
      case 'agree': {
        const due_on = dayOf(new Date(shop.now().getTime() + mark.due * DAY_MS))
        return void (await agreePayment({
          shop,
          user: admin,
          params: { id },
          body: { method: mark.method, due_on },
        }))
      }
      case 'prepare':
        return this.#deliver(shop, id, { state: 'prepared' })
      case 'hand': {
        const { how, carrier, tracking } = mark
        return this.#deliver(shop, id, { state: 'handed', how, carrier, tracking })
      }
      case 'note': {
        const { text, visible } = mark
        const note = { text, visible, send_mail: false }
        return void (await addNote({ shop, user: admin, params: { id }, body: note }))
      }
      default:
        await noteContact({ shop, user: admin, params: { id }, body: { channel: 'whatsapp' } })
    }
  }

  async #deliver(shop: Shop, id: number, mark: Omit<Delivery, 'complete' | 'notify'>): Promise<void> {
    await markDelivery({
      shop,
      user: this.#admin,
      params: { id },
      body: { ...mark, complete: false, notify: false },
    })
  }

  /** Enters an order. `lines`: its lines with the ids of their products. */
  async add(shop: Shop, order: DemoManualOrder, lines: object[]): Promise<void> {
    const { name, phone, channel, note, isDone } = order
    const request = ManualOrder.parse({
      guest: { name, phone },
      channel,
      note,
      lines,
      ...(isDone && { handed: 'in_person', complete: true }),
    })
    const placed = await placeManualOrder({ shop, user: this.#admin, body: request })
    if (!isDone) return this.note(shop, placed, { do: 'agree', after: 0, method: 'cash', due: 3 })
    await this.note(shop, placed, { do: 'pay', after: 0, share: 1, method: 'cash' })
  }
}
