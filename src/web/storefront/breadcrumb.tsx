import { Link } from 'react-router'
import type { Category } from '../../contract/categories.ts'
import { type ProductType, TYPE_LABEL } from '../../contract/product-types.ts'
import { paths } from '../paths.ts'

const CATEGORY: Record<Exclude<ProductType, 'merch'>, Category> = {
  fem: 'Fotoperiodicas',
  auto: 'automaticas',
  reg: 'regulares',
}

/** The list a product of this type stands in. */
export function listOfType(type: ProductType): string {
  return type === 'merch' ? paths.merch() : paths.catalogue({ category: CATEGORY[type] })
}

export function Breadcrumb({ type }: { type: ProductType }) {
  return (
    <nav className="breadcrumb" aria-label="Ruta">
      <ol>
        <li>
          <Link to={paths.catalogue()}>Catálogo</Link>
        </li>
        <li>
          <Link to={listOfType(type)}>{TYPE_LABEL[type]}</Link>
        </li>
      </ol>
    </nav>
  )
}
