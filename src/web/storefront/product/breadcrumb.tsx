import { Link } from 'react-router'
import type { Category } from '../../../contract/catalog/categories.ts'
import { type ProductType, TYPE_LABEL } from '../../../contract/catalog/product-types.ts'
import { paths } from '../../app/paths.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import './product-page.css'

const CATEGORY: Record<Exclude<ProductType, 'merch'>, Category> = {
  fem: 'Fotoperiodicas',
  auto: 'automaticas',
  reg: 'regulares',
}

/** Address of the list of this type. */
export function listOfType(type: ProductType): string {
  return type === 'merch' ? paths.merch() : paths.catalogue({ category: CATEGORY[type] })
}

/** Catalogue, then the product's type. */
export function Breadcrumb({ type }: { type: ProductType }) {
  return (
    <nav className="breadcrumb taps" aria-label="Ruta">
      <ol>
        <li>
          <Link to={paths.catalogue()}>Catálogo</Link>
        </li>
        <li>
          <Link to={listOfType(type)}>
            <span>
              <BreaksAfter sign="/" text={TYPE_LABEL[type]} />
            </span>
          </Link>
        </li>
      </ol>
    </nav>
  )
}
