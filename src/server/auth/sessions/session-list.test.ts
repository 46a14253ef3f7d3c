import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsIn, bearer, PASSWORD } from '../../../../test/support/people/accounts.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

describe.each(enginesOf(import.meta.filename))('open sessions on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>
  let owner: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
    owner = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  /** An account, and how to sign in to it and call as one of its sessions. */
  async function somebody() {
    const { id, username } = await accounts.hasAccount()
    const signIn = async (headers: Record<string, string> = {}) => {
      shop.clock.advance(1_000)
      const login = { username_or_email: username, password: PASSWORD }
      const { body } = await shop.anonymous.post('/auth/login/', login, headers)
      const as = bearer(body.access)
      return {
        refresh: body.refresh as string,
        list: async () => (await shop.anonymous.get('/auth/sessions/', as)).body,
        end: (number: number) => shop.anonymous.delete(`/auth/sessions/${number}/`, as),
        endOthers: () => shop.anonymous.post('/auth/sessions/end-others/', {}, as),
        status: async () => (await shop.anonymous.get('/auth/profile/', as)).status,
      }
    }
    return { id, signIn }
  }

  it('are listed with browser, network and time, last used first', async () => {
    const { signIn } = await somebody()
    const phone = await signIn({ 'user-agent': PHONE })
    const openedAt = shop.clock.now().toISOString()
    const other = await signIn()
    const list = await phone.list()
    expect(list).toEqual([
      expect.objectContaining({ agent: '', is_current: false }),
      {
        number: expect.any(Number),
        agent: 'Chrome en Android',
        address_hint: '127.0.0.0/24',
        created_at: openedAt,
        seen_at: openedAt,
        is_current: true,
      },
    ])
    expect((await other.list()).map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([
      true,
      false,
    ])
  })

  it('update their last use when refreshed, not at each call', async () => {
    const { signIn } = await somebody()
    const first = await signIn()
    const second = await signIn()
    shop.clock.advance(60_000)
    await first.list()
    expect((await second.list())[0].is_current).toBe(true)
    await accounts.refresh(first.refresh)
    const [seen] = await second.list()
    expect([seen.is_current, seen.seen_at]).toEqual([false, shop.clock.now().toISOString()])
    expect(seen.created_at < seen.seen_at).toBe(true)
  })

  it('end one by one, with their next call', async () => {
    const { id, signIn } = await somebody()
    const [here, there] = [await signIn(), await signIn()]
    const [{ number }] = await here.list()
    expect((await here.end(number)).status).toBe(204)
    expect([await there.status(), (await accounts.refresh(there.refresh)).status]).toEqual([401, 401])
    expect(await here.status()).toBe(200)
    const again = await here.end(number)
    expect([again.status, again.body.error]).toEqual([404, 'La sesión ya está cerrada'])
    expect((await accounts.activityOf(id)).at(-1)).toMatchObject({
      action: 'update',
      entity: 'session',
      description: 'Sesión cerrada',
      changes: {},
    })
  })

  it('end all but one', async () => {
    const { signIn } = await somebody()
    const [first, second, here] = [await signIn(), await signIn(), await signIn()]
    expect((await here.endOthers()).body).toEqual({ ended: 2 })
    expect([await first.status(), await second.status(), await here.status()]).toEqual([401, 401, 200])
    expect((await here.endOthers()).body).toEqual({ ended: 0 })
  })

  it('are not listed after their end', async () => {
    const { id, signIn } = await somebody()
    await signIn()
    const here = await signIn()
    await shop.shop.db
      .updateTable('sessions')
      .set({ idle_until: shop.clock.now() })
      .where('user_id', '=', id)
      .where('number', '=', (await here.list())[1].number)
      .execute()
    expect(await here.list()).toHaveLength(1)
  })

  it('of another account answer 404', async () => {
    const [ana, other] = [await somebody(), await somebody()]
    const [mine, theirs] = [await ana.signIn(), await other.signIn()]
    const [{ number }] = await theirs.list()
    expect((await mine.end(number)).status).toBe(404)
    expect(await theirs.status()).toBe(200)
    const as = await shop.signIn()
    expect((await as.get(`/auth/users/${ana.id}/sessions/`)).status).toBe(403)
    expect((await as.delete(`/auth/users/${ana.id}/sessions/${number}/`)).status).toBe(403)
  })

  it('are listed and ended by an owner', async () => {
    const { id, signIn } = await somebody()
    const theirs = await signIn({ 'user-agent': PHONE })
    const { body } = await owner.get(`/auth/users/${id}/sessions/`)
    expect(body).toMatchObject([{ agent: 'Chrome en Android', is_current: false }])
    expect((await owner.delete(`/auth/users/${id}/sessions/${body[0].number}/`)).status).toBe(204)
    expect(await theirs.status()).toBe(401)
    expect((await accounts.activityOf(owner.user?.id ?? 0)).at(-1)?.description).toBe(
      `Sesión de la cuenta #${id} cerrada`,
    )
    expect((await owner.get('/auth/users/2147483647/sessions/')).status).toBe(404)
  })

  it('keep no address: only its network, and no text of the header', async () => {
    const { id, signIn } = await somebody()
    await signIn({ 'user-agent': `${PHONE} canaria@correo.example` })
    const rows = await shop.shop.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|canaria|Mozilla/)
  })
})
