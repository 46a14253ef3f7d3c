import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LINK_USED } from '../../../contract/accounts/password.ts'
import { type login, readSignInLink, spendSignInLink } from '../../../contract/accounts/calls.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { useForm } from '../../forms/use-form.ts'
import { signedOutOnServer } from '../../session/sign-out.ts'
import { useSession } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { withDevice } from '../login/device-token.ts'
import { useFragmentToken } from '../login/fragment-token.ts'
import { AskForLink } from '../recover/ask-for-link.tsx'
import { Done } from './done.tsx'

interface EnterCardProps {
  onSignedIn: (answer: AnswerOf<typeof login>) => Promise<void>
}

/**
 * `/entrar` mails a link, `/entrar#t=…` is that link. It is used up by a button press, not by opening it: mail
 * scanners open links, and some run scripts.
 */
export function EnterCard({ onSignedIn }: EnterCardProps) {
  const token = useFragmentToken()
  const hydrated = useHydrated()
  return (
    <>
      <UnlistedHead title="Entrar con un enlace" description="Entrá a tu cuenta con un enlace por mail." />
      <noscript>
        <p>Para entrar hace falta JavaScript.</p>
      </noscript>
      {token === undefined && <AskForLink kind="enter" />}
      {token !== undefined && hydrated && <ByLink key={token} token={token} onSignedIn={onSignedIn} />}
    </>
  )
}

function ByLink({ token, onSignedIn }: EnterCardProps & { token: string }) {
  const link = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => call(readSignInLink, { body: { token } }),
    staleTime: Infinity,
    retry: false,
  })
  if (link.data) return <Press token={token} username={link.data.username} onSignedIn={onSignedIn} />
  if (link.error instanceof Refusal && [400, 403, 409].includes(link.error.status))
    return <Spent why={link.error.message} />
  if (link.isError)
    return <ErrorPanel title="No pudimos leer el enlace" onRetry={() => void link.refetch()} />
  return (
    <div className="login-form">
      <h1 tabIndex={-1}>Entrar</h1>
      <p role="status">Leyendo el enlace…</p>
    </div>
  )
}

const NOTHING = {}

function Press({ token, username, onSignedIn }: EnterCardProps & { token: string; username: string }) {
  const session = useSession()
  const form = useForm({
    base: NOTHING,
    idOf: String,
    failed: 'No se pudo entrar',
    focuses: 'field',
  })
  const enter = async () => {
    await signedOutOnServer()
    await onSignedIn(await withDevice((known) => call(spendSignInLink, { body: { token, ...known } })))
  }
  if (form.failure?.error instanceof Refusal && form.failure.error.status === 409)
    return <Spent why={LINK_USED} />
  return (
    <form className="login-form" method="post" noValidate onSubmit={form.onSubmit(enter)}>
      <h1 tabIndex={-1}>Entrar</h1>
      {session && <p className="login-warning">Hay otra sesión abierta: entrás con la nueva.</p>}
      <div role="alert" className="login-failure">
        {form.failure?.general.join(' ')}
      </div>
      <p>El enlace sirve una sola vez.</p>
      <BusyButton type="submit" className="primary large block" busy={form.isBusy} busyText="Entrando…">
        Entrar como {username}
      </BusyButton>
      <Link className="login-way" to={paths.login()}>
        Entrar con otra cuenta
      </Link>
    </form>
  )
}

/** Used, expired or truncated. */
function Spent({ why }: { why: string }) {
  return (
    <Done title="Enlace vencido">
      <p className="login-warning">{why}</p>
      <Link className="button primary large block" to={paths.enter()}>
        Pedir otro enlace
      </Link>
      <Link className="login-way" to={paths.login()}>
        Volver a iniciar sesión
      </Link>
    </Done>
  )
}
