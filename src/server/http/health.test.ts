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
