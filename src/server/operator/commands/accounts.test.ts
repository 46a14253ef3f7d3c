import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScope } from '../../../../test/support/scope.ts'
import { loginNameError } from '../../../web/storefront/login/login-rules.ts'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openShop } from '../../start/open-shop.ts'
import type { Shop } from '../../shop.ts'
import { NewAdmin } from './create-admin.ts'
import { onShop } from './on-shop.ts'
import { answerOperator } from './operator-socket.ts'

const call = (folder: string) => ({
  config: readConfig({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '0' }),
  root: resolve('.'),
})

describe('admin create', () => {
  it('in the documents makes an account whose name the login form takes', () => {
    const examples = ['docs/operating/README.md', 'docs/operating/first-day.md'].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/admin create --username (\S+)/g)].map(([, name = '']) => name),
    )
    expect(examples.length).toBeGreaterThan(1)
    for (const username of examples) {
      expect(NewAdmin.safeParse({ username, email: 'a@tienda.example' }).success).toBe(true)
      expect(loginNameError(username)).toBeUndefined()
    }
  })

  it('refuses a name that the login form refuses', () => {
    const input = NewAdmin.safeParse({ username: 'ana', email: 'ana@tienda.example' })
    expect(input.error?.issues[0]?.message).toBe('El usuario debe tener al menos 4 caracteres')
    expect(loginNameError('ana')).toBeDefined()
  })
})

describe('while the shop runs on the embedded database', { timeout: 120_000 }, () => {
  const scope = openScope()
  const admin = { ask: 'create admin', username: 'anabel', email: 'anabel@tienda.example' } as const
  let shop: Shop
  beforeAll(async () => {
    const { config, root } = call(scope.folder)
    shop = await openShop(config, root)
    scope.onEnd(() => shop.database.close())
    const operator = await answerOperator(shop)
    scope.onEnd(() => operator.close())
  }, 120_000)
  afterAll(() => scope.end())

  const signIn = async (password: string) => {
    const app = await createApp(shop)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { username_or_email: 'anabel', password },
    })
    await app.close()
    return statusCode
  }

  it('makes the first admin', async () => {
    const here = call(scope.folder)
    await expect(onShop(here, { ...admin, password: 'corta' })).rejects.toThrow('al menos 8 caracteres')
    expect(await onShop(here, { ...admin, password: 'Quebrada2031' })).toEqual({ username: 'anabel' })
    expect(await signIn('Quebrada2031')).toBe(200)
    await expect(onShop(here, { ...admin, password: 'Quebrada2031' })).rejects.toThrow('Ya existe una cuenta')
  })

  it('sets a password and ends the sessions', async () => {
    const here = call(scope.folder)
    const changed = { ask: 'set password', name: 'ANABEL@tienda.example', password: 'Cardones2032' } as const
    expect(await onShop(here, changed)).toEqual({ username: 'anabel' })
    expect(await shop.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect([await signIn('Quebrada2031'), await signIn('Cardones2032')]).toEqual([401, 200])
    await expect(onShop(here, { ...changed, name: 'nadie' })).rejects.toThrow('No se encontró')
  })
})
