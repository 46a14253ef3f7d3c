import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { Problem } from '../kit/problem.tsx'
import { useBulkRun } from '../kit/use-bulk-run.ts'
import { productsChanged } from './products-query.ts'
import { type Flag, setFlag, wordsOf } from './use-product-flags.ts'

interface BulkAction {
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

type Item = Pick<Product, 'id' | 'name'>

/** Switches a flag of several products; `onDone` gets the ids that failed. */
export function useBulkFlags(onDone: (failed: number[]) => void) {
  const queryClient = useQueryClient()
  const { run, start, dismiss } = useBulkRun<BulkAction>()
  const setAll = async (action: BulkAction, products: Item[]) => {
    const failed = await start(action, products, nameOf, ({ id }) => trySet(queryClient, id, action))
    productsChanged(queryClient)
    onDone(failed)
  }
  return {
    run,
    start: (action: BulkAction, products: Item[]) => void setAll(action, products),
    dismiss,
  }
}

const nameOf = ({ name }: Item) => name

async function trySet(
  queryClient: QueryClient,
  id: number,
  { flag, value }: BulkAction,
): Promise<Problem | undefined> {
  try {
    await setFlag(queryClient, { id, flag, value })
    return undefined
  } catch (error) {
    return wordsOf(flag, error)
  }
}
