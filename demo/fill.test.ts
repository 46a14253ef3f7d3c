import { expect, it } from 'vitest'
import { engines, openShop } from '../test/support/open-shop.ts'
import { fillDemoShop } from './fill.ts'

it.each(engines)(
  'a filling that is interrupted leaves an empty shop, which one of the next starts fills on %s',
  async (engine) => {
    const { shop, close } = await openShop(engine)
    const { files } = shop
    let left = 40
    const broken = {
      check: () => files.check(),
      write: (...file: Parameters<typeof files.write>) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('interrupted')) : files.write(...file)
      },
    }
    await expect(fillDemoShop({ ...shop, files: { ...files, ...broken } })).rejects.toThrow('interrupted')
    expect(await shop.db.selectFrom('users').select('id').execute()).toEqual([])

    // An embedded database has one process, whose start fills it once.
    const starts = engine === 'postgres' ? [fillDemoShop(shop), fillDemoShop(shop)] : [fillDemoShop(shop)]
    expect(await Promise.all(starts)).toContain(true)
    expect(await fillDemoShop(shop)).toBe(true)
    const admins = shop.db.selectFrom('users').select('id').where('username', '=', 'admin')
    expect(await admins.execute()).toHaveLength(1)
    expect((await shop.db.selectFrom('banners').select('id').execute()).length).toBe(3)
    expect(await shop.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).toEqual([])
    await close()
  },
  120_000,
)
