import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import './account-links.css'

export const ASK_FOR_ACCESS = 'Pedir acceso'
export const FORGOTTEN = 'Olvidé la contraseña'

/** Links to get an account, unless the shop is closed, and to recover one, for visitors in place of a price. */
export function AccountLinksLine() {
  const session = useSession()
  const mode = useQuery(shopSettings()).data?.access_mode
  if (session) return null
  return (
    <p className="account-links">
      {mode && mode !== 'closed' && (
        <Link className="account-links-link" to={paths.register()}>
          {ASK_FOR_ACCESS}
        </Link>
      )}
      <Link className="account-links-link" to={paths.recover()}>
        {FORGOTTEN}
      </Link>
    </p>
  )
}
