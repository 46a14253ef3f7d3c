import { useState } from 'react'
import { call } from '../../data/api.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { withProof } from './proof.tsx'
import { whyNot } from './use-user-active.ts'
import type { User } from './users-query.ts'

const FAILED = 'Error al quitar la verificación en dos pasos'

/** For somebody who lost their telephone and their recovery codes. */
export function UserFactor({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section className="surface user-sessions" aria-labelledby="user-factor">
      <h2 id="user-factor">Verificación en dos pasos</h2>
      <p>Si perdió el teléfono y los códigos de recuperación, se puede quitar para que vuelva a entrar.</p>
      <div className="admin-actions">
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
          remove={() => withProof(() => call('removeUserFactor', { params: { id: user.id } }))}
          failed={(error) => whyNot(error, FAILED)}
          done="Verificación en dos pasos quitada"
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
