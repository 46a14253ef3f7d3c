import { DRAWN_LOOK } from '../contract/settings/look.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/databases/test-database.ts'
import { openShop, type TestShop } from '../../test/support/open-shop.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/connect.ts'
import { startSender } from './mail/sender.ts'
import { createAccount } from './users/users.ts'
import { logOfRequest, openLog } from './log.ts'

const PASSWORD = 'Clave-secreta-981'
const lines: string[] = []
const log = openLog('trace', { write: (line: string) => void lines.push(line) })
const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  it('writes no secrets, under any name and at any depth', () => {
    lines.length = 0
    const token = 'x'.repeat(21) + 'Y'.repeat(22)
    log.info(
      {
        authorization: `Bearer ${token}`,
        body: {
          password: PASSWORD,
          email: 'ana@correo.example',
          deep: { code: '123456', phone: '1123456789' },
        },
        note: `ana.suarez@correo.example and ${token}`,
        path: '/api/auth/users/eva.paz%40correo.example/',
      },
      'said %s',
      token,
    )
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'users_email',
      detail: 'Key (email)=(ana@correo.example) already exists.',
      parameters: [PASSWORD, '1123456789'],
    })
    log.error({ err: new Error('outer ana@correo.example', { cause: error }), code: 'NOT_FOUND' }, 'failed')
    const text = lines.join('')
    for (const secret of [token, PASSWORD, 'ana@', 'suarez@', 'eva.paz', '123456', '1123456789'])
      expect(text).not.toContain(secret)
    // The facts for finding the fault are still there.
    expect(text).toContain('23505')
    expect(text).toContain('users_email')
    expect(text).toContain('NOT_FOUND')
    expect(text).toContain('a***@correo.example')
  })
})

describe('the log of a request', () => {
  it('has in each line its own fields and those of the request', () => {
    lines.length = 0
    const ofRequest = logOfRequest(log, { request_id: 'one' }, {})
    ofRequest.info({ action: 'order' }, 'activity')
    ofRequest.info('done')
    const facts = parsed().map(({ action, msg, request_id }) => ({ action, msg, request_id }))
    expect(facts).toEqual([
      { action: 'order', msg: 'activity', request_id: 'one' },
      { action: undefined, msg: 'done', request_id: 'one' },
    ])
  })
})

describe('the log of a running shop', () => {
  let shop: TestShop
  let app: Awaited<ReturnType<typeof createApp>>
  let drop: () => Promise<void>
  beforeAll(async () => {
    const place = await createTestDatabase()
    drop = place.drop
    const database = await openDatabase({ log, databaseUrl: place.databaseUrl })
    shop = await openShop('postgres', { database })
    shop.shop.log = log
    shop.shop.config = { ...shop.shop.config, trustProxy: readConfig({ TRUST_PROXY: '1' }).trustProxy }
    app = await createApp(shop.shop)
  })
  afterAll(async () => {
    await app.close()
    await shop.close()
    await drop()
  })
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api${url}`, payload, headers })

  it('traces a request from its header to the mail it caused, without names', async () => {
    lines.length = 0
    await createAccount(shop.shop, {
      username: 'ana_suarez',
      email: 'ana.suarez@correo.example',
      password: PASSWORD,
      email_verified: true,
      createdBy: null,
    })
    const name = { username_or_email: 'ana_suarez' }
    const login = await post(
      '/auth/login/',
      { ...name, password: PASSWORD },
      { 'x-request-id': 'from-proxy.1' },
    )
    expect(login.headers['x-request-id']).toBe('from-proxy.1')
    const { access, refresh, device } = login.json<{ access: string; refresh: string; device: string }>()
    const wrong = await post('/auth/login/', { ...name, password: 'otra-clave-9' })
    expect(wrong.json<{ request_id: string }>().request_id).toBe(wrong.headers['x-request-id'])
    await post('/auth/login/', { username_or_email: 'ana.suarez@correo.example', password: `${PASSWORD}x` })
    await post('/auth/token/refresh/', { refresh })
    const phone = '1123456789'
    await app.inject({
      method: 'PUT',
      url: '/api/auth/profile/',
      payload: { phone, first_name: 'Ana', last_name: 'Suárez' },
      headers: { authorization: `Bearer ${access}` },
    })
    await post(
      '/auth/verify-change/',
      { type: 'EMAIL_CHANGE', new_email: 'otra@correo.example', password: PASSWORD },
      { authorization: `Bearer ${access}`, 'x-request-id': 'the-change' },
    )
    await app.inject(`/api/products/?search=${PASSWORD}&token=${access}`)
    const codes = (await shop.mails()).flatMap(({ body_text }) => body_text.match(/\b\d{6}\b/g) ?? [])
    expect(codes.length).toBeGreaterThan(0)
    const refuse = () =>
      Promise.reject(new Error('550 <otra@correo.example> unknown: ana.suarez@correo.example'))
    const sender = startSender(shop.shop, {
      ownFacts: async () => ({
        ...DRAWN_LOOK,
        shop_name: 'Surbrote',
        contact_email: 'hola@surbrote.example',
      }),
      transport: { send: refuse, close() {} },
    })
    await expect.poll(() => lines.some((line) => line.includes('not sent yet'))).toBe(true)
    await sender.stop()

    const text = lines.join('')
    for (const secret of [
      access,
      refresh,
      device,
      PASSWORD,
      'otra-clave-9',
      phone,
      'otra@',
      'suarez@',
      ...codes,
    ])
      expect(text).not.toContain(secret)
    expect(parsed().find((line) => line['msg'] === 'activity' && line['action'] === 'login')).toMatchObject({
      request_id: 'from-proxy.1',
    })
    expect(parsed().find((line) => line['msg'] === 'sign-in refused: wrong credentials')).toMatchObject({
      request_id: wrong.headers['x-request-id'],
    })
    const promised = parsed().find((line) => line['msg'] === 'mail promised')
    expect(promised).toMatchObject({ request_id: 'the-change' })
    const [message] = (promised?.['messages'] ?? []) as string[]
    expect(parsed().find((line) => line['msg'] === 'A mail was not sent yet')).toMatchObject({ message })
    // Once in each line, and in each line of a request.
    expect(lines.filter((line) => (line.match(/"request_id"/g)?.length ?? 0) > 1)).toEqual([])
    const ofRequests = parsed().filter((line) => line['msg'] === 'request')
    expect(ofRequests.length).toBeGreaterThan(5)
    expect(ofRequests.filter((line) => line['request_id'] === undefined)).toEqual([])
  })

  it.each([
    ['a word', 'abc-DEF_1.2', true],
    ['64 characters', 'a'.repeat(64), true],
    ['65 characters', 'a'.repeat(65), false],
    ['a quote', 'a"b', false],
    ['a space', 'a b', false],
    ['nothing', '', false],
  ])('takes the id of a trusted proxy only when it is plain: %s', async (_, id, taken) => {
    const reply = await app.inject({ url: '/healthz', headers: { 'x-request-id': id } })
    expect(reply.headers['x-request-id'] === id).toBe(taken)
    expect(reply.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/)
  })

  it('ignores the header of other clients', async () => {
    const headers = { 'x-request-id': 'mine' }
    const stranger = await app.inject({ url: '/healthz', headers, remoteAddress: '203.0.113.9' })
    expect(stranger.headers['x-request-id']).not.toBe('mine')
    const unproxied = await shop.app.inject({ url: '/healthz', headers })
    expect(unproxied.headers['x-request-id']).not.toBe('mine')
  })
})
