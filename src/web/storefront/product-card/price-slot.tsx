import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { later } from '../../browser/later.tsx'
import { useLoginPath } from '../../session/login-path.ts'
import { useSession } from '../../session/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import './product-card.css'

/** For accounts only. */
const CardPriceText = later(async () => (await import('../cart/card-of-account.tsx')).CardPriceText)

/**
 * The price of a card, or the link to the login. Both have the same height, so that nothing moves when the page, rendered
 * for visitors, finds a session.
 */
export function PriceSlot({ product, children }: { product: Product; children?: ReactNode }) {
  const isSignedIn = useSession() !== null
  return (
    <div className="price-slot">
      {isSignedIn ? (
        <CardPriceText props={{ product }}>
          <Skeleton className="price-slot-skeleton" />
        </CardPriceText>
      ) : (
        <LoginForPrice about={product.name} />
      )}
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
