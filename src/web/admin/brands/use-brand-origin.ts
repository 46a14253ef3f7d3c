import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Brand } from '../../../contract/brands.ts'
import { call } from '../../data/api.ts'
import type { Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { rethrowAsBankError } from './bank-problem.ts'
import { originOf } from './brand-words.ts'
import { adminBrandsKey, brandsChanged, setBrands } from './brands-query.ts'

const FAILED = 'Error al cambiar el tipo de banco'

export interface BrandOrigin {
  isBusy: (id: number) => boolean
  problemOf: (id: number) => string | undefined
  flip: (brand: Brand) => void
}

/** Switches at once between national and international, and back when the server refuses. */
export function useBrandOrigin(session: Session): BrandOrigin {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<{ id: number; text: string }>()

  const show = (id: number, isNational: boolean) =>
    setBrands(queryClient, session, (brands) =>
      brands.map((brand) => (brand.id === id ? { ...brand, is_national: isNational } : brand)),
    )
  const flip = async (brand: Brand) => {
    const { id, brand_name, is_national } = brand
    if (busy.has(id)) return
    setBusy((before) => new Set(before).add(id))
    setProblem(undefined)
    await queryClient.cancelQueries({ queryKey: adminBrandsKey(session) })
    show(id, !is_national)
    try {
      await flipped(brand).catch(rethrowAsBankError)
      showToast('success', `Banco ${brand_name} cambiado a ${originOf(!is_national)}`)
    } catch (error) {
      show(id, is_national)
      setProblem({ id, text: error instanceof Error ? `${FAILED}. ${error.message}` : FAILED })
      showToast('error', FAILED)
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)))
      brandsChanged(queryClient, session)
    }
  }
  return {
    isBusy: (id) => busy.has(id),
    problemOf: (id) => (problem?.id === id ? problem.text : undefined),
    flip: (brand) => void flip(brand),
  }
}

/** A brand is saved whole: what somebody else has changed meanwhile is read first, so that it stays. */
async function flipped({ id, is_national }: Brand): Promise<void> {
  const { brand_name, description, image } = await call('getBrand', { params: { id } })
  await call('updateBrand', {
    params: { id },
    body: { brand_name, description, image, is_national: !is_national },
  })
}
