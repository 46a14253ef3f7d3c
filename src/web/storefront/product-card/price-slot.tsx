import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { formatPesos } from '../../../contract/money.ts'
import { shortName } from '../../../contract/catalog/presentations.ts'
import { useLoginPath } from '../../session/login-path.ts'
import { useSession } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cardPrice } from './card-price.ts'
import './price-slot.css'

/**
 * The price of a card, or the link to the login. Both have the same height, so that nothing moves when the page, rendered
 * for visitors, finds a session.
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

/** A link to the login, which leads back here; short on a card, as the list says above what for. */
export function LoginForPrice({ about }: { about?: string }) {
  return (
    <Link to={useLoginPath()} className="price-slot-login" rel="nofollow">
      <Lock aria-hidden="true" size={16} />
      <span>
        Entrá
        <span
          className={about && 'visually-hidden'}
        >{` para ver el precio${about ? ` de ${about}` : ''}`}</span>
      </span>
    </Link>
  )
}

function CardPriceText({ product }: { product: Product }) {
  const { type, blisters } = product
  const shown = cardPrice(blisters)
  if (shown.kind === 'unknown') return <Skeleton className="price-slot-skeleton" />
  if (shown.kind === 'none') return <p className="price-slot-none">Sin precio por ahora</p>
  const { own, cheaper } = shown
  return (
    <p className="price-slot-price">
      <span className="price-slot-before">
        {own.discount > 0 ? (
          <Original price={own.price} />
        ) : (
          type !== 'merch' && blisters.length > 1 && <span>{shortName(type, own)}</span>
        )}
      </span>
      <strong className="price-slot-amount">{formatPesos(own.final_price)}</strong>
      {cheaper && (
        <span className="price-slot-cheaper">{`${shortName(type, cheaper)} a ${formatPesos(cheaper.final_price)}`}</span>
      )}
    </p>
  )
}

export function Original({ price }: { price: number }) {
  return (
    <span className="price-slot-original">
      <span className="price-slot-word">antes </span>
      <s>{formatPesos(price)}</s>
    </span>
  )
}
