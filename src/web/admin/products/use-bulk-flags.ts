import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { Problem } from '../lists/problem.tsx'
import { productsChanged } from './products-query.ts'
import { type Flag, setFlag, wordsOf } from './use-product-flags.ts'

export interface BulkAction {
  name: string
  flag: Flag
  value: boolean
}

export const BULK_ACTIONS: BulkAction[] = [
  { name: 'Publicar', flag: 'available', value: true },
  { name: 'Ocultar', flag: 'available', value: false },
  { name: 'Destacar', flag: 'highlighted', value: true },
  { name: 'Quitar destacado', flag: 'highlighted', value: false },
  { name: 'Limitada', flag: 'limited_edition', value: true },
  { name: 'Quitar limitada', flag: 'limited_edition', value: false },
]

interface BulkResult {
  id: number
  name: string
  problem: Problem | undefined
}

export interface BulkRun {
  action: BulkAction
  results: BulkResult[]
  total: number
  isDone: boolean
}

/** Sequentially, to limit the load and give each product its own result. */
export function useBulkFlags(onDone: (failed: number[]) => void) {
  const queryClient = useQueryClient()
  const [run, setRun] = useState<BulkRun>()

  const start = async (action: BulkAction, products: Pick<Product, 'id' | 'name'>[]) => {
    const results: BulkResult[] = []
    const show = (isDone: boolean) =>
      setRun({ action, results: [...results], total: products.length, isDone })
    show(false)
    for (const { id, name } of products) {
      results.push({ id, name, problem: await tryFlag(id, action) })
      show(false)
    }
    show(true)
    productsChanged(queryClient)
    onDone(results.filter(({ problem }) => problem).map(({ id }) => id))
  }
  const tryFlag = async (id: number, { flag, value }: BulkAction): Promise<Problem | undefined> => {
    try {
      await setFlag(queryClient, { id, flag, value })
      return undefined
    } catch (error) {
      return wordsOf(flag, error)
    }
  }
  return {
    run,
    start: (action: BulkAction, products: Pick<Product, 'id' | 'name'>[]) => void start(action, products),
    dismiss: () => setRun(undefined),
  }
}
