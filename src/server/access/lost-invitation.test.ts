import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn, someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import { backgroundEnded } from '../limits/same-time.ts'

const DAY = 24 * 60 * 60_000

describe.each(enginesOf(import.meta.filename))('a lost invitation on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(new Date())
    admin = await shop.signIn({ admin: true })
    await admin.put('/settings/', { sign_in_links: true })
  })
  afterAll(() => shop.close())

  const { ask, verify, codeFor, isWaiting, isInvited, tokenTo, accept, found, decide } = accessIn(() => ({
    shop,
    admin,
  }))
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
    expect(await asksAgain(email)).toMatchObject({ state: 'waiting' })
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

  it('is mailed again from the panel, with a new link, until it is used', async () => {
    const { email, token } = await isInvited()
    const request = await found(email, 'approved')
    expect((await decide(request, 'resend')).status).toBe(200)
    const again = await tokenTo(email)
    expect(again).not.toBe(token)
    expect((await accept(token)).status).toBe(409)
    expect((await accept(again)).status).toBe(200)
    expect((await decide(await found(email, 'approved'), 'resend')).status).toBe(409)
    expect((await decide(await isWaiting(someone()), 'resend')).status).toBe(409)
  })

  it('shows requests of the same name, phone or address beside each other', async () => {
    const [first, second, third] = [someone(), someone(), someone()]
    const person = { first_name: 'Zoé', last_name: 'Ibáñez' }
    const waits = async (email: string, more: object) => {
      await ask(email, { ...person, ...more })
      await verify(email, await codeFor(email))
    }
    await waits(first, { phone: '+54 9 351 555-4488' })
    await waits(second, { last_name: 'Ibanez', phone: '0351 15 5554488' })
    await waits(third, { first_name: 'Otra', phone: '11 4555-4488' })
    const sames = async (email: string) =>
      (await found(email)).alike.map(({ same }: { same: string[] }) => same.join())
    expect([await sames(first), await sames(second), await sames(third)]).toEqual([
      ['name,phone'],
      ['name,phone'],
      [],
    ])
  })
})
