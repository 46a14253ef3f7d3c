import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn, someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import { backgroundEnded } from '../limits/same-time.ts'

const DAY = 24 * 60 * 60_000

describe.each(engines)('a lost invitation on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(new Date())
    admin = await shop.signIn({ admin: true })
    await admin.put('/settings/', { sign_in_links: true })
  })
  afterAll(() => shop.close())

  const { ask, verify, codeFor, isWaiting, isInvited, tokenTo, accept } = accessIn(() => ({ shop, admin }))
  const mailsAfter = async (path: string, email: string) => {
    const before = (await accountsIn(shop).mailsTo(email)).length
    await shop.anonymous.post(path, { email })
    await backgroundEnded()
    return (await accountsIn(shop).mailsTo(email)).slice(before).map(({ subject }) => subject)
  }
  const asksAgain = async (email: string) => {
    await ask(email)
    return (await verify(email, await codeFor(email, 2))).body
  }

  it('is opened by the code of a second request, also after it expired', async () => {
    for (const days of [0, 8]) {
      const { email, token } = await isInvited()
      shop.clock.advance(days * DAY)
      const { state, invitation } = await asksAgain(email)
      expect(state).toBe('ready')
      expect((await accept(token)).status).toBe(409)
      expect((await accept(invitation)).status).toBe(200)
    }
  })

  it('is not opened once it was revoked', async () => {
    const { email } = await isInvited()
    const { results } = (await admin.get('/auth/invitations/?page_size=100')).body
    const { id } = results.find((one: { email: string }) => one.email === email)
    await admin.delete(`/auth/invitations/${id}/`)
    expect(await asksAgain(email)).toEqual({ state: 'waiting' })
    expect(await mailsAfter('/auth/recover/', email)).toEqual(['Tu pedido de acceso está en revisión'])
  })

  it.each(['/auth/recover/', '/auth/sign-in-link/'])('is mailed again by %s', async (path) => {
    const { email } = await isInvited()
    expect(await mailsAfter(path, email)).toEqual(['Tenés una invitación pendiente'])
    expect((await accept(await tokenTo(email))).status).toBe(200)
  })

  it('of nobody is mailed to nobody; who waits is told so', async () => {
    expect(await mailsAfter('/auth/recover/', someone())).toEqual([])
    const email = someone()
    await isWaiting(email)
    expect(await mailsAfter('/auth/recover/', email)).toEqual(['Tu pedido de acceso está en revisión'])
  })
})
