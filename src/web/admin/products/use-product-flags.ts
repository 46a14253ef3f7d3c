import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { PRODUCT_FIELD_NAMES } from '../../../contract/catalog/product-fields.ts'
import { patchProduct } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { type Problem, withReason } from '../kit/problem.tsx'
import { useBulkRun } from '../kit/use-bulk-run.ts'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { adminProductsKey, patchInLists, productsChanged } from './products-query.ts'

export type Flag = 'available' | 'highlighted' | 'limited_edition'

export const FLAGS: { flag: Flag; label: string; error: string }[] = [
  { flag: 'available', label: PRODUCT_FIELD_NAMES.available, error: 'Error al cambiar la disponibilidad' },
  { flag: 'highlighted', label: PRODUCT_FIELD_NAMES.highlighted, error: 'Error al cambiar el destacado' },
  {
    flag: 'limited_edition',
    label: PRODUCT_FIELD_NAMES.limited_edition,
    error: 'Error al cambiar la edición limitada',
  },
]

export type ProductFlags = ReturnType<typeof useProductFlags>

/** Switches at once and reverts when the server refuses, with the reason beside the switch. */
export function useProductFlags() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  return {
    isBusy,
    problemOf,
    flip: (product: Product, flag: Flag) =>
      change({
        id: product.id,
        part: flag,
        run: async () => {
          await setFlag(queryClient, { id: product.id, flag, value: !product[flag] })
          productsChanged(queryClient)
        },
        problemOf: (error) => wordsOf(flag, error),
      }),
  }
}

/** Shows the new value before the response; after a refusal it restores the old value and throws. */
async function setFlag(
  queryClient: QueryClient,
  { id, flag, value }: { id: number; flag: Flag; value: boolean },
): Promise<void> {
  // A pending response would restore the old value.
  await queryClient.cancelQueries({ queryKey: adminProductsKey() })
  patchInLists(queryClient, id, (product) => ({ ...product, [flag]: value }))
  try {
    const saved = await call(patchProduct, { params: { id }, body: { [flag]: value } })
    patchInLists(queryClient, id, (product) => ({ ...product, [flag]: saved[flag] }))
  } catch (error) {
    patchInLists(queryClient, id, (product) => ({ ...product, [flag]: !value }))
    throw error
  }
}

function wordsOf(flag: Flag, error: unknown): Problem {
  const title = FLAGS.find((known) => known.flag === flag)?.error ?? 'Error al actualizar el producto'
  return withReason(title, error)
}

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
    const { flag, value } = action
    const failed = await start(
      action,
      products,
      ({ name }) => name,
      ({ id }) =>
        setFlag(queryClient, { id, flag, value }).then(
          () => undefined,
          (error: unknown) => wordsOf(flag, error),
        ),
    )
    productsChanged(queryClient)
    onDone(failed)
  }
  return {
    run,
    start: (action: BulkAction, products: Item[]) => void setAll(action, products),
    dismiss,
  }
}
