import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useLoginPath } from '../../session/login-path.ts'

/** In place of the price filter. */
export function PricesNeedAccount() {
  return (
    <Link className="catalogue-prices-locked" to={useLoginPath()} rel="nofollow">
      <Lock aria-hidden="true" size={16} />
      Entrá para filtrar por precio
    </Link>
  )
}
