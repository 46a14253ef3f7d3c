import { useQueryClient } from '@tanstack/react-query'
import { Globe, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { getBrand, updateBrand } from '../../../contract/catalog/calls.ts'
import { PICTURE_WIDTHS } from '../../../contract/pictures.ts'
import { call } from '../../data/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { originOf } from './brand-words.ts'
import { adminBrandsKey, brandsChanged, rethrowAsBankError, setBrands } from './brands-query.ts'
import { Switch } from '../shell/switch.tsx'
import { ProblemText, withReason } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import './brands.css'

/** The drawing of a seed replaces a missing logo. */
export function BrandLogo({ image }: Pick<Brand, 'image'>) {
  return (
    <Picture
      src={image}
      alt=""
      sizes="96px"
      widths={PICTURE_WIDTHS.brand}
      width={96}
      height={96}
      className="brand-logo"
    />
  )
}

export function OriginBadge({ isNational }: { isNational: boolean }) {
  const Icon = isNational ? MapPin : Globe
  return (
    <span className={`badge ${isNational ? 'fem' : 'info'}`}>
      <Icon aria-hidden="true" size={15} />
      {originOf(isNational)}
    </span>
  )
}

const FAILED = 'Error al cambiar el tipo de banco'

type BrandOrigin = ReturnType<typeof useBrandOrigin>

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

export function OriginSwitch({ brand, origin }: { brand: Brand; origin: BrandOrigin }) {
  const problem = origin.problemOf(brand.id)
  return (
    <>
      <Switch
        isOn={brand.is_national}
        text="Nacional"
        aria-label={`Nacional, ${brand.brand_name}`}
        aria-disabled={origin.isBusy(brand.id) || undefined}
        onClick={() => origin.flip(brand)}
      />
      {problem && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
    </>
  )
}

/** Both lists of brands. */
export const BRAND_LOOK = {
  list: 'brand-cards',
  skeleton: 'brand-skeleton',
  parts: ['picture', 'title', 'badge', 'line', 'buttons'],
} as const

export function NoBrands({ title, link }: { title: string; link: string }) {
  const admin = useAdminPath()
  return (
    <EmptyState title={title}>
      <Link className="button primary" to={admin.newBank()} data-key="n">
        {link}
      </Link>
    </EmptyState>
  )
}
