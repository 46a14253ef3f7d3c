import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { openShop } from '../../../test/support/open-shop.ts'
import { VERSION } from '../version.ts'

const shop = await openShop('embedded')
afterAll(() => shop.close())

const ready = async () => {
  const { statusCode, body } = await shop.app.inject('/readyz')
  const { problems, version } = JSON.parse(body) as { problems: string[]; version: string }
  expect(version).toBe(VERSION)
  return [statusCode, problems]
}

it('GET /readyz tells version and problems to this machine only, with the slash or without', async () => {
  const ask = async (url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
    const { statusCode, body } = await shop.app.inject({ url, headers, remoteAddress })
    return [statusCode, JSON.parse(body)]
  }
  for (const url of ['/readyz', '/readyz/']) {
    const all = [200, { status: 'ready', version: VERSION, problems: [] }]
    expect(await ask(url, { host: '127.0.0.1:3000' })).toEqual(all)
    expect(await ask(url, { host: 'localhost:3000' }, '::ffff:127.0.0.1')).toEqual(all)
    const little = [200, { status: 'ready' }]
    expect(await ask(url, { host: 'localhost:3000' }, '192.0.2.7')).toEqual(little)
    expect(await ask(url, { host: 'tienda.example' })).toEqual(little)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      expect(await ask(url, { host: '127.0.0.1:3000', [name]: '127.0.0.1' })).toEqual(little)
  }
  const check = vi.spyOn(shop.database, 'check').mockRejectedValue(new Error('gone'))
  await sleep(300)
  expect(await ask('/readyz/', {}, '192.0.2.7')).toEqual([503, { status: 'not ready' }])
  check.mockRestore()
})

it('GET /readyz asks the database once for many questions', async () => {
  await sleep(300)
  const check = vi.spyOn(shop.database, 'check')
  await Promise.all(Array.from({ length: 50 }, ready))
  expect(check).toHaveBeenCalledTimes(1)
  check.mockRejectedValue(new Error('gone'))
  await sleep(300)
  expect(await ready()).toEqual([503, ['database']])
  check.mockRestore()
  await sleep(300)
  expect(await ready()).toEqual([200, []])
})

it('GET /readyz writes to the disk at most once in two seconds', async () => {
  await ready()
  await sleep(2_000)
  const check = vi.spyOn(shop.shop.files, 'check')
  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  expect([...new Set(answers.map(String))]).toEqual(['200,'])
  expect(check).toHaveBeenCalledTimes(1)
  check.mockRejectedValue(new Error('full'))
  expect(await ready()).toEqual([200, []])
  await sleep(2_000)
  expect(await ready()).toEqual([503, ['files']])
})
