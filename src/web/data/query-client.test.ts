import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

it('a refetch without a connection fails instead of waiting, and is repeated once it is back', async () => {
  const client = createQueryClient()
  client.mount()
  const queryFn = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const query = new QueryObserver(client, { queryKey: ['orders'], queryFn, enabled: true, retry: false })
  onlineManager.setOnline(false)
  const stop = query.subscribe(() => undefined)
  expect(await query.refetch()).toMatchObject({ isError: true, fetchStatus: 'idle' })
  const asked = queryFn.mock.calls.length
  onlineManager.setOnline(true)
  await expect.poll(() => queryFn.mock.calls.length).toBeGreaterThan(asked)
  stop()
  client.unmount()
})
