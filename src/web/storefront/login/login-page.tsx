import { useEffect, useState } from 'react'
import { replace, useLocation, useSearchParams } from 'react-router'
import { loginMessage, setLoginMessage } from '../../session/login-message.ts'
import { paths, safeRedirect } from '../../app/paths.ts'
import { readSession } from '../../session/session.ts'
import { tabDraft } from '../../browser/drafts.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { later } from '../../browser/later.tsx'
import { showToast } from '../../ui/toast.tsx'
import './login.css'
import { LoginArt } from './login-art.tsx'
import { LoginForm } from './login-form.tsx'
import { reasonToLogIn } from './login-rules.ts'
import { useLeave } from './use-enter.ts'
import { NOT_REACHED, type UnverifiedAccount } from './use-login.ts'
import { VerifyEmail } from './verify-email.tsx'

/** Redirects a signed-in visitor to the account. The server renders without a session. */
export function loader() {
  return readSession() ? replace(paths.account()) : null
}

const SecondFactor = later(() => import('./ways/second-factor.tsx').then((module) => module.SecondFactor))

/** Signing in, and the verification of an unverified e-mail, in the same card. */
export default function LoginPage() {
  const [search] = useSearchParams()
  const target = safeRedirect(search.get('redirect'))
  const enter = useLeave(target)
  const reason = useReason(target)
  // Of the form that asked for a link.
  const { typed = '' } = (useLocation().state ?? {}) as { typed?: string }
  const { account, isChecking, success, begin, succeed, leave } = useAddressCheck()
  const [{ challenge, name }, setFactor] = useState({ challenge: '', name: '' })
  const [failure, setFailure] = useState('')
  const leaveFactor = (why: string) => {
    setFailure(why)
    setFactor({ challenge: '', name })
  }
  return (
    <div className="login-page">
      <div className="login-card">
        {account && isChecking ? (
          <VerifyEmail email={account.email} message={account.message} onVerified={succeed} onLeave={leave} />
        ) : (
          <SecondFactor
            props={challenge ? { challenge, onSignedIn: enter, onLeave: leaveFactor } : undefined}
            failure={<p className="login-failure">{NOT_REACHED}</p>}
          >
            <LoginForm
              name={name || (account?.name ?? typed)}
              reason={failure || reason}
              success={success}
              onSignedIn={enter}
              onUnverified={begin}
              onChallenge={(wanted, typed = '') => setFactor({ challenge: wanted, name: typed })}
            />
          </SecondFactor>
        )}
      </div>
      <LoginArt />
    </div>
  )
}

/** Survives a reload: signing in again would send another code. */
const checking = tabDraft<UnverifiedAccount>('emailCheck', 'owner')

/** The account whose e-mail is being verified, or was verified last: its name is filled in again. */
function useAddressCheck() {
  const kept = useHydrated() ? checking.read(null) : undefined
  const [changed, change] = useState<{ account: UnverifiedAccount | undefined; isChecking: boolean }>()
  const { account, isChecking } = changed ?? { account: kept, isChecking: kept !== undefined }
  const [success, setSuccess] = useState('')
  // Cleanup does not run on a reload, only when the visitor leaves and gives up the code.
  useEffect(() => () => checking.forget(), [])
  return {
    account,
    isChecking,
    success,
    begin: (unverified: UnverifiedAccount) => {
      setSuccess('')
      checking.keep(null, unverified)
      change({ account: unverified, isChecking: true })
    },
    succeed: (message: string) => {
      checking.forget()
      change({ account, isChecking: false })
      setSuccess(message)
      showToast('success', message)
    },
    leave: () => {
      checking.forget()
      change({ account, isChecking: false })
    },
  }
}

/** The reason for the login: the end of a session, else that of the page that redirected here. */
function useReason(target: string | undefined): string {
  const carried = useHydrated() ? loginMessage() : ''
  useEffect(() => () => setLoginMessage(''), [])
  return carried || reasonToLogIn(target)
}
