import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  endUserSession,
  removeUserFactor,
  removeUserPasskey,
  sendRecoveryLink,
} from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { OpenSessions } from '../../shop/sessions/open-sessions.tsx'
import { useEnding } from '../../shop/sessions/use-ending.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { userSessions, userPasskeys, type User } from './users-query.ts'
import { PasskeyList } from '../../shop/passkeys/passkey-list.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { withProof } from './proof.tsx'
import { whyNot } from './user-words.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RowProblem } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'

/** The open sessions of an account. */
export function UserSessions({ userId }: { userId: number }) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(userSessions(userId))
  const { ending, failure, heading, onEnd } = useEnding({
    end: (number) => call(endUserSession, { params: { id: userId, number } }),
    reload: () => queryClient.invalidateQueries(userSessions(userId)),
  })
  return (
    <section className="surface stack-2" aria-labelledby="user-sessions">
      <h2 id="user-sessions" ref={heading} tabIndex={-1}>
        Sesiones abiertas
      </h2>
      {isError && !data && <ErrorPanel title="Error al cargar las sesiones" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="user-sessions-skeleton" />}
      {data?.length === 0 && <p>No tiene sesiones abiertas.</p>}
      {data && <OpenSessions sessions={data} ending={ending} onEnd={onEnd} />}
      {failure !== '' && <FieldError>{failure}</FieldError>}
    </section>
  )
}

/** The passkeys of an account. */
export function UserPasskeys({ userId }: { userId: number }) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(userPasskeys(userId))
  return (
    <section className="surface stack-2" aria-labelledby="user-passkeys">
      <h2 id="user-passkeys">Huellas y llaves</h2>
      {isError && !data && <ErrorPanel title="Error al cargar las llaves" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="user-sessions-skeleton" />}
      {data?.length === 0 && <p>No tiene llaves: entra con la contraseña.</p>}
      {data && data.length > 0 && (
        <PasskeyList
          passkeys={data}
          remove={(key) => call(removeUserPasskey, { params: { id: userId, key } })}
          onRemoved={() => void queryClient.invalidateQueries(userPasskeys(userId))}
        >
          Ese dispositivo deja de abrir la cuenta. Se avisa por email a quien la usa.
        </PasskeyList>
      )}
    </section>
  )
}

const FAILED = 'Error al quitar la verificación en dos pasos'

/** For somebody who lost their telephone and their recovery codes. */
export function UserFactor({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section className="surface stack-2" aria-labelledby="user-factor">
      <h2 id="user-factor">Verificación en dos pasos</h2>
      <p>Si perdió el teléfono y los códigos de recuperación, se puede quitar para que vuelva a entrar.</p>
      <div className="admin-actions wrap-2">
        <button
          type="button"
          className="button secondary"
          aria-haspopup="dialog"
          onClick={() => setIsAsked(true)}
        >
          Quitar la verificación
        </button>
      </div>
      {isAsked && (
        <DeleteDialog
          title="Quitar la verificación en dos pasos"
          words={{ confirm: 'Quitar', busy: 'Quitando…' }}
          remove={() => withProof(() => call(removeUserFactor, { params: { id: user.id } }))}
          failed={(error) => whyNot(error, FAILED)}
          done="Ya puede entrar sin el segundo paso"
          onDeleted={() => {}}
          onClose={() => setIsAsked(false)}
        >
          <p>
            {`@${user.username} vuelve a entrar solo con su contraseña. Se cierran sus sesiones y se avisa a ${user.email}. Antes de quitarla, confirmá por otro medio que es quien dice ser.`}
          </p>
        </DeleteDialog>
      )}
    </section>
  )
}

/** Mails the account a link that sets a new password; nothing for a deactivated one. */
export function RecoveryLink({ user }: { user: User }) {
  const { change, isBusy, problemOf } = useRowChanges()
  const [isSent, setIsSent] = useState(false)
  if (!user.is_active) return null
  const send = async () => {
    setIsSent(false)
    await withProof(() => call(sendRecoveryLink, { params: { id: user.id } }))
    setIsSent(true)
    showToast('success', 'Enlace enviado')
  }
  return (
    <>
      <BusyButton
        className="secondary"
        busy={isBusy(user.id)}
        busyText="Enviando…"
        onClick={() =>
          change({
            id: user.id,
            run: send,
            problemOf: (error) => whyNot(error, 'Error al enviar el enlace'),
          })
        }
      >
        Enviar enlace para cambiar la contraseña
      </BusyButton>
      <p role="status">{isSent && `Enviado a ${user.email}. Vale 15 minutos.`}</p>
      <RowProblem problem={problemOf(user.id)} />
    </>
  )
}
