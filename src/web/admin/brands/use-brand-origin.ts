import { useQueryClient } from '@tanstack/react-query'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { getBrand, updateBrand } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { withReason } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { rethrowAsBankError } from './bank-problem.ts'
import { originOf } from './brand-words.ts'
import { adminBrandsKey, brandsChanged, setBrands } from './brands-query.ts'

const FAILED = 'Error al cambiar el tipo de banco'

export type BrandOrigin = ReturnType<typeof useBrandOrigin>

/** Switches between national and international at once, and back when the server refuses. */
export function useBrandOrigin() {
  const queryClient = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const show = (id: number, isNational: boolean) =>
    setBrands(queryClient, (brands) =>
      brands.map((brand) => (brand.id === id ? { ...brand, is_national: isNational } : brand)),
    )
  const flip = async (brand: Brand) => {
    const { id, brand_name, is_national } = brand
    await queryClient.cancelQueries({ queryKey: adminBrandsKey() })
    show(id, !is_national)
    try {
      await flipped(brand).catch(rethrowAsBankError)
      showToast('success', `Banco ${brand_name} cambiado a ${originOf(!is_national)}`)
    } catch (error) {
      show(id, is_national)
      throw error
    } finally {
      brandsChanged(queryClient)
    }
  }
  return {
    isBusy,
    problemOf,
    flip: (brand: Brand) =>
      change({
        id: brand.id,
        run: () => flip(brand),
        problemOf: (error) => withReason(FAILED, error),
      }),
  }
}

/** A save replaces the whole brand, so it is read first to keep concurrent changes. */
async function flipped({ id, is_national }: Brand): Promise<void> {
  const { brand_name, description, image, version } = await call(getBrand, { params: { id } })
  await call(updateBrand, {
    params: { id },
    body: { brand_name, description, image, is_national: !is_national, version },
  })
}
