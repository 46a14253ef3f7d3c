import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import './account-links.css'

export const ASK_FOR_ACCESS = 'Pedir acceso'

/** Links to get an account and to sign in, for visitors in place of a price. */
export function AccountLinksLine() {
  return useSession() ? null : (
    <p className="account-links">
      <AccountLinks className="account-links-link" />
    </p>
  )
}

/** Without the first link in a `closed` shop. */
export function AccountLinks({ className }: { className: string }) {
  const mode = useQuery(shopSettings()).data?.access_mode
  return (
    <>
      {mode && mode !== 'closed' && (
        <Link className={className} to={paths.register()}>
          {ASK_FOR_ACCESS}
        </Link>
      )}
      <Link className={className} to={paths.recover()}>
        Olvidé la contraseña
      </Link>
    </>
  )
}
