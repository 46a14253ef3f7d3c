import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { useLoginPath } from '../login-path.ts'

/** Stands where the price filter would. */
export function PricesNeedAccount() {
  return (
    <Link className="catalogue-prices-locked" to={useLoginPath()} rel="nofollow">
      <Lock aria-hidden="true" size={16} />
      Iniciar sesión para filtrar por precio
    </Link>
  )
}
