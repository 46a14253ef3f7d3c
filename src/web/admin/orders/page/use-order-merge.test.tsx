import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { getOrder, patchOrder } from '../../../../contract/orders/calls.ts'
import { Refusal } from '../../../data/api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { useOrderMerge } from './use-order-merge.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock('../../../data/api.ts', async (original) => ({ ...(await original<object>()), call }))

it('asks before it saves on an order that was cancelled meanwhile, also when the page shows that already', async () => {
  // safe: all that is read here
  const base = { id: 1, version: 1, status: 'pending' } as AdminOrder
  const theirs: AdminOrder = { ...base, version: 2, status: 'cancelled' }
  call.mockImplementation(async (where: string) => {
    if (where === getOrder) return theirs
    throw new Refusal(409, { error: 'Otra persona guardó', code: 'STALE' })
  })
  let save: (() => Promise<void>) | undefined
  function Probe() {
    const form = useForm({ base, valuesOf: () => ({}), idOf: String, failed: '' })
    const merge = useOrderMerge<object>({
      order: theirs,
      form,
      bodyOf: () => ({}),
      merge: () => ({ merged: {}, conflicts: [], taken: [] }),
      onSaved: () => undefined,
    })
    save = () => merge.save({}, base)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  await save?.()
  expect(call.mock.calls.map(([where]) => where)).toEqual([patchOrder, getOrder])
})
