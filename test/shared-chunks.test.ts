import path from 'node:path'
import { expect, it } from 'vitest'
import { sharedChunk } from '../scripts/shared-chunks.ts'
import { ROOT } from './support/test-environment.ts'

it('names a shared chunk by its pages alone, so that a release is the same from any folder', () => {
  const file = (name: string) => path.join(ROOT, 'src/web', name)
  const pages = [file('admin/orders/orders-page.tsx'), file('account/orders/order-page.tsx')]
  const module = { isEntry: false, importers: pages, dynamicImporters: [] }
  const page = { isEntry: false, importers: [], dynamicImporters: [file('app/routes.tsx')] }
  const graph = { getModuleInfo: (id: string) => (pages.includes(id) ? page : module) }
  // The first eight digits of SHA-256 of `src/web/account/orders/order-page.tsx`.
  expect(sharedChunk(file('shop/order-lines/order-lines.tsx'), graph)).toBe('shared-bbd00acf')
})
