import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ACCOUNT_READY, CREATE_ACCOUNT, ENTER_SHOP } from '../../../contract/accounts/access-rules.ts'
import { LINK_USED } from '../../../contract/accounts/password.ts'
import { readInvitation } from '../../../contract/accounts/calls.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { call, Refusal } from '../../data/api.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { useFragmentToken } from '../login/fragment-token.ts'
import { AcceptForm } from './accept-form.tsx'
import { AskAgain, Done } from './done.tsx'

/** Apart, as the four pages of this chunk have little room. */
const StateCard = lazy(async () => ({ default: (await import('./state-card.tsx')).StateCard }))

/**
 * `/invitacion#t=…` opens an account. Opening the page does not use up the link, as mail scanners open links. `#p=…` tells
 * how a request stands; its page is here as `/registro` is gone while the shop takes no requests.
 */
export function InvitationCard() {
  const token = useFragmentToken()
  const request = useFragmentToken('p')
  const hydrated = useHydrated()
  if (request !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <StateCard key={request} token={request} />
      </Suspense>
    )
  return (
    <>
      <UnlistedHead title={CREATE_ACCOUNT} />
      <noscript>
        <p>Para crear la cuenta hace falta JavaScript.</p>
      </noscript>
      {token !== undefined && <Invited key={token} token={token} />}
      {token === undefined && hydrated && <Spent />}
      {!hydrated && <Loading />}
    </>
  )
}

function Invited({ token }: { token: string }) {
  const [opened, setOpened] = useState<{ username: string; hasWanted: boolean }>()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(readInvitation, { body: { token } }),
    staleTime: Infinity,
    retry: false,
  })
  if (opened) return <Opened {...opened} />
  // First, as the data of an earlier answer stays.
  if (invitation.error instanceof Refusal && [400, 409].includes(invitation.error.status)) return <Spent />
  if (invitation.data)
    return (
      <AcceptForm
        token={token}
        invitation={invitation.data}
        onOpened={setOpened}
        onSpent={() => void invitation.refetch()}
      />
    )
  if (invitation.isError)
    return <ErrorPanel title="No pudimos leer la invitación" onRetry={() => void invitation.refetch()} />
  return <Loading />
}

function Loading() {
  return (
    <div className="login-form">
      <h1 tabIndex={-1}>{CREATE_ACCOUNT}</h1>
      <p role="status">Leyendo la invitación…</p>
    </div>
  )
}

/** Used, revoked, expired or truncated. */
function Spent() {
  return <AskAgain title="Invitación vencida">{LINK_USED}</AskAgain>
}

function Opened({ username, hasWanted }: { username: string; hasWanted: boolean }) {
  return (
    <Done title={ACCOUNT_READY}>
      <p>
        Tu usuario es <strong>{username}</strong>. También podés entrar con tu email.
      </p>
      {hasWanted && (
        <Link className="button primary large block" to={paths.cart()}>
          Ver el carrito
        </Link>
      )}
      <Link className={`button ${hasWanted ? 'secondary' : 'primary'} large block`} to={paths.catalogue()}>
        {ENTER_SHOP}
      </Link>
    </Done>
  )
}
