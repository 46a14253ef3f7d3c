import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/auth.ts'
import { PASSKEYS } from '../../../../contract/accounts/sign-in-rules.ts'
import { type AnswerOf, call, Refusal } from '../../../data/api.ts'
import type { Session } from '../../../session/session.ts'
import { formatShortDay } from '../../../shop/dates.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LoadingNote, Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { ownPasskeys } from './passkeys-query.ts'
import './passkeys.css'

export interface PasskeysCardProps {
  session: Session
  user: User
}

type Key = AnswerOf<'listPasskeys'>[number]

/** The devices that open the account by fingerprint or lock: add one, remove one. */
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
      <Skeleton className="account-skeleton-card" />
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
    <section className="account-card" aria-labelledby="llaves">
      <h2 id="llaves">Entrar con huella o llave</h2>
      <p>
        Con la huella, la cara o el bloqueo de un dispositivo entrás sin escribir la contraseña, que sigue
        sirviendo.
      </p>
      {passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((key) => (
            <KeyRow key={key.id} passkey={key} onRemoved={onChanged} />
          ))}
        </ul>
      )}
      <div className="account-save">
        {passkeys.length < PASSKEYS && 'PublicKeyCredential' in window && (
          <IconButton icon={Fingerprint} text="Agregar este dispositivo" onClick={() => setIsAdding(true)} />
        )}
      </div>
      {isAdding && <AddPasskey user={user} onClose={close} />}
    </section>
  )
}

function KeyRow({ passkey, onRemoved }: { passkey: Key; onRemoved: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const { name, created_at, last_used_at } = passkey
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span className="account-note">
          {' '}
          Agregada el {formatShortDay(created_at)}.{' '}
          {last_used_at ? `Último uso: ${formatShortDay(last_used_at)}.` : 'Sin usar.'}
        </span>
      </span>
      <IconButton
        icon={Trash2}
        text="Quitar"
        of={` ${name}`}
        look="quiet"
        onClick={() => setIsAsking(true)}
      />
      {isAsking && <Remove passkey={passkey} onRemoved={onRemoved} onClose={() => setIsAsking(false)} />}
    </li>
  )
}

interface RemoveProps {
  passkey: Key
  onRemoved: () => void
  onClose: () => void
}

function Remove({ passkey: { id, name }, onRemoved, onClose }: RemoveProps) {
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      await call('removePasskey', { params: { id } })
      showToast('success', 'Llave quitada')
    } catch (error) {
      showToast('error', error instanceof Refusal ? error.message : 'No se pudo quitar la llave')
    }
    onClose()
    onRemoved()
  }
  return (
    <ConfirmDialog
      open
      title={`Quitar ${name}`}
      onClose={onClose}
      onConfirm={() => void remove()}
      confirmText="Quitar"
      busy={isBusy}
    >
      <p>Ese dispositivo deja de abrir tu cuenta.</p>
    </ConfirmDialog>
  )
}
