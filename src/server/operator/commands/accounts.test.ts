import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { openScope } from '../../../../test/support/scope.ts'
import { loginNameError } from '../../../web/storefront/login/login-rules.ts'
import type { Config } from '../../config.ts'
import { lockDataDir } from '../../db/data-lock.ts'
import { NewAdmin } from './create-admin.ts'
import { onShop } from './on-shop.ts'
import { answerOperator } from './operator-socket.ts'

describe('admin create', () => {
  it('from the documents creates an account that the login form accepts', () => {
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

describe('while the shop runs on the embedded database', () => {
  const scope = openScope()
  const admin = { ask: 'create admin', username: 'anabel', email: 'anabel@tienda.example' } as const
  let world: TestShop
  let here: { config: Config; root: string }
  beforeAll(async () => {
    world = await openShop('embedded')
    scope.onEnd(() => world.close())
    here = { config: world.shop.config, root: resolve('.') }
    scope.onEnd(lockDataDir(here.config.dataDir).release)
    const operator = await answerOperator(world.shop)
    scope.onEnd(() => operator.close())
  })
  afterAll(() => scope.end())

  const signIn = async (password: string) =>
    (await world.anonymous.post('/auth/login/', { username_or_email: 'anabel', password })).status

  it('makes the first admin', async () => {
    await expect(onShop(here, { ...admin, password: 'corta' })).rejects.toThrow('al menos 8 caracteres')
    expect(await onShop(here, { ...admin, password: 'Quebrada2031' })).toEqual({ username: 'anabel' })
    expect(await signIn('Quebrada2031')).toBe(200)
    await expect(onShop(here, { ...admin, password: 'Quebrada2031' })).rejects.toThrow('Ya existe una cuenta')
  })

  it('sets a password and ends the sessions', async () => {
    const changed = { ask: 'set password', name: 'ANABEL@tienda.example', password: 'Cardones2032' } as const
    expect(await onShop(here, changed)).toEqual({ username: 'anabel' })
    expect(await world.shop.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect([await signIn('Quebrada2031'), await signIn('Cardones2032')]).toEqual([401, 200])
    await expect(onShop(here, { ...changed, name: 'nadie' })).rejects.toThrow('No se encontró')
  })
})
