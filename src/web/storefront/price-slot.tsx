import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../contract/catalog.ts'
import { formatPesos } from '../../contract/money.ts'
import { useLoginPath } from '../login-path.ts'
import { useSession } from '../session.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { cardPrice } from './card-price.ts'
import '../styles/price-slot.css'

/**
 * The price of a card, or the way to it. Always as high, so that nothing moves when a page drawn for anonymous
 * visitors finds out who is looking.
 */
export function PriceSlot({ product, children }: { product: Product; children?: ReactNode }) {
  const isSignedIn = useSession() !== null
  return (
    <div className="price-slot">
      {isSignedIn ? <CardPriceText product={product} /> : <LoginForPrice about={product.name} />}
      {isSignedIn && children}
    </div>
  )
}

/** Leads back to where the visitor is now. */
export function LoginForPrice({ about }: { about?: string }) {
  return (
    <Link to={useLoginPath()} className="price-slot-login" rel="nofollow">
      <Lock aria-hidden="true" size={16} />
      <span>
        Iniciar sesión para ver el precio
        {about && <span className="visually-hidden"> de {about}</span>}
      </span>
    </Link>
  )
}

function CardPriceText({ product }: { product: Product }) {
  const shown = cardPrice(product.blisters)
  if (shown.kind === 'unknown') return <Skeleton className="price-slot-skeleton" />
  if (shown.kind === 'none') return <p className="price-slot-none">Sin precio por ahora</p>
  return (
    <p className="price-slot-price">
      <span className="price-slot-before">
        {shown.isLowest && 'desde '}
        {shown.original !== undefined && <Original price={shown.original} />}
      </span>
      <strong className="price-slot-amount">{formatPesos(shown.price)}</strong>
    </p>
  )
}

export function Original({ price }: { price: number }) {
  return (
    <s className="price-slot-original">
      <span className="visually-hidden">antes </span>
      {formatPesos(price)}
    </s>
  )
}
