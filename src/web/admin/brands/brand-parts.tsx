import { Globe, MapPin } from 'lucide-react'
import type { Brand } from '../../../contract/brands.ts'
import { PICTURE_WIDTHS } from '../../../contract/pictures.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { originOf } from './brand-words.ts'
import type { BrandOrigin } from './use-brand-origin.ts'
import './brand-card.css'

/** A drawn seed stands for a brand without a logo. */
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
      <button
        type="button"
        role="switch"
        className="admin-switch"
        aria-checked={brand.is_national}
        aria-label={`Nacional, ${brand.brand_name}`}
        aria-disabled={origin.isBusy(brand.id) || undefined}
        onClick={() => origin.flip(brand)}
      >
        <span className="admin-switch-track" aria-hidden="true" />
        Nacional
      </button>
      {problem && <FieldError>{problem}</FieldError>}
    </>
  )
}

export function BrandSkeletons() {
  return (
    <div className="brand-cards">
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} className="brand-skeleton" />
      ))}
    </div>
  )
}
