import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { getOrder, patchOrder } from '../../../contract/orders/calls.ts'
import { Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { afterNews, useChangeOrder, useOrderMerge } from './use-order-change.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../data/api.ts', async (original) => ({ ...(await original<object>()), call }))

/** What a hook returns when its component is first rendered. */
function firstOf<Value>(useHook: () => Value): { value: Value; client: QueryClient } {
  const client = new QueryClient()
  const seen: Value[] = []
  function Probe() {
    seen.push(useHook())
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  )
  return { value: seen[0] as Value, client } // safe: it was rendered
}

it('sends one change of an order at a time, also before the first is rendered', () => {
  call.mockReturnValue(new Promise(() => undefined))
  const { value: change, client } = firstOf(() => useChangeOrder(''))
  for (const id of [1, 1, 2]) {
    // safe: all that is read here
    const order = { id, version: 1 } as AdminOrder
    change.mutate({ order, change: { is_archived: true } })
  }
  expect(client.isMutating()).toBe(2)
})

it('asks before it saves on an order that was cancelled meanwhile, also when the page shows that already', async () => {
  // safe: all that is read here
  const base = { id: 1, version: 1, status: 'pending' } as AdminOrder
  const theirs: AdminOrder = { ...base, version: 2, status: 'cancelled' }
  call.mockReset().mockImplementation(async (where: string) => {
    if (where === getOrder) return theirs
    throw new Refusal(409, { error: 'Otra persona guardó', code: 'STALE' })
  })
  const { value: merge } = firstOf(() =>
    useOrderMerge<object>({
      order: theirs,
      form: useForm({ base, valuesOf: () => ({}), idOf: String, failed: '' }),
      bodyOf: () => ({}),
      merge: () => ({ merged: {}, conflicts: [], taken: [] }),
      onSaved: () => undefined,
    }),
  )
  await merge.save({}, base)
  expect(call.mock.calls.map(([where]) => where)).toEqual([patchOrder, getOrder])
})

const stale = () => ({ error: new Refusal(409, { code: 'STALE' }), fields: {}, general: [] })

it('sends a mark as it was seen, which follows the order once after each STALE answer', () => {
  const opened = { mark: 1 }
  expect(afterNews(opened, 2, undefined)).toBe(opened)
  expect(afterNews(opened, 2, { ...stale(), error: new Refusal(409, { code: 'CONFLICT' }) })).toBe(opened)
  const refused = stale()
  const followed = afterNews(opened, 2, refused)
  expect(followed.mark).toBe(2)
  expect(afterNews(followed, 3, refused)).toBe(followed)
  expect(afterNews(followed, 3, stale()).mark).toBe(3)
})
