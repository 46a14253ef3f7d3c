import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import { PASSKEYS } from '../../../../contract/accounts/sign-in-rules.ts'
import { type listPasskeys, removePasskey } from '../../../../contract/accounts/calls.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import type { Session } from '../../../session/session.ts'
import { PasskeyList } from '../../../shop/passkeys/passkey-list.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CardSkeleton } from '../../../ui/list/card-skeleton.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { ownPasskeys } from './passkeys-query.ts'

interface PasskeysCardProps {
  session: Session
  user: User
}

type Key = AnswerOf<typeof listPasskeys>[number]

/** The passkeys of the account, to add and remove. */
export function PasskeysCard({ session, user }: PasskeysCardProps) {
  const { data, isError, refetch } = useQuery(ownPasskeys(session))
  const again = () => void refetch()
  if (isError && !data)
    return <ErrorPanel title="No pudimos leer las llaves" onRetry={() => void refetch()} />
  return data ? <Keys passkeys={data} user={user} onChanged={again} /> : <Loading />
}

function Loading() {
  return (
    <>
      <LoadingNote />
      <CardSkeleton className="account-skeleton-card" parts={['title', 'line', 'buttons']} />
    </>
  )
}

interface KeysProps {
  passkeys: Key[]
  user: User
  onChanged: () => void
}

function Keys({ passkeys, user, onChanged }: KeysProps) {
  const [isAdding, setIsAdding] = useState(false)
  const close = () => {
    setIsAdding(false)
    onChanged()
  }
  return (
    <section className="account-card stack-3" aria-labelledby="llaves">
      <h2 id="llaves">Entrar con huella o llave</h2>
      <p>
        Con la huella, la cara o el bloqueo de un dispositivo entrás sin escribir la contraseña, que sigue
        sirviendo.
      </p>
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          remove={(id) => call(removePasskey, { params: { id } })}
          onRemoved={onChanged}
        >
          Ese dispositivo deja de abrir tu cuenta.
        </PasskeyList>
      )}
      <div className="account-save row-3">
        {passkeys.length < PASSKEYS && 'PublicKeyCredential' in window && (
          <IconButton icon={Fingerprint} text="Agregar este dispositivo" onClick={() => setIsAdding(true)} />
        )}
      </div>
      {isAdding && <AddPasskey user={user} onClose={close} />}
    </section>
  )
}
