import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { accountsIn } from '../../../../test/support/people/accounts.ts'
import { factorsIn } from '../../../../test/support/people/factor-sign-ins.ts'

const SECOND = 1_000

describe.each(enginesOf(import.meta.filename))('guessing the second factor on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    shop.clock.set(new Date('2026-11-24T12:00:10Z'))
  })
  afterAll(() => shop.close())

  const { enter, challengeOf, withFactor } = factorsIn(() => shop)

  it('is delayed for the account, whatever the challenges, and apart from its password', async () => {
    const { user, factor } = await withFactor()
    const tried: number[] = []
    for (let time = 0; time < 7; time += 1)
      tried.push((await enter(await challengeOf(user.username), '000000')).status)
    expect(tried).toEqual([400, 400, 400, 400, 400, 429, 429])
    const right = await challengeOf(user.username)
    expect((await enter(right, factor.code())).status).toBe(429)
    shop.clock.advance(2 * SECOND)
    expect((await enter(right, factor.code())).status).toBe(200)
  })

  it('is not delayed by failed logins with its name', async () => {
    const { user, factor } = await withFactor()
    for (let time = 0; time < 7; time += 1) await accountsIn(shop).login(String(user.id), 'x')
    expect((await enter(await challengeOf(user.username), factor.code())).status).toBe(200)
  })
})
