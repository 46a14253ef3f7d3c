import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import './product-card.css'

export const ASK_FOR_ACCESS = 'Pedir acceso'
export const FORGOTTEN = 'Olvidé la contraseña'

/** For visitors, beside or in place of a price: how to get an account, unless the shop is closed. */
export function AccountLinksLine({ children }: { children?: ReactNode }) {
  const session = useSession()
  const mode = useQuery(shopSettings()).data?.access_mode
  if (session) return null
  return (
    <p className="account-links">
      {children}
      {mode && mode !== 'closed' && (
        <span>
          <span className="account-links-ask">¿Sin cuenta? </span>
          <Link className="tap strong" to={paths.register()}>
            Pedí acceso
          </Link>
        </span>
      )}
    </p>
  )
}
