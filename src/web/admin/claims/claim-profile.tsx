import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { USER_NOT_FOUND } from '../../../contract/accounts/account-rules.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import { listUsers } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import './claims-page.css'

/** These links have the same addresses under both prefixes. */
const admin = adminPaths('/admin')

/**
 * Link to the claimant: the account of the claim, else that of the order, else the one with this e-mail, else the list of
 * accounts filtered by it.
 */
export function ClaimProfile({ claim }: { claim: Claim }) {
  const id = claim.user_id ?? claim.order?.customer_id
  const words = (
    <>
      <UserRound aria-hidden="true" size={20} />
      Ver perfil<span className="visually-hidden"> de {claim.name}</span>
    </>
  )
  return id ? (
    <Link className="button secondary" to={admin.user(id)}>
      {words}
    </Link>
  ) : (
    <LookUp claim={claim}>{words}</LookUp>
  )
}

const FAILED = 'Error al buscar el usuario por email'

function LookUp({ claim: { email }, children }: { claim: Claim; children: ReactNode }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const look = async () => {
    setProblem('')
    if (email === '') {
      showToast('warning', USER_NOT_FOUND)
      return setProblem(USER_NOT_FOUND)
    }
    setBusy(true)
    try {
      const answer = await call(listUsers, { query: { email, page: 1, page_size: 10 } })
      const users = Array.isArray(answer) ? answer : answer.results
      // The search also finds substrings: another account must not open for this claim.
      const user = users.find((one) => one.email.toLowerCase() === email.toLowerCase())
      if (!user) showToast('warning', USER_NOT_FOUND)
      await navigate(user ? admin.user(user.id) : admin.users({ email }))
    } catch {
      showToast('error', FAILED)
      setProblem(FAILED)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <BusyButton busy={busy} busyText="Buscando…" className="secondary" onClick={() => void look()}>
        {children}
      </BusyButton>
      {problem && (
        <span className="claim-problem" role="alert">
          <span>{problem}</span>{' '}
          {email !== '' && <Link to={admin.users({ email })}>Buscar en la lista de usuarios</Link>}
        </span>
      )}
    </>
  )
}
