import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { useChangeOrder } from './use-order-change.ts'

const call = vi.hoisted(() => vi.fn(() => new Promise<never>(() => undefined)))
vi.mock('../../data/api.ts', async (original) => ({ ...(await original<object>()), call }))

it('sends one change of an order at a time, also before the first is rendered', () => {
  let mutate: ReturnType<typeof useChangeOrder>['mutate'] | undefined
  function Probe() {
    ;({ mutate } = useChangeOrder(''))
    return null
  }
  const client = new QueryClient()
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  )
  for (const id of [1, 1, 2]) {
    // safe: all that is read here
    const order = { id, version: 1 } as AdminOrder
    mutate?.({ order, change: { is_archived: true } })
  }
  expect(client.isMutating()).toBe(2)
})
