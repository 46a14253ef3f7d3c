import { useLocation } from 'react-router'
import { UnlistedHead } from '../../app/page-head.tsx'
import { useHydrated } from '../../browser/hydrated.ts'
import '../../ui/surface.css'
import '../login/login.css'
import { LoginArt } from '../login/login-art.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { ChoosePassword } from './choose-password.tsx'

/**
 * `/recuperar` mails a link, `/recuperar#t=…` is that link. Opening it spends nothing: programs that look at the links of a
 * mail only fetch the page.
 */
export default function RecoverPage() {
  const token = useToken()
  return (
    <div className="login-page">
      <UnlistedHead
        title="Recuperar la contraseña"
        description="Te mandamos un enlace por mail para elegir una contraseña nueva."
      />
      <div className="login-card">
        {token === undefined ? <AskForLink /> : <ChoosePassword key={token} token={token} />}
        <noscript>
          <p>Para recuperar la contraseña hace falta JavaScript.</p>
        </noscript>
      </div>
      <LoginArt />
    </div>
  )
}

/** The server does not see the fragment, so it renders the page without. */
function useToken(): string | undefined {
  const { hash } = useLocation()
  const token = useHydrated() ? new URLSearchParams(hash.slice(1)).get('t') : null
  return token ?? undefined
}
