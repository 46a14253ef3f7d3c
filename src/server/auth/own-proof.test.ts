import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn, bearer, PASSWORD } from '../../../test/support/people/accounts.ts'
import { factorsIn, STAFF } from '../../../test/support/people/factor-sign-ins.ts'
import { newUser } from '../../../test/support/people/users.ts'
import { takeFactor } from '../../../test/support/people/second-factor.ts'

const MINUTE = 60_000
const NO_PASSWORD = ['La contraseña es requerida']
const NO_CODE = ['El código es requerido']

describe.each(enginesOf(import.meta.filename))('what an owner cannot take back, on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>
  beforeAll(async () => {
    shop = await openShop(engine)
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())
  const { withFactor } = factorsIn(() => shop)

  const owner = async () => {
    const user = await accounts.hasAccount(STAFF)
    return { user, headers: bearer((await accounts.login(user.username)).body.access) }
  }
  /** Calls that the specification has without a body. */
  const callsOn = (id: number, headers: { authorization: string }) => ({
    deactivate: () => shop.anonymous.patch(`/users/${id}/`, { is_active: false }, headers),
    activate: () => shop.anonymous.patch(`/auth/users/${id}/`, { is_active: true }, headers),
    staff: () => shop.anonymous.post('/auth/admin/create-user/', newUser({ role: 'sales' }), headers),
    link: () => shop.anonymous.post(`/auth/users/${id}/recovery-link/`, {}, headers),
    remove: () => shop.anonymous.delete(`/auth/users/${id}/`, headers),
  })
  const prove = (body: object, headers: { authorization: string }) =>
    shop.anonymous.post('/auth/prove/', body, headers)

  it('needs no proof within 14 minutes of the sign-in', async () => {
    const { headers } = await owner()
    const calls = callsOn((await accounts.hasAccount()).id, headers)
    shop.clock.advance(13 * MINUTE)
    const answers = []
    for (const call of Object.values(calls)) answers.push((await call()).status)
    expect(answers).toEqual([200, 200, 201, 204, 204])
  })

  it('later needs the password, which counts for 14 minutes and for this session only', async () => {
    const { user, headers } = await owner()
    const other = bearer((await accounts.login(user.username)).body.access)
    const { id } = await accounts.hasAccount()
    shop.clock.advance(14 * MINUTE)
    for (const call of Object.values(callsOn(id, headers)))
      expect(await call()).toMatchObject({
        status: 403,
        body: { code: 'PROOF_REQUIRED', errors: { password: NO_PASSWORD } },
      })
    const wrong = await prove({ password: 'otra-clave-1' }, headers)
    expect([wrong.status, wrong.body.code]).toEqual([400, 'WRONG_PASSWORD'])
    expect((await callsOn(id, headers).deactivate()).status).toBe(403)
    expect((await prove({ password: PASSWORD }, headers)).status).toBe(204)
    expect((await callsOn(id, other).deactivate()).status).toBe(403)
    expect((await callsOn(id, headers).deactivate()).status).toBe(200)
    shop.clock.advance(MINUTE / 2)
    expect((await callsOn(id, headers).remove()).status).toBe(204)
  })

  it('does not last longer because the tokens are exchanged', async () => {
    const { user } = await owner()
    const first = (await accounts.login(user.username)).body
    const { id } = await accounts.hasAccount()
    shop.clock.advance(14 * MINUTE)
    const { access } = (await accounts.refresh(first.refresh)).body
    expect((await callsOn(id, bearer(access)).remove()).body.code).toBe('PROOF_REQUIRED')
  })

  it('with a second factor needs its code too, which a fresh sign-in has given', async () => {
    const { user, factor, headers } = await withFactor()
    const { id } = await accounts.hasAccount()
    const role = (body: object) =>
      shop.anonymous.patch(`/auth/users/${id}/`, { role: 'stock', password: PASSWORD, ...body }, headers)
    const email = (body: object) =>
      shop.anonymous.post(
        '/auth/verify-change/',
        { new_email: `otra-${user.email}`, password: PASSWORD, ...body },
        headers,
      )
    const close = (body: object) =>
      shop.anonymous.post('/auth/close-account/', { password: PASSWORD, confirm: 'CERRAR', ...body }, headers)
    expect((await email({})).status).toBe(200)
    shop.clock.advance(14 * MINUTE)
    for (const call of [role, email, close]) {
      expect(await call({})).toMatchObject({
        status: 403,
        body: { code: 'PROOF_REQUIRED', errors: { code: NO_CODE } },
      })
      const wrong = await call({ code: '000000' })
      expect([wrong.status, wrong.body.code]).toEqual([400, 'WRONG_CODE'])
    }
    const half = await prove({ password: PASSWORD }, headers)
    expect([half.status, half.body.errors]).toEqual([400, { code: NO_CODE }])
    const code = factor.code()
    expect((await role({ code })).status).toBe(200)
    const again = await role({ role: null, code })
    expect([again.status, again.body.code]).toEqual([400, 'WRONG_CODE'])
    shop.clock.advance(MINUTE / 2)
    expect((await prove({ password: PASSWORD, code: factor.code() }, headers)).status).toBe(204)
    // The password alone is enough now.
    expect((await role({ role: null })).status).toBe(200)
    expect((await email({})).status).toBe(200)
    await takeFactor(shop.shop, user.id)
  })

  it('the password of a role is asked for at any time', async () => {
    const { headers } = await owner()
    const { id } = await accounts.hasAccount()
    const without = await shop.anonymous.patch(`/auth/users/${id}/`, { role: 'stock' }, headers)
    expect([without.status, without.body.errors]).toEqual([400, { password: NO_PASSWORD }])
  })
})
