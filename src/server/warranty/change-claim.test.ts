import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitorClaim } from '../../../test/support/sales/claims.ts'
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

  describe('PATCH /warranty-claims/{id}/', () => {
    it('sets the status, mails the customer, and keeps the notes private', async () => {
      const { id } = (await shop.anonymous.post('/warranty-claims/', await visitorClaim(shop))).body
      const mails = (await shop.mails()).length
      const notes = await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'Secreto' })
      expect(notes.body).toMatchObject({ admin_notes: 'Secreto', status: 'pending' })
      expect((await shop.mails()).length).toBe(mails)

      const reply = await admin.patch(`/warranty-claims/${id}/`, {
        status: 'approved',
        resolution_details: 'Enviamos otro',
      })
      expect(reply.body).toMatchObject({
        status: 'approved',
        status_display: 'Aprobada',
        resolution_details: 'Enviamos otro',
      })
      const mail = (await shop.mails()).at(-1)
      expect(mail).toMatchObject({
        recipient: 'bruno@correo.example',
        subject: `Reclamo de garantía #${id}: Aprobada`,
      })
      expect(mail?.body_text).toContain('Enviamos otro')
      expect(mail?.body_text).not.toContain('Secreto')
      const log = (
        await admin.get(`/activity-logs/?entity=warranty_claim&entity_id=${id}&action=status_change`)
      ).body.results
      expect(log).toMatchObject([
        { changes: { old_status: 'pending', new_status: 'approved', changed_by: admin.user?.username } },
      ])
    })

    it('keeps a resolution internal until the state shows it, in answers, mails and exports', async () => {
      const eva = await shop.signIn()
      const sent = await visitorClaim(shop)
      const file = () => eva.post('/warranty-claims/', sent, { 'idempotency-key': 'una' })
      const { id } = (await file()).body
      const mails = (await shop.mails()).length
      const details = 'Va otro sobre'
      const saved = await admin.patch(`/warranty-claims/${id}/`, { resolution_details: details })
      expect([saved.body.resolution_details, (await shop.mails()).length]).toEqual([details, mails])
      const seen = async () => [
        (await eva.get(`/warranty-claims/${id}/`)).body.resolution_details,
        (await eva.get('/warranty-claims/?user=current')).body[0].resolution_details,
        (await eva.get('/warranty-claims/?user=current&page=1')).body.results[0].resolution_details,
        (await eva.get('/auth/my-data/')).body.claims[0].resolution_details,
        (await file()).body.resolution_details,
      ]
      expect(await seen()).toEqual(['', '', '', '', ''])
      await admin.patch(`/warranty-claims/${id}/`, { status: 'approved' })
      expect(await seen()).toEqual([details, details, details, details, details])
    })

    it('mails the account at the address that it has now', async () => {
      const eva = await shop.signIn()
      const { id } = (await eva.post('/warranty-claims/', await visitorClaim(shop))).body
      const email = `nueva-${engine}@correo.example`
      await shop.shop.db
        .updateTable('users')
        .set({ email })
        .where('id', '=', eva.user?.id ?? 0)
        .execute()
      await admin.patch(`/warranty-claims/${id}/`, { status: 'approved' })
      expect((await shop.mails()).at(-1)?.recipient).toBe(email)
    })

    it('refuses a decision on an older version, and keeps the newer one', async () => {
      const { id } = (await shop.anonymous.post('/warranty-claims/', await visitorClaim(shop))).body
      const { version } = (await admin.get(`/warranty-claims/${id}/`)).body
      const first = await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De una', version })
      expect(first.body.version).toBe(version + 1)
      const second = await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De otra', version })
      expect([second.status, second.body.code]).toEqual([409, 'STALE'])
      expect(second.body.error).toContain('Otra persona guardó')
      expect((await admin.get(`/warranty-claims/${id}/`)).body).toMatchObject({ admin_notes: 'De una' })
      const lastEntry = async () =>
        (await admin.get(`/activity-logs/?entity=warranty_claim&entity_id=${id}`)).body.results[0]
      expect((await lastEntry()).changes).toEqual({ admin_notes: { before: '', after: 'De una' } })
      // Accepted: a change that is there already, and older clients, which send no version.
      expect((await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De una', version })).status).toBe(
        200,
      )
      expect((await admin.patch(`/warranty-claims/${id}/`, { admin_notes: 'De otra' })).body).toMatchObject({
        admin_notes: 'De otra',
        version: version + 2,
      })
      expect(await lastEntry()).toMatchObject({
        action: 'update',
        user: admin.user?.username,
        changes: { admin_notes: { before: 'De una', after: 'De otra' } },
      })
    })

    it('shows overwritten notes in the log until the account of the claim is removed', async () => {
      const customer = await shop.signIn()
      const [own, others] = await Promise.all(
        [customer, shop.anonymous].map(
          async (client) => (await client.post('/warranty-claims/', await visitorClaim(shop))).body.id,
        ),
      )
      for (const id of [own, others])
        for (const admin_notes of ['Llamé a Ramiro Funes', 'Otra nota', 'Otra más'])
          await admin.patch(`/warranty-claims/${id}/`, { admin_notes })
      const logged = async (id: number) =>
        (
          await admin.get(`/activity-logs/?entity=warranty_claim&entity_id=${id}&action=update`)
        ).body.results.map((entry: { changes: unknown }) => entry.changes)
      const kept = [
        { admin_notes: { before: 'Otra nota', after: 'Otra más' } },
        { admin_notes: { before: 'Llamé a Ramiro Funes', after: 'Otra nota' } },
        { admin_notes: { before: '', after: 'Llamé a Ramiro Funes' } },
      ]
      expect(await logged(own)).toEqual(kept)

      expect((await admin.delete(`/auth/users/${customer.user?.id}/`)).status).toBe(204)
      const erased = { admin_notes: { before: 'texto borrado', after: 'texto borrado' } }
      expect(await logged(own)).toEqual([erased, erased, erased])
      expect(await logged(others)).toEqual(kept)
      const log = await shop.shop.db.selectFrom('activity_log').selectAll().execute()
      expect(JSON.stringify(log)).not.toContain('Ramiro')
    })

    it('is for admins, and for existing claims', async () => {
      const { id } = (await shop.anonymous.post('/warranty-claims/', await visitorClaim(shop))).body
      expect((await ana.patch(`/warranty-claims/${id}/`, { status: 'approved' })).status).toBe(403)
      expect((await admin.patch('/warranty-claims/2000000000/', { status: 'approved' })).status).toBe(404)
      expect((await admin.patch(`/warranty-claims/${id}/`, { status: 'won' })).status).toBe(400)
    })
  })
})
