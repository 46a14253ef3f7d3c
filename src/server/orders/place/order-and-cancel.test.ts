import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { accountsIn } from '../../../../test/support/people/accounts.ts'

import { onSale, placed, RECIPIENT } from '../../../../test/support/sales/orders.ts'
import { backgroundEnded } from '../../limits/same-time.ts'
import { takeNextMail } from '../../mail/queries.ts'

describe.each(enginesOf(import.meta.filename))('repeated ordering and cancelling on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set(new Date())
  })
  afterAll(() => shop.close())

  const mailsToShop = async () =>
    (await shop.mails())
      .filter(({ recipient }) => recipient.startsWith('pedidos@'))
      .map(({ subject }) => subject)
  const isDigest = (subject: string) => subject === 'Muchos pedidos de una cuenta'

  it('mails each side ten times an hour and then one digest; other customers are not affected', async () => {
    const [ana, beto] = [await shop.signIn(), await shop.signIn()]
    const item = await onSale(shop, 100)
    for (let n = 0; n < 14; n++) {
      const order = await placed(ana, item)
      await ana.put(`/orders/${order.id}/`, { status: 'cancelled' })
    }
    expect(await mailsToShop()).toHaveLength(11)
    expect((await mailsToShop()).filter(isDigest)).toHaveLength(1)
    const own = (await shop.mails()).filter(({ recipient }) => recipient === ana.user?.email)
    expect(own).toHaveLength(11)
    expect(own.at(-1)).toMatchObject({ subject: 'Tus pedidos' })
    await placed(beto, item)
    expect(await mailsToShop()).toHaveLength(12)
    shop.clock.advance(61 * 60_000)
    await placed(ana, item)
    expect(await mailsToShop()).toHaveLength(13)
  })

  it('does not count mails from before the clock was set back', async () => {
    const carla = await shop.signIn()
    const item = await onSale(shop, 100)
    for (let n = 0; n < 10; n++) {
      const order = await placed(carla, item)
      await carla.put(`/orders/${order.id}/`, { status: 'cancelled' })
    }
    const before = await mailsToShop()
    await sql`update outbox set created_at = created_at + interval '1 day'`.execute(shop.shop.db)
    await placed(carla, item)
    expect(await mailsToShop()).toHaveLength(before.length + 1)
  })

  it('for an hour keeps no link of another person waiting', async () => {
    await shop.shop.db.deleteFrom('outbox').execute()
    const [dario, elsa] = [await shop.signIn(), await accountsIn(shop).hasAccount()]
    const item = await onSale(shop, 1_000)
    let taken = 0
    for (let half = 0; half < 120; half++) {
      const { status, body } = await dario.post('/orders/', { ...RECIPIENT, products: [item] })
      if (status === 201) await dario.put(`/orders/${body.id}/`, { status: 'cancelled' })
      if (status === 201) taken += 1
      shop.clock.advance(30_000)
    }
    expect(taken).toBeLessThanOrEqual(61)
    expect((await shop.mails()).filter(({ subject }) => subject.includes('edido')).length).toBeLessThan(26)
    await shop.anonymous.post('/auth/recover/', { email: elsa.email })
    await backgroundEnded()
    const next = await takeNextMail(shop.shop.db, shop.clock.now(), shop.clock.now())
    expect(next).toMatchObject({ recipient: elsa.email, subject: 'Cambiar la contraseña' })
  })
})
