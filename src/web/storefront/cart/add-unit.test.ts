import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Blister } from '../../../contract/catalog/catalog.ts'
import { Refusal } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { addUnit } from './add-unit.ts'

vi.mock('../../data/api.ts', async (original) => ({
  ...(await original<object>()),
  call: () => Promise.reject(new Refusal(404, { error: 'Presentación no encontrada' })),
}))

it('says that a hidden product is not found, and its page asks for it again', async () => {
  const client = new QueryClient()
  const key = ['customer', 'product', 7]
  client.setQueryData(key, {})
  // safe: all that is read here
  const added = await addUnit(
    { id: 7, name: 'Puna', type: 'fem' },
    { id: 31 } as Blister,
    { userId: 1 } as Session,
    client,
  )
  expect(added).toEqual({ kind: 'error', text: 'Producto no encontrado' })
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})
