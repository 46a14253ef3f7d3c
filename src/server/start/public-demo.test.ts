import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/support/open-shop.ts'
import { hashPassword } from '../auth/auth.ts'
import { type Config, isPublic } from '../config.ts'
import { DEMO_PASSWORD, refusePublicDemo } from './public-demo.ts'

const PUBLIC = { publicUrl: 'https://tienda.example' }

describe('refusePublicDemo', () => {
  it('refuses a public address, unless DEMO=1 is set or the admin has another password', async () => {
    const world = await openShop('embedded')
    const { db } = world.shop
    const starting = (more: Partial<Config>) =>
      refusePublicDemo({ ...world.shop, config: { ...world.shop.config, ...more } })
    try {
      // Nobody has set DEMO: this shop would be filled with the demo.
      await expect(starting(PUBLIC)).rejects.toThrow(/^DEMO: en https:\/\/tienda\.example/)
      await starting({})
      await starting({ ...PUBLIC, demoIsSaid: true })
      await starting({ ...PUBLIC, demo: false })

      await world.signIn({ admin: true })
      await starting(PUBLIC)
      await db
        .updateTable('users')
        .set({ password_hash: await hashPassword(DEMO_PASSWORD) })
        .execute()
      await db
        .insertInto('settings')
        .values({ key: 'demo', value: '"ready"', updated_at: new Date() })
        .execute()
      await expect(starting({ ...PUBLIC, demo: false })).rejects.toThrow(/^DEMO: /)
      await db
        .updateTable('users')
        .set({ password_hash: await hashPassword('Quebrada2031') })
        .execute()
      await starting(PUBLIC)
    } finally {
      await world.close()
    }
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
