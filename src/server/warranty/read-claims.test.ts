import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABOUT, ordered, photoNow } from '../../../test/support/sales/claims.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('warranty claims on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    // The 20th, 23:30 in Buenos Aires; the 21st in UTC.
    shop.clock.set('2026-11-21T02:30:00Z')
    ana = await shop.signIn({ first_name: 'Ana', last_name: 'Suárez' })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  describe('GET /warranty-claims/', () => {
    it('shows customers their own claims only', async () => {
      const carla = await shop.signIn()
      const order = await ordered(shop, carla)
      const claim = {
        ...ABOUT,
        purchase_type: 'with-order',
        order_id: order.id,
        product_id: order.products[0]?.product_id,
        photo1: await photoNow(shop),
      }
      const filed = await carla.post('/warranty-claims/', claim)
      const mine = await carla.get('/warranty-claims/?user=current')
      expect(mine.body.map(({ id }: { id: number }) => id)).toEqual([filed.body.id])
      expect(mine.body[0]).not.toHaveProperty('admin_notes')
      const all = await carla.get('/warranty-claims/')
      expect([all.status, all.body.error]).toEqual([
        403,
        'No tienes permisos para ver las solicitudes de garantía',
      ])
      expect((await shop.anonymous.get('/warranty-claims/')).status).toBe(401)

      const page = (await admin.get(`/warranty-claims/?search=${carla.user?.username.toUpperCase()}&page=1`))
        .body
      expect(page).toMatchObject({
        count: 1,
        next: null,
        results: [
          {
            user_id: carla.user?.id,
            user_phone: '1123456789',
            previous_orders_count: 1,
            order: { id: order.id, customer_id: carla.user?.id },
          },
        ],
      })
      expect((await admin.get('/warranty-claims/?status=resolved')).body).toEqual([])
    })
  })

  describe('GET /warranty-claims/{id}/', () => {
    it('returns an own claim without private fields, all fields to admins, and 404 to others', async () => {
      const mine = await ana.post('/warranty-claims/', {
        ...ABOUT,
        purchase_date: '2026-11-01',
        product_name: 'Puna Violeta',
        photo1: await photoNow(shop),
      })
      const path = `/warranty-claims/${mine.body.id}/`
      expect((await ana.get(path)).body).toMatchObject({ id: mine.body.id, product_name: 'Puna Violeta' })
      expect((await ana.get(path)).body).not.toHaveProperty('admin_notes')
      expect((await admin.get(path)).body).toMatchObject({ admin_notes: '', version: 1 })
      expect((await (await shop.signIn()).get(path)).status).toBe(404)
      expect((await shop.anonymous.get(path)).status).toBe(401)
    })
  })
})
