import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsIn, bearer } from '../../../../test/support/people/accounts.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { removeExpired } from '../auth.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe.each(enginesOf(import.meta.filename))('sessions on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine)
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  describe('the access token', () => {
    it('ends after 15 minutes; the refresh token gives another', async () => {
      const { body } = await accounts.login((await accounts.hasAccount()).username)
      shop.clock.advance(15 * MINUTE - 1_000)
      expect((await accounts.profile(body.access)).status).toBe(200)
      shop.clock.advance(2_000)
      expect(await accounts.profile(body.access)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED' },
      })
      const renewed = await accounts.refresh(body.refresh)
      expect((await accounts.profile(renewed.body.access)).status).toBe(200)
    })

    it('is not the refresh token, and vice versa', async () => {
      const { body } = await accounts.login((await accounts.hasAccount()).username)
      expect((await accounts.profile(body.refresh)).status).toBe(401)
      expect((await accounts.refresh(body.access)).status).toBe(401)
      expect((await accounts.refresh(body.refresh)).status).toBe(200)
    })

    it('is refused as soon as the account is deactivated', async () => {
      const user = await accounts.hasAccount()
      const { body } = await accounts.login(user.username)
      await shop.shop.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
      expect((await accounts.profile(body.access)).status).toBe(401)
      expect((await accounts.refresh(body.refresh)).status).toBe(401)
    })

    it('has only the rights that the account has now', async () => {
      const admin = await accounts.hasAccount({ is_staff: true })
      const { body } = await accounts.login(admin.username)
      expect((await shop.anonymous.get('/auth/users/', bearer(body.access))).status).toBe(200)
      await shop.shop.db.updateTable('users').set({ is_staff: false }).where('id', '=', admin.id).execute()
      expect((await shop.anonymous.get('/auth/users/', bearer(body.access))).status).toBe(403)
    })
  })

  describe.each([
    ['an hour', 60 * MINUTE],
    ['400 days', 400 * DAY],
  ])('tokens of a clock that was %s ahead and is set back', (_ahead, ahead) => {
    it('are refused, and a new sign-in works', async () => {
      const user = await accounts.hasAccount()
      const { body: before } = await accounts.login(user.username)
      shop.clock.advance(ahead)
      const { body: first } = await accounts.login(user.username)
      const { body: second } = await accounts.refresh(first.refresh)
      const { body: renewed } = await accounts.refresh(before.refresh)
      shop.clock.advance(-ahead)
      for (const { access, refresh } of [first, second, renewed].filter((tokens) => tokens.access)) {
        expect((await accounts.profile(access)).status).toBe(401)
        expect((await accounts.refresh(refresh)).status).toBe(401)
      }
      expect((await accounts.profile((await accounts.login(user.username)).body.access)).status).toBe(200)
    })

    it('do not come from a token that was used then', async () => {
      const { body } = await accounts.login((await accounts.hasAccount()).username)
      shop.clock.advance(Math.min(ahead, DAY))
      expect((await accounts.refresh(body.refresh)).status).toBe(200)
      shop.clock.advance(-Math.min(ahead, DAY))
      expect((await accounts.refresh(body.refresh)).status).toBe(401)
    })
  })

  it('tokens of an instance whose clock is seconds ahead are taken', async () => {
    const { body } = await accounts.login((await accounts.hasAccount()).username)
    shop.clock.advance(-20_000)
    expect((await accounts.profile(body.access)).status).toBe(200)
    expect((await accounts.refresh(body.refresh)).status).toBe(200)
    shop.clock.advance(20_000)
  })

  describe('POST /auth/token/refresh/', () => {
    it('ends the whole session when a used token is used again', async () => {
      const { body: first } = await accounts.login((await accounts.hasAccount()).username)
      const { body: second } = await accounts.refresh(first.refresh)
      shop.clock.advance(11_000)
      expect(await accounts.refresh(first.refresh)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED' },
      })
      expect((await accounts.profile(first.access)).status).toBe(401)
      expect((await accounts.profile(second.access)).status).toBe(401)
      expect((await accounts.refresh(second.refresh)).status).toBe(401)
    })

    it('ends it within the ten seconds too, once a sibling token was used', async () => {
      const { body: first } = await accounts.login((await accounts.hasAccount()).username)
      const { body: second } = await accounts.refresh(first.refresh)
      const { body: third } = await accounts.refresh(second.refresh)
      expect((await accounts.refresh(first.refresh)).status).toBe(401)
      expect((await accounts.profile(third.access)).status).toBe(401)
      expect((await accounts.refresh(third.refresh)).status).toBe(401)
    })

    it('leaves the other sessions of the account alone', async () => {
      const user = await accounts.hasAccount()
      const [stolen, good] = [await accounts.login(user.username), await accounts.login(user.username)]
      await accounts.refresh(stolen.body.refresh)
      shop.clock.advance(11_000)
      await accounts.refresh(stolen.body.refresh)
      expect((await accounts.refresh(good.body.refresh)).status).toBe(200)
    })

    it('gives twenty tabs with the same token twenty pairs; all continue with the stored one', async () => {
      const { body } = await accounts.login((await accounts.hasAccount()).username)
      const replies = await Promise.all(Array.from({ length: 20 }, () => accounts.refresh(body.refresh)))
      expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(new Set(replies.map((reply) => reply.body.refresh)).size).toBe(20)
      for (const reply of replies) expect((await accounts.profile(reply.body.access)).status).toBe(200)
      shop.clock.advance(12 * MINUTE)
      const stored = replies[19]?.body.refresh
      const renewed = await Promise.all([accounts.refresh(stored), accounts.refresh(stored)])
      expect(renewed.map(({ status }) => status)).toEqual([200, 200])
    })

    it.each([0, 13 * DAY])(
      'ends the session when two pairs of one token are both renewed, %i ms apart',
      async (wait) => {
        const user = await accounts.hasAccount()
        const { body: first } = await accounts.login(user.username)
        const other = await accounts.login(user.username)
        const [owner, thief] = [await accounts.refresh(first.refresh), await accounts.refresh(first.refresh)]
        const { body: third } = await accounts.refresh(owner.body.refresh)
        shop.clock.advance(wait)
        expect((await accounts.refresh(thief.body.refresh)).status).toBe(401)
        expect((await accounts.refresh(third.refresh)).status).toBe(401)
        expect((await accounts.profile(third.access)).status).toBe(401)
        expect((await accounts.refresh(other.body.refresh)).status).toBe(200)
      },
    )

    it('lets customers be idle for 14 days and ends after 30 in any case', async () => {
      const user = await accounts.hasAccount()
      const idle = await accounts.login(user.username)
      const busy = await accounts.login(user.username)
      let token = (await accounts.refresh(busy.body.refresh)).body.refresh
      shop.clock.advance(13 * DAY)
      token = (await accounts.refresh(token)).body.refresh
      shop.clock.advance(DAY + 1)
      expect((await accounts.refresh(idle.body.refresh)).status).toBe(401)
      shop.clock.advance(12 * DAY)
      token = (await accounts.refresh(token)).body.refresh
      shop.clock.advance(4 * DAY)
      expect((await accounts.refresh(token)).status).toBe(401)
    })

    it('lets admins be idle for 12 hours and ends after 24', async () => {
      const admin = await accounts.hasAccount({ is_superuser: true })
      const idle = await accounts.login(admin.username)
      const busy = await accounts.login(admin.username)
      shop.clock.advance(11.5 * 3_600_000)
      const { body } = await accounts.refresh(busy.body.refresh)
      shop.clock.advance(3_600_000)
      expect((await accounts.refresh(idle.body.refresh)).status).toBe(401)
      const renewed = await accounts.refresh(body.refresh)
      expect(renewed.status).toBe(200)
      shop.clock.advance(11.6 * 3_600_000)
      expect((await accounts.profile(renewed.body.access)).status).toBe(401)
      expect((await accounts.refresh(renewed.body.refresh)).status).toBe(401)
    })

    it.each([[{}], [{ refresh: 5 }], [{ refresh: 'x'.repeat(300) }]])('refuses %j', async (body) => {
      expect((await shop.anonymous.post('/auth/token/refresh/', body)).status).toBe(400)
    })
    it('refuses an unknown token', async () => {
      expect((await accounts.refresh('no-such-token-at-all')).status).toBe(401)
    })
  })

  describe('POST /auth/login/', () => {
    it('keeps twenty sessions of an account and ends the oldest', async () => {
      const user = await accounts.hasAccount()
      const opened = []
      for (let n = 0; n < 21; n++) {
        opened.push((await accounts.login(user.username)).body)
        shop.clock.advance(1_000)
      }
      const somebody = (await accounts.login((await accounts.hasAccount()).username)).body
      const [oldest, ...others] = opened
      expect((await accounts.profile(oldest.access)).status).toBe(401)
      expect((await accounts.refresh(oldest.refresh)).status).toBe(401)
      for (const { access } of [...others, somebody])
        expect((await accounts.profile(access)).status).toBe(200)
    })

    it('ends sessions with future timestamps before valid ones', async () => {
      const user = await accounts.hasAccount()
      const now = shop.clock.now()
      shop.clock.advance(400 * DAY)
      for (let n = 0; n < 20; n++) await accounts.login(user.username)
      shop.clock.set(now)
      const [first, second] = [await accounts.login(user.username), await accounts.login(user.username)]
      for (const { body } of [first, second]) expect((await accounts.profile(body.access)).status).toBe(200)
    })
  })

  describe('POST /auth/logout/', () => {
    it('ends the session of the refresh token, and of the bearer', async () => {
      const user = await accounts.hasAccount()
      const [byRefresh, byBearer] = [await accounts.login(user.username), await accounts.login(user.username)]
      expect((await shop.anonymous.post('/auth/logout/', { refresh: byRefresh.body.refresh })).status).toBe(
        204,
      )
      expect((await accounts.profile(byRefresh.body.access)).status).toBe(401)
      expect((await shop.anonymous.post('/auth/logout/', {}, bearer(byBearer.body.access))).status).toBe(204)
      expect((await accounts.refresh(byBearer.body.refresh)).status).toBe(401)
    })
    it('accepts an unknown token', async () => {
      expect((await shop.anonymous.post('/auth/logout/', { refresh: 'gone' })).status).toBe(204)
    })
  })

  describe('removeExpired', () => {
    it('removes expired sessions and keeps live ones', async () => {
      const user = await accounts.hasAccount()
      await accounts.login(user.username)
      shop.clock.advance(15 * DAY)
      const { body } = await accounts.login(user.username)
      await removeExpired(shop.shop)
      const sessions = await shop.shop.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .execute()
      expect(sessions).toHaveLength(1)
      expect((await accounts.refresh(body.refresh)).status).toBe(200)
    })
  })
})
