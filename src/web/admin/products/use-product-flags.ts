import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import { PRODUCT_FIELD_NAMES } from '../../../contract/product-fields.ts'
import { call } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
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

export interface ProductFlags {
  isBusy: (id: number, flag: Flag) => boolean
  /** What the last try on this product ended with. */
  problemOf: (id: number) => string | undefined
  flip: (product: Product, flag: Flag) => void
}

/** Switches at once and takes it back when the server refuses, with the reason beside the switch. */
export function useProductFlags(session: Session): ProductFlags {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())

  const flip = async (product: Product, flag: Flag) => {
    const name = `${product.id} ${flag}`
    if (busy.has(name)) return
    const value = !product[flag]
    setBusy((before) => new Set(before).add(name))
    setProblems((before) => without(before, product.id))
    try {
      await setFlag(queryClient, session, { id: product.id, flag, value })
      productsChanged(queryClient, session)
    } catch (error) {
      const text = wordsOf(flag, error)
      showToast('error', text)
      setProblems((before) => new Map(before).set(product.id, text))
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== name)))
    }
  }
  return {
    isBusy: (id, flag) => busy.has(`${id} ${flag}`),
    problemOf: (id) => problems.get(id),
    flip: (product, flag) => void flip(product, flag),
  }
}

/** Shows the new value before the server has answered; throws what it refused with, the old value is back then. */
export async function setFlag(
  queryClient: QueryClient,
  session: Session,
  { id, flag, value }: { id: number; flag: Flag; value: boolean },
): Promise<void> {
  // An answer that was asked for before would bring the old value back.
  await queryClient.cancelQueries({ queryKey: adminProductsKey(session) })
  patchInLists(queryClient, session, id, (product) => ({ ...product, [flag]: value }))
  try {
    const saved = await call('patchProduct', { params: { id }, body: { [flag]: value } })
    patchInLists(queryClient, session, id, (product) => ({ ...product, [flag]: saved[flag] }))
  } catch (error) {
    patchInLists(queryClient, session, id, (product) => ({ ...product, [flag]: !value }))
    throw error
  }
}

export function wordsOf(flag: Flag, error: unknown): string {
  const title = FLAGS.find((known) => known.flag === flag)?.error ?? 'Error al actualizar el producto'
  return error instanceof Error ? `${title}. ${error.message}` : title
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  return new Map([...map].filter(([other]) => other !== key))
}
