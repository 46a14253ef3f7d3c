import { Globe, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { Brand } from '../../../contract/catalog/brands.ts'
import { PICTURE_WIDTHS } from '../../../contract/pictures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { originOf } from './brand-words.ts'
import type { BrandOrigin } from './use-brand-origin.ts'
import { Switch } from '../shell/switch.tsx'
import { ProblemText } from '../kit/problem.tsx'
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
