import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import { newUser } from '../../../test/support/people/users.ts'
import { anonymousRequests } from '../../../test/support/prices/anonymous-requests.ts'
import { openSourceRenderer } from '../../../test/support/servers/source-renderer.ts'
import { SCREENS } from '../pages/sitemap.ts'

describe.each(enginesOf(import.meta.filename))('pages for visitors on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let renderer: Awaited<ReturnType<typeof openSourceRenderer>>
  beforeAll(async () => {
    renderer = await openSourceRenderer()
    shop = await openShop(engine, { renderer })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(async () => {
    await shop.close()
    renderer.close()
  })

  const visit = async (url: string) => {
    const headers = { cookie: 'ageVerified=true' }
    const { statusCode, body, headers: sent } = await shop.app.inject({ method: 'GET', url, headers })
    return { status: statusCode, body, location: sent.location }
  }
  const setMode = (access_mode: string) => admin.put('/settings/', { access_mode })

  it('stay byte for byte the same while a request waits', async () => {
    for (let made = 0; made < 4; made += 1) await shop.hasProduct({ highlighted: true })
    const described = (await admin.get('/openapi.json')).body.paths
    const extent = { lastProduct: 4, lastBlister: 4, lastBrand: 1, described }
    const known = new Set<string>()
    // One of each page and call, whatever its number and query.
    const requests = anonymousRequests(extent, { inThrees: true }).filter(({ method, url }) => {
      const kind = url.replace(/\?.*/, '').replaceAll(/\d+/g, 'n')
      return method === 'GET' && known.size < known.add(kind).size
    })
    const answers = async () => {
      const all: string[] = []
      for (const { method, url, headers } of requests) {
        const { statusCode, rawPayload, headers: sent } = await shop.app.inject({ method, url, headers })
        const told = Object.entries(sent).filter(([name]) => !['date', 'x-request-id', 'age'].includes(name))
        const body = rawPayload.toString('latin1').replace(/"request_id":"[^"]*"/, '')
        all.push(`${url} ${statusCode} ${JSON.stringify(told)} ${body}`)
      }
      return all
    }
    await answers()
    const before = await answers()
    const email = 'espera@correo.example'
    const asked = { email, first_name: 'Ana', last_name: 'Paz', adult: true, terms: true }
    await shop.anonymous.post('/auth/access-requests/', asked)
    const accounts = accountsIn(shop)
    await expect.poll(async () => (await accounts.mailsTo(email)).length).toBe(1)
    const verified = await shop.anonymous.post('/auth/access-requests/verify/', {
      email,
      code: await accounts.codeSentTo(email),
    })
    expect(verified).toMatchObject({ status: 200, body: { state: 'waiting' } })
    expect(verified.headers).not.toHaveProperty('set-cookie')
    expect(requests.length).toBeGreaterThan(150)
    expect((await answers()).filter((answer, i) => answer !== before[i])).toEqual([])
  }, 120_000)

  it('offer an access request, except in a closed shop', async () => {
    expect((await visit('/login')).body).toContain('href="/registro"')
    expect((await visit('/registro')).body).toContain('La tienda revisa cada pedido de acceso.')
    await setMode('open')
    await expect.poll(async () => (await visit('/registro')).body).not.toContain('La tienda revisa')
    await setMode('closed')
    await expect.poll(async () => (await visit('/login')).body).not.toContain('/registro')
    expect(await visit('/registro')).toMatchObject({ status: 302, location: '/' })
    expect((await visit('/invitacion')).status).toBe(200)
    const { id } = await shop.hasProduct()
    const pages = [...SCREENS, `/producto/${id}`, '/carrito', '/login', '/recuperar', '/invitacion']
    for (const path of pages)
      expect((await visit(path)).body, path).not.toMatch(/Pedir acceso|href="\/registro/)
    await setMode('request')
    await expect.poll(async () => (await visit('/registro')).status).toBe(200)
  })

  it('in a closed shop an owner creates the account, and its customer signs in', async () => {
    await setMode('closed')
    const user = newUser({ email_verified: true })
    expect((await admin.post('/auth/admin/create-user/', user)).status).toBe(201)
    const { username, password } = user as { username: string; password: string }
    expect((await accountsIn(shop).login(username, password)).status).toBe(200)
    await setMode('request')
  })
})
