import { useEffect } from 'react'
import { redirect, replace, useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { paths } from '../../app/paths.ts'
import { prime, queryClientContext } from '../../data/prime.ts'
import { shopSettings } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import '../login/login.css'
import { LoginArt } from '../login/login-art.tsx'
import { RecoverCard } from '../recover/recover-card.tsx'
import './access.css'
import { keepWanted } from '../cart/wanted-product.ts'
import { useEnter } from '../login/use-enter.ts'
import { publishedPages } from './agreement.tsx'
import { EnterCard } from './enter-card.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { RegisterCard } from './register-card.tsx'

const primed = prime(() => [shopSettings(), publishedPages()])

/** `/registro` is 404 while the shop takes no requests, `/entrar` without sign-in links. */
export async function loader(args: Parameters<typeof primed>[0]) {
  const pathname = withoutEndSlashes(new URL(args.request.url).pathname)
  if (pathname === paths.recover()) return null
  await primed(args)
  const settings = args.context.get(queryClientContext).getQueryData(shopSettings().queryKey)
  if (pathname === paths.enter()) return settings?.sign_in_links ? null : redirect(paths.login())
  if (pathname !== paths.register()) return null
  if (readSession()) return replace(paths.account())
  return settings?.access_mode === 'closed' ? redirect(paths.home()) : null
}

/**
 * `/registro`, `/invitacion`, `/recuperar` and `/entrar`, in one chunk, as each lazy route adds bytes to every page.
 */
export default function AccessPage() {
  const pathname = withoutEndSlashes(useLocation().pathname)
  const enter = useEnter(undefined)
  // These steps may take longer than a login.
  useEffect(keepWanted, [])
  return (
    <div className="login-page">
      <div className="login-card">
        {pathname === paths.recover() && <RecoverCard onSignedIn={enter} />}
        {pathname === paths.register() && <RegisterCard />}
        {pathname === paths.enter() && <EnterCard onSignedIn={enter} />}
        {pathname === INVITATION && <InvitationCard />}
      </div>
      <LoginArt />
    </div>
  )
}

const INVITATION = '/invitacion'
