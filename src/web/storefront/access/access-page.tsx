import { redirect, replace, useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { paths } from '../../app/paths.ts'
import { prime, queryClientContext } from '../../data/prime.ts'
import { shopSettings } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import '../../ui/surface.css'
import '../login/login.css'
import { LoginArt } from '../login/login-art.tsx'
import { RecoverCard } from '../recover/recover-card.tsx'
import './access.css'
import { publishedPages } from './agreement.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { RegisterCard } from './register-card.tsx'
import '../login/ways/way-endpoints.ts'

const primed = prime(() => [shopSettings(), publishedPages()])

/** While the shop takes no requests there is no `/registro`. */
export async function loader(args: Parameters<typeof primed>[0]) {
  const pathname = withoutEndSlashes(new URL(args.request.url).pathname)
  if (pathname === paths.recover()) return null
  await primed(args)
  if (pathname !== paths.register()) return null
  if (readSession()) return replace(paths.account())
  const settings = args.context.get(queryClientContext).getQueryData(shopSettings().queryKey)
  return settings?.access_mode === 'closed' ? redirect(paths.home()) : null
}

/**
 * `/registro`, `/invitacion` and `/recuperar`: ways to the login. One chunk: each route of its own would cost every page of the
 * shop some bytes.
 */
export default function AccessPage() {
  const pathname = withoutEndSlashes(useLocation().pathname)
  return (
    <div className="login-page">
      <div className="login-card">
        {pathname === paths.recover() && <RecoverCard />}
        {pathname === paths.register() && <RegisterCard />}
        {pathname === INVITATION && <InvitationCard />}
      </div>
      <LoginArt />
    </div>
  )
}

const INVITATION = '/invitacion'
