import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import {
  canBePriced,
  defaultPresentation,
  mustChooseSize,
  shortName,
} from '../../../contract/catalog/presentations.ts'
import { paths } from '../../app/paths.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useAddToCart } from '../product-card/add-to-cart.ts'

/** Adds the default presentation of a card; of several sizes, one is chosen on the page. For accounts only. */
export function QuickAdd({ product }: { product: Product }) {
  const { add, isBusy, problem } = useAddToCart(product)
  const blister = defaultPresentation(product.blisters)
  // Products without a price explain it on their page; only admins see unavailable ones.
  if (!product.available || !blister || blister.stock === 0 || !canBePriced(blister)) return null
  const count = shortName(product.type, blister)
  if (mustChooseSize(product.blisters))
    return (
      <Link
        to={paths.product(product.id)}
        className="button secondary product-card-add"
        aria-label={`Elegir talle de ${product.name}`}
      >
        Elegir talle
      </Link>
    )
  return (
    <>
      <BusyButton
        busy={isBusy}
        busyText="…"
        className="secondary product-card-add"
        aria-label={`Agregar ${count ? `${count} de ` : ''}${product.name} al carrito`}
        onClick={() => void add(blister)}
      >
        <Plus aria-hidden="true" size={18} />
        <span className="product-card-add-word">Agregar </span>
        {count}
      </BusyButton>
      {problem && <p className="product-card-problem">{problem}</p>}
    </>
  )
}
