import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsIn, PASSWORD } from '../../../../test/support/people/accounts.ts'
import { browserPage, fromPage } from '../../../../test/support/people/browser-page.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

const DAY = 86_400_000
const URL = 'https://tienda.example'

describe.each(enginesOf(import.meta.filename))('a session that a browser opened on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine, { publicUrl: URL })
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  async function signedIn(person = {}) {
    const user = await accounts.hasAccount(person)
    const page = browserPage(shop)
    const { body, headers } = await page.login(user.username)
    return {
      user,
      page,
      tokens: body as { access: string; refresh: string },
      setCookie: headers['set-cookie'],
    }
  }

  const renew = (refresh: string, headers: Record<string, string>) =>
    shop.anonymous.post('/auth/token/refresh/', { refresh }, headers)

  it('has an HttpOnly cookie for account calls that lasts as long as the session', async () => {
    const { setCookie } = await signedIn()
    expect(setCookie).toMatch(
      /^browserKey=[\w-]{43}; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect((await signedIn({ is_staff: true })).setCookie).toMatch(/Max-Age=86400;/)
  })

  it('is stored with the hash of the key alone', async () => {
    const { user, setCookie } = await signedIn()
    const rows = await shop.shop.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(rows.map(({ browser_key_hash }) => browser_key_hash?.length)).toEqual([32])
    expect(JSON.stringify(rows)).not.toContain(String(setCookie).slice(11, 54))
  })

  it('is refreshed with token and cookie from a page of the shop', async () => {
    const { page, tokens } = await signedIn()
    let { refresh } = tokens
    for (let days = 0; days < 26; days += 13) {
      const renewed = await page.refresh(refresh)
      expect([renewed.status, renewed.headers['set-cookie']]).toEqual([200, undefined])
      refresh = renewed.body.refresh
      shop.clock.advance(13 * DAY)
    }
    expect((await page.refresh(refresh)).status).toBe(200)
  })

  it('is refreshed by two tabs concurrently', async () => {
    const { page, tokens } = await signedIn()
    const replies = await Promise.all([page.refresh(tokens.refresh), page.refresh(tokens.refresh)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  it('is not refreshed from another site, and stays valid', async () => {
    const { page, tokens } = await signedIn()
    const { page: stranger } = await signedIn()
    const own = fromPage(URL)
    const cookie = page.cookie() ?? ''
    const elsewhere: Record<string, string>[] = [
      {},
      own,
      { cookie },
      { ...own, cookie: stranger.cookie() ?? '' },
      { ...own, cookie: 'browserKey=' },
      { ...own, cookie: `x${cookie}` },
      { ...own, cookie, origin: 'https://otra.example' },
      { ...own, cookie, origin: 'null' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', cookie },
      { ...own, cookie, 'sec-fetch-site': 'same-site' },
      { ...own, cookie, 'sec-fetch-site': 'cross-site' },
      { ...own, cookie, 'sec-fetch-site': 'none' },
      { ...own, cookie, 'sec-fetch-dest': 'document' },
    ]
    for (const headers of elsewhere) {
      const reply = await renew(tokens.refresh, headers)
      expect([headers, reply.status, reply.body.code]).toEqual([headers, 401, 'UNAUTHENTICATED'])
    }
    // A sibling site set two more cookies of this name.
    const withOthers = { ...own, cookie: `ageVerified=true; browserKey=x; ${cookie}; browserKey=; cart=x` }
    expect((await renew(tokens.refresh, withOthers)).status).toBe(200)
  })

  it('ends when a used token comes from another site, as it was copied', async () => {
    for (const headers of [{}, fromPage('https://otra.example'), fromPage(URL)]) {
      const { page, tokens } = await signedIn()
      const renewed = (await page.refresh(tokens.refresh)).body
      // Within ten seconds it may be a tab with a lost cookie.
      expect((await renew(tokens.refresh, headers)).status).toBe(401)
      expect((await accounts.profile(renewed.access)).status).toBe(200)
      shop.clock.advance(11_000)
      expect((await renew(tokens.refresh, headers)).status).toBe(401)
      expect((await accounts.profile(renewed.access)).status).toBe(401)
      expect((await page.refresh(renewed.refresh)).status).toBe(401)
    }
  })

  it('is refreshed at the address of the request, even if PUBLIC_URL differs', async () => {
    const { page, tokens } = await signedIn()
    const headers = { ...fromPage('http://192.168.1.5:3000'), cookie: page.cookie() ?? '' }
    expect((await renew(tokens.refresh, { ...headers, host: '192.168.1.5' })).status).toBe(401)
    expect((await renew(tokens.refresh, { ...headers, host: '192.168.1.5:3000' })).status).toBe(200)
  })

  it('has another key after another password or e-mail, and none after a logout', async () => {
    const { user, page, tokens } = await signedIn()
    const [first, { access }] = [page.cookie(), tokens]
    const change = { old_password: PASSWORD, new_password: 'Otra clave 77' }
    const changed = await page.send('post', '/auth/change-password/', change, { access })
    const second = page.cookie()
    expect((await renew(changed.body.tokens.refresh, { ...fromPage(URL), cookie: first ?? '' })).status).toBe(
      401,
    )

    const email = `nueva_${user.email}`
    const now = { access: changed.body.tokens.access as string }
    await page.send('post', '/auth/verify-change/', { new_email: email, password: change.new_password }, now)
    const verification_code = await accounts.codeSentTo(email)
    const moved = await page.send('put', '/auth/profile/', { email, verification_code }, now)
    expect(new Set([first, second, page.cookie()]).size).toBe(3)
    const renewed = await page.refresh(moved.body.tokens.refresh)
    expect(renewed.status).toBe(200)

    const left = await page.send('post', '/auth/logout/', { refresh: renewed.body.refresh })
    expect(left.headers['set-cookie']).toMatch(/^browserKey=; Max-Age=0; Path=\/api\/auth; /)
  })

  it('gets no cookie after a failed sign-in, and neither do other clients', async () => {
    const { user, tokens } = await signedIn()
    expect(
      (await browserPage(shop).login(user.username, 'otra-clave-1')).headers['set-cookie'],
    ).toBeUndefined()
    const { body, headers } = await accounts.login(user.username)
    expect(headers['set-cookie']).toBeUndefined()
    expect((await accounts.refresh(body.refresh)).status).toBe(200)
    const left = await shop.anonymous.post('/auth/logout/', { refresh: body.refresh })
    expect([left.status, left.headers['set-cookie']]).toEqual([204, undefined])
    expect((await accounts.profile(tokens.access)).headers['set-cookie']).toBeUndefined()
  })

  it('does not sign in by its cookie', async () => {
    const { page } = await signedIn()
    const headers = { ...fromPage(URL), cookie: page.cookie() ?? '' }
    expect((await shop.anonymous.get('/auth/profile/', headers)).status).toBe(401)
    expect((await shop.anonymous.post('/auth/logout/', {}, headers)).status).toBe(204)
  })
})
