import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'
import { guessingIn } from '../../../test/support/people/guessing.ts'
import { giveFactor } from '../../../test/support/people/second-factor.ts'

const ADDRESS = '192.0.2.50'

describe.each(enginesOf(import.meta.filename))('people behind one address on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set(new Date())
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.shop.db.deleteFrom('throttles').execute())

  const { hasAccount, login } = guessingIn(() => shop)
  const post = (url: string, payload: object) =>
    shop.app.inject({ method: 'POST', url: `/api${url}`, remoteAddress: ADDRESS, payload })
  const useUpFailures = async () => {
    for (let name = 0; name < 30; name += 1)
      await login(`nadie_${name}`, 'otra-clave-1', { address: ADDRESS })
    expect((await login('nadie_mas', PASSWORD, { address: ADDRESS })).status).toBe(429)
  }

  it('sign in from a browser that their account knows, also beside thirty wrong passwords', async () => {
    const user = await hasAccount()
    const { device } = (await login(user.username, PASSWORD)).body
    await useUpFailures()
    expect((await login(user.username, PASSWORD, { address: ADDRESS })).status).toBe(429)
    expect((await login(user.username, PASSWORD, { address: ADDRESS, device })).status).toBe(200)
    // Its own three failures; then it is like any browser.
    for (const status of [401, 401, 401, 429])
      expect((await login(user.username, 'otra-clave-1', { address: ADDRESS, device })).status).toBe(status)
  })

  it('enter their second factor from a browser that their account knows', async () => {
    const user = await hasAccount()
    const { device } = (await login(user.username, PASSWORD)).body
    const factor = await giveFactor(shop.shop, user.id)
    await useUpFailures()
    const { challenge } = (await login(user.username, PASSWORD, { address: ADDRESS, device })).body
    const entered = await post('/auth/second-factor/', { challenge, code: factor.code(), device })
    expect(entered.statusCode).toBe(200)
  })

  it('type their codes while others ask for links, and ask for links while others type codes', async () => {
    const user = await hasAccount({ verified: false })
    const sixty = Array.from({ length: 60 }, (_, n) => `${n}@correo.example`)
    await Promise.all(sixty.map((email) => post('/auth/recover/', { email })))
    expect((await post('/auth/recover/', { email: user.email })).statusCode).toBe(429)
    const code = await accountsIn(shop).codeSentTo(user.email)
    const verified = await post('/auth/verify-email/', { email: user.email, code })
    expect(verified.statusCode).toBe(200)
    const guess = (email: string) => post('/auth/verify-email/', { email, code: '123456' })
    await Promise.all(sixty.map(guess))
    expect((await guess('x@correo.example')).statusCode).toBe(429)
    // The right code gave a request back.
    expect((await post('/auth/recover/', { email: user.email })).statusCode).toBe(202)
  })
})
