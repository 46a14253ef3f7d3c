import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import type { Session } from '../../../session/session.ts'
import { formatDay } from '../../../shop/dates.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CardSkeleton } from '../../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import './factor.css'
import { FactorChange } from './factor-change.tsx'
import { type FactorState, secondFactor } from './factor-query.ts'
import { FactorSetUp } from './factor-set-up.tsx'

interface FactorCardProps {
  session: Session
  user: User
}

type Open = 'set up' | 'remove' | 'replace' | 'renew'

/** Whether sign-in asks for a code of an app, and the dialogs that change it. */
export function FactorCard({ session, user }: FactorCardProps) {
  const { data, isError, refetch } = useQuery(secondFactor(session))
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const close = () => {
    setOpen(undefined)
    void queries.invalidateQueries({ queryKey: secondFactor(session).queryKey })
  }
  if (isError && !data)
    return <ErrorPanel title="No pudimos leer la verificación en dos pasos" onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <LoadingNote />
        <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
      </>
    )
  return (
    <section className="account-card stack-3" aria-labelledby="dos-pasos">
      <h2 id="dos-pasos">Verificación en dos pasos</h2>
      {data.confirmed_at ? (
        <On state={data} onOpen={setOpen} />
      ) : (
        <Off isRequired={data.required} onOpen={setOpen} />
      )}
      {open === 'set up' && <FactorSetUp user={user} onClose={close} />}
      {open !== undefined && open !== 'set up' && <FactorChange kind={open} user={user} onClose={close} />}
    </section>
  )
}

function Off({ isRequired, onOpen }: { isRequired: boolean; onOpen: (open: Open) => void }) {
  return (
    <>
      {isRequired && <p className="factor-few">Tu tienda la pide para usar el panel: activala acá.</p>}
      <p>
        Además de la contraseña, para entrar hace falta un código de una app del teléfono. Con la contraseña
        sola no entra nadie.
      </p>
      <div className="account-save row-3">
        <IconButton icon={ShieldCheck} text="Activar" look="primary" onClick={() => onOpen('set up')} />
      </div>
    </>
  )
}

const FEW_CODES = 3

function On({ state, onOpen }: { state: FactorState; onOpen: (open: Open) => void }) {
  const left = state.codes_left
  return (
    <>
      <p className="account-done icon-row strong">
        <ShieldCheck aria-hidden="true" size={22} />
        <span>{`Activada desde el ${formatDay(state.confirmed_at ?? '')}`}</span>
      </p>
      <p className={left < FEW_CODES ? 'factor-few' : undefined}>
        {left === 1 ? 'Queda 1 código' : `Quedan ${left} códigos`} de recuperación, para entrar sin el
        teléfono.
      </p>
      <div className="account-save row-3">
        <IconButton icon={KeyRound} text="Crear códigos nuevos" onClick={() => onOpen('renew')} />
        {state.required ? (
          <IconButton icon={Smartphone} text="Cambiar de teléfono" onClick={() => onOpen('replace')} />
        ) : (
          <IconButton icon={ShieldOff} text="Desactivar" onClick={() => onOpen('remove')} />
        )}
      </div>
      {state.required && <p className="account-note note">La tienda la pide a todo su equipo.</p>}
    </>
  )
}
