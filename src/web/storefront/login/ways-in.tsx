import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../session/session.ts'
import { AskForAccess } from './ask-for-access.tsx'
import './ways-in.css'

/** For visitors, where a price is missing: how to get an account, and how to get back into one. */
export function WaysIn() {
  if (useSession()) return null
  return (
    <p className="ways-in">
      <AskForAccess className="ways-in-link" />
      <Link className="ways-in-link" to={paths.recover()}>
        Olvidé la contraseña
      </Link>
    </p>
  )
}
