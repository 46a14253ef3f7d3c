import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { ROOT } from '../../../test/support/test-environment.ts'
import { DEMO_PASSWORD, hashPassword } from '../auth/auth.ts'
import { type Config, isPublic } from '../config.ts'
import { refusePublicDemo } from './public-demo.ts'

const OPEN: [string, Partial<Config>][] = [
  ['PUBLIC_URL=https://tienda.example', { publicUrl: 'https://tienda.example' }],
  ['HOST=0.0.0.0', { host: '0.0.0.0' }],
  ['HOST=::', { host: '::' }],
  ['HOST=192.168.1.20', { host: '192.168.1.20' }],
  ['TRUST_PROXY=loopback', { trustProxy: ['loopback'] }],
]

describe('the demo', () => {
  let world: TestShop
  const starting = (more: Partial<Config>) =>
    refusePublicDemo({ ...world.shop, config: { ...world.shop.config, ...more } })
  const setPassword = async (password: string) =>
    world.shop.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute()
  const fill = (key: string) =>
    world.shop.db.insertInto('settings').values({ key, value: '"ready"', updated_at: new Date() }).execute()

  beforeAll(async () => {
    world = await openShop('embedded')
  })
  afterAll(() => world.close())

  it.each(OPEN)('is not loaded into an empty shop with %s', async (said, settings) => {
    await expect(starting(settings)).rejects.toThrow(`DEMO: con ${said} cualquiera entraría`)
    await expect(starting(settings)).rejects.toThrow(/poné DEMO=0 y una carpeta[^]+ssh -L \d+:localhost:\d+/)
    await starting({ ...settings, demo: false })
  })

  it('is served on loopback, whichever its name', async () => {
    for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) await starting({ host })
  })

  it.each(OPEN)('is not served with %s until its admin has another password', async (_said, settings) => {
    await world.shop.db.deleteFrom('users').execute()
    await world.shop.db.deleteFrom('settings').where('key', '=', 'demo').execute()
    const { user } = await world.signIn({ admin: true })
    await setPassword(DEMO_PASSWORD)
    // The password of a shop that is no demo is its own affair.
    await starting(settings)
    await fill('demo')
    await expect(starting({ ...settings, demo: false })).rejects.toThrow(
      `«npm run shop -- password ${user?.username}»`,
    )
    await setPassword('Quebrada2031')
    await starting(settings)
  })

  it('takes its password from this machine only', async () => {
    const { user } = await world.signIn({ admin: true })
    await setPassword(DEMO_PASSWORD)
    const signIn = async (
      headers: Record<string, string>,
      password = DEMO_PASSWORD,
      remoteAddress?: string,
    ) => {
      const payload = { username_or_email: user?.username, password }
      const { statusCode, body } = await world.app.inject({
        method: 'POST',
        url: '/api/auth/login/',
        headers,
        payload,
        ...(remoteAddress !== undefined && { remoteAddress }),
      })
      return [statusCode, (JSON.parse(body) as { error?: string }).error]
    }
    const refused = [403, expect.stringMatching(/^Cualquiera conoce la contraseña de la demo[^\n]+\.$/)]
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]', 'tienda.localhost'])
      expect(await signIn({ host })).toEqual([200, undefined])
    expect(await signIn({ host: 'localhost:3000', origin: 'http://localhost:3000' })).toEqual([
      200,
      undefined,
    ])
    expect(await signIn({ host: 'tienda.example' })).toEqual(refused)
    expect(await signIn({ host: 'localhost.example' })).toEqual(refused)
    expect(await signIn({ host: '192.168.1.20:3000' })).toEqual(refused)
    // A proxy that passes its own name for the shop, and one that says for whom it asks.
    expect(await signIn({ host: '127.0.0.1:3000', origin: 'https://tienda.example' })).toEqual(refused)
    expect(await signIn({ host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' })).toEqual(refused)
    expect(await signIn({ host: 'localhost' }, DEMO_PASSWORD, '192.168.1.30')).toEqual(refused)
    // A wrong password tells nothing.
    expect((await signIn({ host: 'tienda.example' }, 'otra-clave-1'))[0]).toBe(401)
    await setPassword('Quebrada2031')
    expect(await signIn({ host: 'tienda.example' }, 'Quebrada2031')).toEqual([200, undefined])
  })

  it('is off in the image, in compose and under systemd', () => {
    const lines = (file: string) => readFileSync(path.join(ROOT, 'deploy', file), 'utf8')
    const image = lines('Dockerfile')
    expect(image.slice(image.lastIndexOf('\nFROM '))).toMatch(/^ENV (?:\S+ )*DEMO=0(?: |$)/m)
    expect(lines('compose.yaml')).toMatch(/^ {6}DEMO: \$\{DEMO:-0\}$/m)
    expect(lines('example.env')).not.toContain('DEMO')
    expect(lines('surbrote.service')).toMatch(/^Environment=(?:\S+ )*DEMO=0(?: |$)/m)
    expect(lines('shop.sh')).toMatch(/ DEMO=0 /)
  })

  it.each([
    ['http://localhost:3000', false],
    ['http://tienda.localhost', false],
    ['https://127.0.0.1', false],
    ['http://[::1]:3000', false],
    ['https://tienda.example', true],
    ['http://192.168.1.20', true],
    ['https://localhost.example', true],
  ])('takes %s as public: %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected)
  })
})
