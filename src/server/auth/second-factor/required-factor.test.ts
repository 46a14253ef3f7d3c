import { describe, expect, it } from 'vitest'
import { enginesOf, openShop } from '../../../../test/support/open-shop.ts'
import { accountsIn, bearer, PASSWORD } from '../../../../test/support/people/accounts.ts'
import { bytesOfKey, giveFactor } from '../../../../test/support/people/second-factor.ts'
import { saveSettings } from '../../settings/settings.ts'
import { resetSecondFactor } from '../auth.ts'
import { stepOf, totpCode } from './totp.ts'

const SECOND = 1_000
const STAFF = { is_staff: true }

describe.each(enginesOf(import.meta.filename))('a required second factor, on %s', (engine) => {
  it('lets staff without one only set it up, also after it was removed for another phone', async () => {
    const shop = await openShop(engine)
    const accounts = accountsIn(shop)
    const owner = await shop.signIn({ admin: true })
    const require = () => owner.put('/settings/', { staff_2fa: 'required' })
    expect((await require()).body.errors).toEqual({
      staff_2fa: ['Antes activala en tu cuenta, en Configuración.'],
    })
    const factor = await giveFactor(shop.shop, owner.user?.id ?? 0)
    expect((await require()).status).toBe(200)
    expect((await owner.get('/settings/all/')).body.staff_2fa).toBe('required')

    const staff = await accounts.hasAccount(STAFF)
    const { body: entered } = await accounts.login(staff.username)
    const missing = { can_access_admin: false, rights: [], must_add_factor: true }
    expect(entered.user.permissions).toEqual(missing)
    const headers = bearer(entered.access)
    const ask = (path: string) => shop.anonymous.get(path, headers)
    expect(await ask('/settings/all/')).toMatchObject({
      status: 403,
      body: { error: 'Para usar el panel, activá la verificación en dos pasos en Configuración.' },
    })
    expect((await ask('/auth/verify-permissions/')).body.permissions).toEqual(missing)
    expect((await ask('/auth/profile/')).body.permissions).toEqual(missing)
    expect((await ask('/auth/totp/')).body).toMatchObject({ may_start: true, required: true })
    const { key } = (await shop.anonymous.post('/auth/totp/', { password: PASSWORD }, headers)).body
    const first = totpCode(bytesOfKey(key), stepOf(shop.clock.now()))
    const { body } = await shop.anonymous.post('/auth/totp/confirm/', { code: first }, headers)
    const allowed = bearer(body.tokens.access)
    expect((await shop.anonymous.get('/settings/all/', allowed)).status).toBe(200)
    const { body: rights } = await shop.anonymous.get('/auth/verify-permissions/', allowed)
    expect(rights.permissions).toMatchObject({ can_access_admin: true, must_add_factor: false })
    // The lifetime of a staff session, not of a customer's.
    const session = shop.shop.db.selectFrom('sessions').select('ends_at').where('user_id', '=', staff.id)
    const { ends_at } = await session.executeTakeFirstOrThrow()
    expect(ends_at.getTime() - shop.clock.now().getTime()).toBeLessThanOrEqual(24 * 3600 * SECOND)
    const proof = { password: PASSWORD, code: body.codes[0] }
    const removed = await shop.anonymous.post('/auth/totp/remove/', proof, allowed)
    expect(removed.status).toBe(204)
    expect((await shop.anonymous.get('/settings/all/', allowed)).status).toBe(403)
    expect((await shop.anonymous.get('/auth/totp/', allowed)).body).toMatchObject({ may_start: true })

    const customer = await shop.signIn()
    expect((await customer.get('/auth/totp/')).body.required).toBe(false)
    expect((await customer.get('/settings/all/')).body.error).toBe('No tienes permisos para esta acción')
    expect(factor.code()).toMatch(/^\d{6}$/)
    await shop.close()
  })

  it.each(['owner', 'sales', 'stock', 'read'] as const)(
    'never locks an account for good: %s',
    async (role) => {
      const shop = await openShop(engine)
      const accounts = accountsIn(shop)
      const staff = await accounts.hasAccount(STAFF)
      await shop.shop.db.updateTable('users').set({ role }).where('id', '=', staff.id).execute()
      await saveSettings({ shop: shop.shop, body: { staff_2fa: 'required' } })
      const sessionBy = async (password: string) =>
        bearer((await accounts.login(staff.username, password)).body.access)
      const mayEnter = async (headers: { authorization: string }): Promise<boolean> =>
        (await shop.anonymous.get('/auth/verify-permissions/', headers)).body.permissions.can_access_admin
      /** Sets a second factor up after the refusal, as a person would. */
      const setUp = async (password: string) => {
        const headers = await sessionBy(password)
        expect(await mayEnter(headers)).toBe(false)
        const { key } = (await shop.anonymous.post('/auth/totp/', { password }, headers)).body
        const code = totpCode(bytesOfKey(key), stepOf(shop.clock.now()))
        const { body } = await shop.anonymous.post('/auth/totp/confirm/', { code }, headers)
        expect(await mayEnter(bearer(body.tokens.access))).toBe(true)
      }
      await setUp(PASSWORD)

      // Phone, recovery codes and password are lost.
      await resetSecondFactor(shop.shop, staff.username)
      await setUp(PASSWORD)
      await resetSecondFactor(shop.shop, staff.username)
      await shop.anonymous.post('/auth/recover/', { email: staff.email })
      const mails = () => accounts.mailsTo(staff.email)
      const linkIn = async () => (await mails()).at(-1)?.body_text.match(/(?<=#t=)[\w-]+/)?.[0]
      await expect.poll(linkIn).toBeDefined()
      const finish = { token: await linkIn(), new_password: 'Otra-clave-9' }
      expect((await shop.anonymous.post('/auth/recover/finish/', finish)).status).toBe(200)
      await setUp('Otra-clave-9')
      await shop.close()
    },
  )
})
