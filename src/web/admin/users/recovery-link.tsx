import { useState } from 'react'
import { sendRecoveryLink } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProblemText } from '../kit/problem.tsx'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { withProof } from './proof.tsx'
import { whyNot } from './use-user-active.ts'
import type { User } from './users-query.ts'

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
  const problem = problemOf(user.id)
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
      {problem !== undefined && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
    </>
  )
}
