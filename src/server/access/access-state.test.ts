import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn, someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn } from '../../../test/support/people/accounts.ts'
import { removeOldRequests } from './access.ts'

const DAY = 24 * 60 * 60_000

describe.each(enginesOf(import.meta.filename))('the state of an access request on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set(new Date())
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const { ask, verify, codeFor, found, decide, tokenTo, accept } = accessIn(() => ({ shop, admin }))
  const post = (path: string, token: unknown) =>
    shop.anonymous.post(`/auth/access-requests/${path}/`, { token })
  const read = async (token: unknown) => (await post('state', token)).body
  const waits = async (email: string) => {
    await ask(email)
    return String((await verify(email, await codeFor(email))).body.request)
  }
  const linksTo = async (email: string) =>
    (await accountsIn(shop).mailsTo(email)).flatMap(
      ({ body_text }) => body_text.match(/(?<=\/invitacion#p=)[\w.-]+/) ?? [],
    )

  it('is told to the confirmed address, by a link that its mails carry too', async () => {
    const email = someone()
    const token = await waits(email)
    expect(await linksTo(email)).toEqual([token])
    expect(await read(token)).toMatchObject({ state: 'waiting', email: 'p…@correo.example', note: '' })
    expect((await post('open', token)).body.code).toBe('CONFLICT')
    await shop.anonymous.post('/auth/recover/', { email })
    await expect.poll(() => linksTo(email)).toEqual([token, token])
  })

  it('leads an approved person into the invitation, without the mail', async () => {
    const email = someone()
    const token = await waits(email)
    await decide(await found(email), 'approve', '¡Hola!')
    const mailed = await tokenTo(email)
    expect(await read(token)).toMatchObject({ state: 'approved', note: '¡Hola!' })
    // Reading uses up nothing.
    expect((await shop.anonymous.post('/auth/invitations/read/', { token: mailed })).status).toBe(200)
    const { invitation } = (await post('open', token)).body
    expect((await accept(mailed)).status).toBe(409)
    expect((await accept(invitation)).status).toBe(200)
    expect((await read(token)).state).toBe('opened')
    expect((await post('open', token)).status).toBe(409)
  })

  it('says kindly that it was rejected, expired, or its invitation revoked', async () => {
    const [rejected, old, revoked] = [someone(), someone(), someone()]
    const tokens = [await waits(rejected), await waits(revoked)]
    await decide(await found(rejected), 'reject', 'Por ahora vendemos en Córdoba')
    expect(await read(tokens[0])).toMatchObject({ state: 'rejected', note: 'Por ahora vendemos en Córdoba' })
    await decide(await found(revoked))
    const { results } = (await admin.get('/auth/invitations/?page_size=100')).body
    const { id } = results.find((one: { email: string }) => one.email === revoked)
    await admin.delete(`/auth/invitations/${id}/`)
    expect((await read(tokens[1])).state).toBe('expired')
    const token = await waits(old)
    shop.clock.advance(31 * DAY)
    await removeOldRequests(shop.shop)
    expect((await read(token)).state).toBe('expired')
    shop.clock.advance(91 * DAY)
    await removeOldRequests(shop.shop)
    expect((await post('state', token)).status).toBe(404)
  })

  it('is told to nobody else: each other token gets the same answer', async () => {
    const [mine, theirs] = [await waits(someone()), await waits(someone())]
    const [id = '', mark = ''] = theirs.split('.')
    const unverified = someone()
    await ask(unverified)
    await codeFor(unverified)
    const texts = new Set<string>()
    for (const wrong of [
      `${id}.${mine.split('.')[1]}`,
      `${id}.`,
      `${id}.${mark}x`,
      `999999.${mark}`,
      'x',
      '',
    ])
      for (const path of ['state', 'open']) {
        const { status, body } = await post(path, wrong)
        texts.add(`${status} ${body.error}`)
      }
    expect([...texts]).toEqual(['404 No encontramos ese pedido de acceso'])
  })
})
